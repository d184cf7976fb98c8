import { describe, expect, test } from 'vitest';
import { fileParser } from '../../../src/map/parse/parse-file.ts';

const tagsOf = async (path: string, lines: readonly string[]) => {
  const outcome = await fileParser.parse(path, Buffer.from(lines.join('\n')));
  if ('skip' in outcome) throw new Error(`${outcome.skip} ${outcome.detail}`);
  return outcome.tags;
};

const placesOf = async (path: string, lines: readonly string[]) =>
  (await tagsOf(path, lines)).definitions.map(({ name, line }) => `${line} ${name}`);

const namesUsed = async (path: string, lines: readonly string[]) =>
  (await tagsOf(path, lines)).references.map(({ name, line }) => `${line} ${name}`);

describe('a file that holds another language', () => {
  const vue = [
    '<template>',
    '  <side-panel :title="title" /> <UserCard/> <div>plainWord</div>',
    '</template>',
    '<script setup lang="ts">',
    "import UserCard from './UserCard.vue'",
    'export function open(id: number): void {',
    '  load(id)',
    '}',
    '</script>',
    '<style>.a { color: red }</style>',
  ];

  test('gives the definitions of its script with their lines', async () => {
    expect(await placesOf('App.vue', vue)).toEqual(['4 App', '6 open']);
    const { language, lineCount } = await tagsOf('App.vue', vue);
    expect([language, lineCount]).toEqual(['vue', 10]);
  });

  test('refers to the components that its markup uses', async () => {
    const used = await namesUsed('App.vue', vue);
    expect(used).toContain('2 SidePanel');
    expect(used).toContain('2 UserCard');
    expect(used).toContain('7 load');
    expect(used.join()).not.toContain('plainWord');
  });

  test('is a component by its own name, at what it is given, at its options, or at its script', async () => {
    const setup = [
      '<template><p/></template>',
      '<script setup lang="ts">',
      'const props = defineProps<{ title: string }>()',
    ];
    expect(await placesOf('side-panel.vue', setup)).toEqual(['3 SidePanel', '3 props']);
    const options = ['<script>', 'const id = 1', 'export default {', '  data() {', '  },', '}', '</script>'];
    expect(await placesOf('src/UserCard.vue', options)).toEqual(['2 id', '3 UserCard', '4 data']);
    expect((await tagsOf('UserCard.vue', options)).definitions[2]?.parent).toBe(1);
    expect(await placesOf('Row.svelte', ['<script>', 'const { cells } = $props();', '</script>'])).toEqual([
      '2 Row',
      '2 cells',
    ]);
    expect(await placesOf('Plain.vue', ['', '<template>hello</template>'])).toEqual(['2 Plain']);
    expect(await placesOf('+page.svelte', ['<h1>hello</h1>'])).toEqual([]);
  });

  test('that is empty is no component', async () => {
    expect((await tagsOf('Blank.vue', ['', ''])).definitions).toEqual([]);
  });

  test('keeps the nesting of what stands behind the component', async () => {
    const { definitions } = await tagsOf('App.vue', ['<script>', 'class A { go() {} }', '</script>']);
    expect(definitions.map(({ name, parent }) => [name, parent])).toEqual([
      ['App', -1],
      ['A', -1],
      ['go', 1],
    ]);
  });

  test('has the words of all its parts', async () => {
    expect((await tagsOf('App.vue', vue)).words.words).toContain('plainWord');
  });

  test('a script without lang is JavaScript, a module script beside it counts too', async () => {
    const svelte = [
      '<script context="module">',
      'export const preload = () => 1;',
      '</script>',
      '<script>',
      'function go() {}',
      '</script>',
      '<Button/>',
    ];
    expect(await placesOf('a.svelte', svelte)).toEqual(['1 A', '2 preload', '5 go']);
  });

  test('a script in a comment, in a string or of another type is no code, nor is a component in a comment', async () => {
    const lines = [
      '<!-- <script>',
      'var commented = 1;',
      '</script> <OldPart/> -->',
      '<template><div>{{ "<script>" }}</div></template>',
      '<script type="application/ld+json">{"@type": "Thing"}</script>',
      '<script lang="ts">',
      'const live: Part = makePart();',
      '</script>',
    ];
    expect(await placesOf('App.vue', lines)).toEqual(['5 App', '7 live']);
    expect((await namesUsed('App.vue', lines)).join()).not.toMatch(/OldPart|Thing|commented/);
  });

  test('one script in TypeScript makes TypeScript of all, whatever ends the lines', async () => {
    const lines = [
      '<script>\r',
      "export default { name: 'plain' }\r",
      '</script>\r',
      '<script setup lang="ts" generic="T extends List<U>">\r',
      'interface Given { size: number }\r',
      '</script>',
    ];
    expect(await placesOf('App.vue', lines)).toEqual(['2 App', '5 Given', '5 size']);
    expect(await namesUsed('App.vue', lines)).toEqual([]);
  });

  test('a script in TSX has elements and types', async () => {
    const lines = [
      '<script lang="tsx">',
      'const view = (given: Given) => <Panel of={given} />;',
      '</script>',
    ];
    expect(await namesUsed('App.vue', lines)).toEqual(['2 Given', '2 Panel']);
  });

  test('Astro has its code between fences', async () => {
    expect(
      await placesOf('a.astro', ['---', 'const title: string = makeTitle();', '---', '<h1>{title}</h1>']),
    ).toEqual(['1 A', '2 title']);
  });

  test('ERB refers to what its tags call, not to its text', async () => {
    const used = await namesUsed('a.html.erb', [
      '<h1>Heading text</h1>',
      '<% orders.each do |order| %><%= render_order(order) %>',
      '<%# ghost(order) %>',
      '<% end %>',
    ]);
    expect(used).toEqual(['2 orders', '2 each', '2 render_order']);
  });

  test('HEEx refers to function components', async () => {
    const used = await namesUsed('a.html.heex', ['<.button kind="x">', '<%= label(@name) %>', '</.button>']);
    expect(used).toContain('1 button');
    expect(used).toContain('2 label');
  });
});

