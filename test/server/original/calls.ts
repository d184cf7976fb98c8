/** One call made to both servers. `ROOT` in an argument is the folder that holds both allowed directories. */
export interface ComparedCall {
  tool: string;
  args: Record<string, unknown>;
  /** Key of a difference that docs/server-filesystem.md lists; without it both must answer the same. */
  differs?: string;
  /** The answers are the same, the files afterwards are not. */
  onlyFiles?: true;
}

const call = (tool: string, args: Record<string, unknown>, differs?: string): ComparedCall => ({
  tool,
  args,
  ...(differs ? { differs } : {}),
});

const F = 'ROOT/first';
const ADMINISTRATOR = process.getuid?.() === 0;

const FILES = [
  'plain.txt',
  'no-newline.txt',
  'empty.txt',
  'blank-lines.txt',
  'crlf.txt',
  'mixed.txt',
  'bom.txt',
  'latin1.txt',
  'unicode.txt',
  'name with spaces.txt',
  'Ünïcode-ñame.txt',
  '.hidden',
  'link-inside.txt',
  'link-second.txt',
  'sub/deep/.dot/d.ts',
];

const reads: ComparedCall[] = [
  ...FILES.map((file) => call('read_text_file', { path: `${F}/${file}` })),
  ...FILES.slice(0, 6).map((file) => call('read_file', { path: `${F}/${file}` })),
  call('read_text_file', { path: 'plain.txt' }),
  call('read_text_file', { path: './sub/../plain.txt' }),
  call('read_text_file', { path: `${F}/sub/../plain.txt` }),
  call('read_text_file', { path: `${F}//plain.txt` }),
  call('read_text_file', { path: 'ROOT/second/other.txt' }),
  // Another Unicode spelling than the directory's
  call('read_text_file', { path: `${F}/${'Ünïcode-ñame.txt'.normalize('NFD')}` }),
  call('read_text_file', { path: `${F}/${'deco\u0301mposed.txt'.normalize('NFC')}` }),
  call('read_text_file', { path: `${F}/name\u00a0with\u202fspaces.txt` }),
  // Errors
  call('read_text_file', { path: `${F}/missing.txt` }),
  call('read_text_file', { path: `${F}/missing/deeper.txt` }),
  call('read_text_file', { path: `${F}/sub` }),
  call('read_text_file', { path: `${F}/plain.txt/below` }, 'error-wording'),
  call('read_text_file', { path: 'ROOT/outside/secret.txt' }),
  call('read_text_file', { path: '/etc/passwd' }),
  call('read_text_file', { path: '../../../etc/passwd' }),
  call('read_text_file', { path: `${F}/link-outside.txt` }, 'link-target-kept-secret'),
  call('read_text_file', { path: `${F}/link-outside-directory/secret.txt` }, 'link-target-kept-secret'),
  call('read_text_file', { path: `${F}/link-dangling.txt` }, 'error-wording'),
  call('read_text_file', { path: `${F}/link-loop` }, 'error-wording'),
  call('read_text_file', { path: 'C:\\Users\\me\\file.txt' }),
  call('read_text_file', { path: 'C:/Users/me/file.txt' }),
  call('read_text_file', { path: '' }),
  call('read_text_file', { path: `${F}/nul\0byte` }, 'error-wording'),
  call('read_text_file', {}, 'argument-errors'),
  call('read_text_file', { path: 5 }, 'argument-errors'),
  call('read_text_file', { path: `${F}/plain.txt`, unknown: true }),
  call('read_text_file', { path: `${F}/plain.txt`, head: 'two' }, 'argument-errors'),
];

const EXTREMES = [0, 1, 2, 3, 5, 6, 100, -1, 1.5];

