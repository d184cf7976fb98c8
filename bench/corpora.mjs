// Public trees that the figures are measured on, pinned by version and checked by hash. `npm run bench:fetch`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Everything that the benchmarks fetch or install. */
export const BENCH_HOME =
  process.env.REPOMAP_BENCH_DIR ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'repomap-bench');

/** `files`: source files, about. `sha256`: of the archive; git trees are checked by their commit. */
export const CORPORA = {
  celery: {
    language: 'Python', files: 400, kind: 'pypi', spec: 'celery==5.4.0',
    sha256: '504a19140e8d3029d5acad88330c541d4c3f64c789d85f94756762d8bca7e706',
  },
  sympy: {
    language: 'Python', files: 1600, kind: 'git', url: 'https://github.com/sympy/sympy',
    commit: 'e950d313a932bc6cccbc95376b3821cd2f8b5af4',
  },
  typeorm: {
    language: 'TypeScript', files: 3600, kind: 'git', url: 'https://github.com/typeorm/typeorm', commit: '281bfba42a5813b106bcf5ba79bc7f7251bd1e73',
  },
  kubernetes: {
    language: 'Go', files: 4700, kind: 'go', spec: 'k8s.io/kubernetes@v1.31.0',
    sum: 'h1:sYAB12TTWexXKp4RxqJMm/7EC+P0mNOgn4Xdj5eu7HM=',
  },
  spring: { language: 'Java', files: 6400, kind: 'debian-source', spec: 'libspring-java', sha256: '80b31da14c048f74a0ce0753092228eac751e33fe05bec5f251cdb3a7aed91ca' },
  openjdk: { language: 'Java, C++, C', files: 20_000, kind: 'debian-source', spec: 'openjdk-17', sha256: '7a61915b168dfb9b45413140d78e38dc5b5250d99d1d99fef7136bf9fd45a07c', keep: 'src' },
  linux: {
    language: 'C', files: 55_000, kind: 'debian-package', spec: 'linux-source-6.1', sha256: 'cacdc3830989309d042083be3307969e55600ed7f908cf00df544c5ff50759a1', drop: '.gitignore',
  },
}; // biome-ignore format: a table

export const corpusPath = (name) => path.join(BENCH_HOME, 'corpora', name);

/** Fetches a corpus unless it is there. Throws when what came is not what is pinned. */
export function fetchCorpus(name, log = console.error) {
  const target = corpusPath(name);
  if (existsSync(target)) return target;
  const corpus = CORPORA[name];
  log(`fetching ${name}`);
  const scratch = mkdtempSync(path.join(tmpdir(), 'corpus-'));
  try {
    const tree = FETCH[corpus.kind](corpus, scratch);
    if (corpus.drop) rmSync(path.join(tree, corpus.drop), { force: true });
    mkdirSync(path.dirname(target), { recursive: true });
    renameOrCopy(corpus.keep ? path.join(tree, corpus.keep) : tree, target);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return target;
}

const FETCH = {
  pypi(corpus, scratch) {
    run('pip', [
      'download',
      '-q',
      '--no-deps',
      '--no-binary',
      corpus.spec.split('==')[0],
      '-d',
      scratch,
      corpus.spec,
    ]);
    return unpack(checked(corpus, scratch), scratch);
  },
  go(corpus, scratch) {
    const answer = run('go', ['mod', 'download', '-json', corpus.spec], {
      env: { ...process.env, GOMODCACHE: path.join(scratch, 'go'), GOFLAGS: '-modcacherw' },
      cwd: scratch,
    });
    const { Dir, Sum } = JSON.parse(answer);
    if (Sum !== corpus.sum) throw new Error(`${corpus.spec} has the sum ${Sum}, pinned is ${corpus.sum}`);
    return Dir;
  },
  git(corpus, scratch) {
    const tree = path.join(scratch, 'tree');
    run('git', ['init', '-q', tree]);
    run('git', ['-C', tree, 'fetch', '-q', '--depth', '1', corpus.url, corpus.commit]);
    run('git', ['-C', tree, 'checkout', '-q', 'FETCH_HEAD']);
    return tree;
  },
  'debian-source'(corpus, scratch) {
    const lists = path.join(scratch, 'lists');
    for (const folder of ['lists/partial', 'parts', 'cache/archives/partial']) {
      mkdirSync(path.join(scratch, folder), { recursive: true });
    }
    const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
    const source = `Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: bookworm\nComponents: main\nSigned-By: ${keyring}\n`;
    writeFileSync(path.join(scratch, 'parts', 'src.sources'), source);
    const options = [
      `Dir::Etc::SourceList=/dev/null`,
      `Dir::Etc::SourceParts=${path.join(scratch, 'parts')}`,
      `Dir::State::Lists=${lists}`,
      `Dir::Cache=${path.join(scratch, 'cache')}`,
    ].flatMap((option) => ['-o', option]);
    run('apt-get', [...options, '-qq', 'update']);
    run('apt-get', [...options, '-qq', 'source', '--download-only', '--tar-only', corpus.spec], {
      cwd: scratch,
    });
    return unpack(checked(corpus, scratch), scratch);
  },
  'debian-package'(corpus, scratch) {
    run('apt-get', ['-qq', 'download', corpus.spec], { cwd: scratch });
    const [deb] = readdirSync(scratch).filter((name) => name.endsWith('.deb'));
    run('dpkg-deb', ['-x', path.join(scratch, deb), path.join(scratch, 'deb')]);
    return unpack(checked(corpus, path.join(scratch, 'deb', 'usr', 'src')), scratch);
  },
};

/** The largest archive in a folder, once its hash is the pinned one. */
function checked(corpus, folder) {
  const archives = readdirSync(folder).filter((name) => /\.tar\.(gz|xz)$/.test(name));
  const sized = archives.map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }));
  const [largest] = sized.sort((a, b) => b.bytes.length - a.bytes.length);
  if (!largest) throw new Error(`${corpus.spec}: no archive came`);
  const hash = createHash('sha256').update(largest.bytes).digest('hex');
  if (hash !== corpus.sha256)
    throw new Error(`${corpus.spec} has the SHA-256 ${hash}, pinned is ${corpus.sha256}`);
  return path.join(folder, largest.name);
}

function unpack(archive, scratch) {
  const tree = path.join(scratch, 'unpacked');
  mkdirSync(tree);
  run('tar', ['-C', tree, '--strip-components=1', '-xf', archive]);
  return tree;
}

function renameOrCopy(from, to) {
  try {
    renameSync(from, to);
  } catch {
    run('cp', ['-r', from, to]);
  }
}

const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : Object.keys(CORPORA)) {
    try {
      console.log(fetchCorpus(name));
    } catch (error) {
      console.error(`${name} could not be fetched: ${error.message.split('\n')[0]}`);
      process.exitCode = 1;
    }
  }
}