test('what the Kotlin grammar loses behind an error is read by lines', async () => {
  const { fileParser } = await import('../../../src/map/parse/parse-file.ts');
  const source = [
    'class Stream {',
    '  fun open() {',
    '    val isOpen: Boolean',
    '    // Held for a moment only.',
    '    this.withLock {',
    '      isOpen = true',
    '    }',
    '  }',
    '  inner class Source(',
    '    private val limit: Long,',
    '  ) : Base() {',
    '    override fun read(count: Int) = 1',
    '  }',
    '}',
  ].join('\n');
  const outcome = await fileParser.parse('Stream.kt', Buffer.from(source));
  if ('skip' in outcome) throw new Error(outcome.skip);
  const { definitions } = outcome.tags;
  expect(definitions.map(({ name, line }) => `${line} ${name}`)).toEqual([
    '1 Stream',
    '2 open',
    '9 Source',
    '10 limit',
    '12 read',
  ]);
});

test('a file whose grammar does not finish is read by lines', async () => {
  const { fallbackLanguages } = await import('../../../src/map/parse/lexical/languages/fallback.ts');
  const { readLexical } = await import('../../../src/map/parse/lexical/read-lexical.ts');
  const swift = fallbackLanguages.find(({ name }) => name === 'swift');
  if (!swift) throw new Error('no fallback for Swift');
  const tags = readLexical(
    swift,
    'public final class A: B {\n    private(set) var x = 1\n    @discardableResult\n    open func run<T>(_ t: T) -> Int { 1 }\n}\n',
  );
  expect(tags.definitions.map(({ name, kind, parent }) => [name, kind, parent])).toEqual([
    ['A', 'class', -1],
    ['x', 'property', 0],
    ['run', 'method', 0],
  ]);
});