const headsAndTails: ComparedCall[] = [
  ...EXTREMES.flatMap((count) =>
    ['plain.txt', 'no-newline.txt', 'crlf.txt'].flatMap((file) => [
      call('read_text_file', { path: `${F}/${file}`, head: count }),
      call('read_text_file', { path: `${F}/${file}`, tail: count }),
    ]),
  ),
  ...['empty.txt', 'blank-lines.txt', 'unicode.txt', 'bom.txt'].flatMap((file) => [
    call('read_text_file', { path: `${F}/${file}`, head: 2 }),
    call('read_text_file', { path: `${F}/${file}`, tail: 2 }),
  ]),
  ...[1, 50, 999, 4999, 5000, 5001].flatMap((count) => [
    call('read_text_file', { path: `${F}/long.txt`, head: count }),
    call('read_text_file', { path: `${F}/long.txt`, tail: count }),
  ]),
  call('read_text_file', { path: `${F}/plain.txt`, head: 1, tail: 1 }),
  call('read_text_file', { path: `${F}/missing.txt`, head: 1 }),
  call('read_text_file', { path: `${F}/missing.txt`, tail: 1 }, 'error-wording'),
  call('read_text_file', { path: `${F}/sub`, head: 1 }),
  call('read_text_file', { path: `${F}/sub`, tail: 1 }),
];

const media: ComparedCall[] = [
  ...['pixel.png', 'sound.mp3', 'image.SVG', 'data.bin', 'plain.txt', 'empty.txt', 'link-inside.txt'].map(
    (file) => call('read_media_file', { path: `${F}/${file}` }),
  ),
  call('read_media_file', { path: `${F}/missing.png` }),
  call('read_media_file', { path: `${F}/sub` }),
  call('read_media_file', { path: 'ROOT/outside/secret.txt' }),
  call('read_multiple_files', { paths: [`${F}/plain.txt`] }),
  call('read_multiple_files', {
    paths: [`${F}/plain.txt`, `${F}/missing.txt`, `${F}/sub`, 'ROOT/second/other.txt'],
  }),
  call('read_multiple_files', { paths: ['plain.txt', 'crlf.txt', '/etc/passwd'] }),
  call('read_multiple_files', { paths: [] }, 'argument-errors'),
];

const listings: ComparedCall[] = [
  ...[
    'first',
    'first/sub',
    'first/empty-directory',
    'second',
    'first/link-directory',
    'first/sub/deep/.dot',
  ].flatMap((directory) => [
    call('list_directory', { path: `ROOT/${directory}` }),
    call('list_directory_with_sizes', { path: `ROOT/${directory}` }),
    call('directory_tree', { path: `ROOT/${directory}` }),
  ]),
  call('list_directory', { path: '.' }),
  call('list_directory', { path: `${F}/` }),
  call('list_directory_with_sizes', { path: F, sortBy: 'size' }),
  call('list_directory_with_sizes', { path: F, sortBy: 'date' }, 'argument-errors'),
  ...['list_directory', 'list_directory_with_sizes', 'directory_tree'].flatMap((tool) => [
    call(tool, { path: `${F}/missing` }),
    call(tool, { path: `${F}/plain.txt` }),
    call(tool, { path: 'ROOT/outside' }),
    call(tool, { path: `${F}/link-outside-directory` }, 'link-target-kept-secret'),
  ]),
  ...[
    ['sub'],
    ['*.txt'],
    ['deep'],
    ['**/*.ts'],
    ['node_modules', 'sub'],
    ['.hidden'],
    ['**/.dot'],
    ['s*'],
    ['{sub,node_modules}'],
  ].map((excludePatterns) => call('directory_tree', { path: F, excludePatterns })),
  ...[
    '*',
    '**',
    '**/*',
    '*.txt',
    '**/*.ts',
    '**/*.{ts,js}',
    'sub/**',
    'sub',
    '**/deep/**',
    '.*',
    '**/.dot/*',
    '[a-c]*.txt',
    '??cked.txt',
    '!(plain).txt',
    'nothing-like-this',
    '**/link-*',
  ].map((pattern) => call('search_files', { path: F, pattern })),
  call('search_files', { path: F, pattern: '**/*.ts', excludePatterns: ['sub/deep/**'] }),
  call('search_files', { path: F, pattern: '**/*', excludePatterns: ['**/node_modules', '*.txt'] }),
  call('search_files', { path: `${F}/sub`, pattern: '*.ts' }),
  call('search_files', { path: `${F}/missing`, pattern: '*' }),
  call('search_files', { path: `${F}/plain.txt`, pattern: '*' }),
  ...['plain.txt', 'sub', 'empty.txt', 'link-inside.txt', 'read-only.txt', 'link-directory'].map((file) =>
    call('get_file_info', { path: `${F}/${file}` }),
  ),
  call('get_file_info', { path: `${F}/missing` }),
  call('get_file_info', { path: '/etc/passwd' }),
  call('list_allowed_directories', {}),
];