describe('a template', () => {
  const importsOf = async (path: string, lines: readonly string[]) =>
    (await tagsOf(path, lines)).imports.map(({ specifier, line }) => `${line} ${specifier}`);

  const page = [
    '{% extends "base.html" %}',
    '{%- from "forms.html" import input_field -%}',
    '{# ghost_comment(1) #} plainWord',
    '{% macro price(item) %}{{ item.total|money }}{% endmacro %}',
    '{% block body %}<p>{{ input_field("ghost_string") }}</p>{% endblock %}',
  ];

  test.each(['page.j2', 'page.jinja', 'page.twig', 'page.html.njk'])(
    'of Jinja or its kin has macros, blocks, uses and parents: %s',
    async (path) => {
      expect(await placesOf(path, page)).toEqual(['4 price', '5 body']);
      expect((await tagsOf(path, page)).definitions[0]?.row.trim()).toBe('macro price(item) { …');
      expect(await importsOf(path, page)).toEqual(['1 base.html', '2 forms.html']);
      const used = (await namesUsed(path, page)).join(' ');
      expect(used).toContain('4 money');
      expect(used).toContain('input_field');
      expect(used).not.toMatch(/ghost|plainWord|endmacro/);
    },
  );

  test('of Handlebars has helpers, partials and components', async () => {
    const lines = [
      '{{!-- ghost_comment --}}<UserCard @user={{this.user}} />',
      '{{> parts/head}}',
      'plainWord {{#each items as |item|}}{{format-date item "ghost"}}{{/each}}',
      '{{#*inline "line"}}x{{/inline}}',
    ];
    expect(await placesOf('card.hbs', lines)).toEqual(['4 line']);
    expect(await importsOf('card.hbs', lines)).toEqual(['2 parts/head']);
    const used = (await namesUsed('card.hbs', lines)).join(' ');
    expect(used).toContain('1 UserCard');
    expect(used).toContain('3 format-date');
    expect(used).not.toMatch(/ghost|plainWord/);
  });

  test('of Blade has what it prints, its directives, PHP and components', async () => {
    const lines = [
      "@extends('layouts.app')",
      '{{-- ghost_comment() --}} plainWord(x) someone@example(x)',
      '@foreach (visible_posts($all) as $post)',
      '  {{ format_title($post) }} {!! raw_html() !!} <x-alert-box/>',
      '@endforeach',
      '@php',
      '  $count = count_posts();',
      '@endphp',
    ];
    expect(await importsOf('a.blade.php', lines)).toEqual(['1 layouts.app']);
    const used = (await namesUsed('a.blade.php', lines)).join(' ');
    for (const name of ['3 visible_posts', '4 format_title', '4 raw_html', '4 XAlertBox', '7 count_posts'])
      expect(used).toContain(name);
    expect(used).not.toMatch(/ghost|plainWord|example/);
  });

  test('of Mojolicious has the Perl of its lines and tags', async () => {
    const lines = [
      "% layout 'default';",
      '%# ghost_comment()',
      '%% plainWord()',
      '%== title_of($x)',
      '<h1><%= first_name $x %></h1> 100 % otherWord() <%# ghost_tag() %>',
      '% sub local_name { 1 }',
    ];
    expect(await placesOf('a.html.ep', lines)).toEqual(['6 local_name']);
    const used = (await namesUsed('a.html.ep', lines)).join(' ');
    for (const name of ['1 layout', '4 title_of', '5 first_name']) expect(used).toContain(name);
    expect(used).not.toMatch(/ghost|plainWord|otherWord/);
  });

  test('of marks without an end is read in linear time', async () => {
    for (const [path, mark] of Object.entries({
      'a.j2': '{% {{ ',
      'a.hbs': '{{',
      'a.blade.php': '@php @a( {{ ',
      'a.ep': '<% ',
    }))
      expect((await tagsOf(path, [mark.repeat(200_000)])).definitions).toEqual([]);
  });
});

describe('Razor', () => {
  const counter = [
    '@page "/counter/{Start}"',
    '@using Shop.Data',
    '@inject CartService Cart',
    '@* a ghostComment *@',
    '<PriceTag Value="@Cart.Total(currentCount)" @onclick="Increment" />',
    '@if (currentCount > LIMIT) { <p>mail me@ghost.example @@ghostName @currentCount.Plain()</p> }',
    '@code {',
    '    private int currentCount = 0;',
    '    [Parameter] public int Start { get; set; }',
    '    private List<(int id, string name)> Rows() { return Load("ghostText }"); }',
    '    void Increment()',
    '    {',
    '        var local = new Line(Start);',
    '    }',
    '}',
  ];

  test('gives the component, what is injected, and the members of its code', async () => {
    expect(await placesOf('Counter.razor', counter)).toEqual([
      '1 Counter',
      '3 Cart',
      '8 currentCount',
      '9 Start',
      '10 Rows',
      '11 Increment',
    ]);
    expect((await tagsOf('Counter.razor', counter)).imports.map(({ specifier }) => specifier)).toEqual([
      'Shop.Data',
    ]);
  });

  test('refers to what its markup and its code use', async () => {
    const used = await namesUsed('Counter.razor', counter);
    for (const name of [
      '3 CartService',
      '5 PriceTag',
      '5 Total',
      '5 Increment',
      '6 LIMIT',
      '6 Plain',
      '10 Load',
      '13 Line',
    ])
      expect(used).toContain(name);
    expect(used.join()).not.toContain('ghost');
  });

  test('of a page defines no component', async () => {
    expect(await placesOf('Index.cshtml', ['@model Shop.Order', '<h1>@Model.Title</h1>'])).toEqual([]);
    expect(await namesUsed('Index.cshtml', ['@model Shop.Order', '<h1>@Model.Title</h1>'])).toEqual(
      expect.arrayContaining(['1 Order', '2 Title']),
    );
  });
});