const edit = (file: string, edits: [string, string][], dryRun?: boolean, differs?: string) =>
  call(
    'edit_file',
    {
      path: `${F}/${file}`,
      edits: edits.map(([oldText, newText]) => ({ oldText, newText })),
      ...(dryRun === undefined ? {} : { dryRun }),
    },
    differs,
  );

const edits: ComparedCall[] = [
  edit('large.txt', [['needle', 'found']]),
  edit('plain.txt', [['two', 'TWO']], true),
  edit('plain.txt', [['two', 'TWO']]),
  edit('plain.txt', [
    ['one', 'ONE'],
    ['ONE', 'uno'],
    ['five', 'cinco'],
  ]),
  edit('plain.txt', [['nowhere', 'x']]),
  edit('plain.txt', [
    ['three', 'drei'],
    ['nowhere', 'x'],
  ]),
  edit('plain.txt', []),
  edit('plain.txt', [['three', 'three']]),
  edit('plain.txt', [['three\n', '']]),
  edit('plain.txt', [['', 'start ']]),
  edit('no-newline.txt', [['three', 'three\nfour']]),
  edit('empty.txt', [['x', 'y']]),
  edit('empty.txt', [['', 'filled']]),
  edit('crlf.txt', [['two', 'zwei']]),
  edit('crlf.txt', [['one\nzwei', 'eins\nzwei\nzweieinhalb']]),
  edit('crlf.txt', [['eins\r\nzwei', 'a\r\nb']]),
  edit('mixed.txt', [['two', 'zwei']], true),
  { ...edit('mixed.txt', [['two', 'zwei']], false, 'mixed-line-endings'), onlyFiles: true },
  edit('bom.txt', [['one', 'eins']]),
  edit('unicode.txt', [['世界', 'Welt']]),
  edit('latin1.txt', [['bar', 'baz']], false, 'not-utf8-is-not-edited'),
  edit('dollar.txt', [['X', "$& $1 $$ $' $`"]]),
  edit('repeat.txt', [['same', 'first']]),
  edit('fences.md', [['code();', 'code(1);']]),
  // Indentation
  edit('spaces.js', [['if (x) {\n    return 1;\n}', 'if (y) {\n    return 2;\n}']]),
  edit('spaces.js', [['  if (y) {', '  if (z) {\n      log();']]),
  edit('spaces.js', [['function a() {  ', 'function b() {']]),
  edit('tabs.js', [['if (x) {\n    return 1;\n}', 'if (y) {\n    return 2;\n    more();\n}']]),
  edit('tabs.js', [['    if (y) {\n        return 2;', '    if (z) {\n            return 3;\n\n  less();']]),
  edit('tabs.js', [['\tif (z) {', 'if (q) {']]),
  edit('sub/a.ts', [['export const a = 1;', 'export const a = 10;']]),
  edit('link-inside.txt', [['four', 'vier']]),
  edit('name with spaces.txt', [['spaces', 'blanks']]),
  edit('missing.txt', [['a', 'b']]),
  edit('sub', [['a', 'b']]),
  call('edit_file', { path: 'ROOT/outside/secret.txt', edits: [{ oldText: 'SECRET', newText: 'x' }] }),
  call(
    'edit_file',
    { path: `${F}/link-outside.txt`, edits: [{ oldText: 'SECRET', newText: 'x' }] },
    'link-target-kept-secret',
  ),
  call('edit_file', { path: `${F}/plain.txt`, edits: 'two' }, 'argument-errors'),
  call('edit_file', { path: `${F}/plain.txt`, edits: [{ oldText: 'two' }] }, 'argument-errors'),
];

const changes: ComparedCall[] = [
  call('write_file', { path: `${F}/new.txt`, content: 'new\n' }),
  call('write_file', { path: `${F}/new.txt`, content: 'newer' }),
  call('write_file', { path: `${F}/new.txt`, content: '' }),
  call('write_file', { path: 'relative.txt', content: 'r' }),
  call('write_file', { path: `${F}/Ünïcode-ñame.txt`.normalize('NFD'), content: 'same file\n' }),
  call('write_file', { path: `${F}/世界.txt`, content: '世界\r\n\ufeff' }),
  call('write_file', { path: `${F}/link-inside.txt`, content: 'through the link\n' }),
  // The original runs into the same refusal, unless it runs as the system's administrator.
  call(
    'write_file',
    { path: `${F}/read-only.txt`, content: 'x' },
    ADMINISTRATOR ? 'read-only-is-refused' : undefined,
  ),
  edit('read-only.txt', [['locked', 'open']], false, ADMINISTRATOR ? 'read-only-is-refused' : undefined),
  call('write_file', { path: `${F}/missing/new.txt`, content: 'x' }, 'error-wording'),
  call('write_file', { path: `${F}/sub`, content: 'x' }),
  call('write_file', { path: `${F}/plain.txt/x`, content: 'x' }, 'error-wording'),
  call('write_file', { path: 'ROOT/outside/new.txt', content: 'x' }),
  call('write_file', { path: `${F}/link-outside.txt`, content: 'x' }, 'link-target-kept-secret'),
  call(
    'write_file',
    { path: `${F}/link-outside-directory/new.txt`, content: 'x' },
    'link-target-kept-secret',
  ),
  call('write_file', { path: `${F}/link-dangling.txt`, content: 'x' }, 'error-wording'),
  call('write_file', { path: `${F}/new.txt` }, 'argument-errors'),
  call('create_directory', { path: `${F}/made` }),
  call('create_directory', { path: `${F}/made` }),
  call('create_directory', { path: `${F}/a/b/c/d` }),
  call('create_directory', { path: 'relative-directory/x' }),
  call('create_directory', { path: `${F}/plain.txt` }, 'error-wording'),
  call('create_directory', { path: `${F}/plain.txt/x` }, 'error-wording'),
  call('create_directory', { path: 'ROOT/outside/made' }),
  call('create_directory', { path: `${F}/link-outside-directory/made` }, 'link-target-kept-secret'),
  call('move_file', { source: `${F}/new.txt`, destination: `${F}/moved.txt` }),
  call('move_file', { source: `${F}/moved.txt`, destination: `${F}/made/moved.txt` }),
  call('move_file', { source: `${F}/made`, destination: `${F}/a/made` }),
  call('move_file', { source: `${F}/a/made/moved.txt`, destination: 'ROOT/second/moved.txt' }),
  call('move_file', { source: 'ROOT/second/moved.txt', destination: `${F}/moved.txt` }),
  call('move_file', { source: `${F}/moved.txt`, destination: `${F}/repeat.txt` }),
  call('move_file', { source: `${F}/moved.txt`, destination: `${F}/moved.txt` }),
  call('move_file', { source: `${F}/missing.txt`, destination: `${F}/x.txt` }, 'error-wording'),
  call('move_file', { source: `${F}/moved.txt`, destination: `${F}/missing/x.txt` }, 'error-wording'),
  call('move_file', { source: `${F}/moved.txt`, destination: 'ROOT/outside/x.txt' }),
  call('move_file', { source: 'ROOT/outside/secret.txt', destination: `${F}/x.txt` }),
  call('move_file', { source: `${F}/a`, destination: `${F}/a/b/inside` }, 'error-wording'),
  {
    ...call(
      'move_file',
      { source: `${F}/link-directory`, destination: `${F}/moved-link` },
      'link-moves-itself',
    ),
    onlyFiles: true,
  },
  call('list_directory', { path: F }, 'link-moves-itself'),
  call('move_file', { source: `${F}/pipe`, destination: `${F}/moved-pipe` }, 'pipes-are-refused'),
];

export const COMPARED_CALLS: readonly ComparedCall[] = [
  ...reads,
  ...headsAndTails,
  ...media,
  ...listings,
  ...edits,
  ...changes,
];
