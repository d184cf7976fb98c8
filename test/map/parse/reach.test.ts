import { describe, expect, test } from 'vitest';
import type { GrammarLanguage } from '../../../src/map/parse/language.ts';
import { c } from '../../../src/map/parse/languages/c.ts';
import { csharp } from '../../../src/map/parse/languages/csharp.ts';
import { go } from '../../../src/map/parse/languages/go.ts';
import { javascript } from '../../../src/map/parse/languages/javascript.ts';
import { python } from '../../../src/map/parse/languages/python.ts';
import { rust } from '../../../src/map/parse/languages/rust.ts';
import { swift } from '../../../src/map/parse/languages/swift.ts';
import { typescript } from '../../../src/map/parse/languages/typescript.ts';
import { reachesOf } from '../../../src/map/parse/reach.ts';
import { tagSource } from '../../../src/map/parse/tags.ts';

/** By name: what else a file has to name to mean the definition, or `anywhere`, or `imported`. */
async function reaches(source: string, language: GrammarLanguage): Promise<Record<string, string>> {
  const result = await tagSource(source, language);
  if (!result.ok) throw new Error(result.detail);
  const { definitions, references } = result.tags;
  const places = [...definitions, ...references];
  const found = reachesOf(result.tags);
  return Object.fromEntries(
    definitions.map(({ name }, index): [string, string] => {
      const reach = found?.[index] ?? 1;
      const owner = places[(reach >> 1) - 1]?.name;
      return [name, reach % 2 === 1 ? 'anywhere' : (owner ?? 'imported')];
    }),
  );
}

describe('a definition is meant by other files', () => {
  test('by its name where that is several words, or it is no member', async () => {
    const source =
      'class Basket:\n    def add_item(self): pass\n    def add(self): pass\ndef load_all(): pass\n';
    expect(await reaches(source, python)).toEqual({
      Basket: 'anywhere',
      add_item: 'anywhere',
      add: 'Basket',
      load_all: 'anywhere',
    });
  });

  test('where it is imported, if it is a value called by one word, or called by one letter or as what the language gives', async () => {
    const source =
      'app = Flask()\ndef load(): pass\nclass Exception: pass\nclass T: pass\nclass Task: pass\n';
    expect(await reaches(source, python)).toEqual({
      app: 'imported',
      load: 'anywhere',
      Exception: 'imported',
      T: 'imported',
      Task: 'anywhere',
    });
    expect(await reaches("exports.name = 'pet';\nexports.petName = 'pet';\n", javascript)).toEqual({
      name: 'imported',
      petName: 'anywhere',
    });
  });

  test('where its enum is named, whatever the name of the member', async () => {
    const source = 'enum Code { DateTime, None }\nclass Box { class Inner {} }\n';
    expect(await reaches(source, csharp)).toEqual({
      Code: 'anywhere',
      DateTime: 'Code',
      None: 'Code',
      Box: 'anywhere',
      Inner: 'anywhere',
    });
  });

  test('in a path, and not by its name, where it is a module of Rust', async () => {
    const source = 'mod unix { pub fn spawn_child() {} }\n#[derive(Default)]\nstruct Debug;\n';
    expect(await reaches(source, rust)).toEqual({
      unix: 'imported',
      spawn_child: 'anywhere',
      Debug: 'imported',
    });
  });

  test('where the function around it is named', async () => {
    const source =
      'function outer() {\n  function innerPart() {}\n  return innerPart;\n}\nmodule.exports = outer;\n';
    expect(await reaches(source, javascript)).toEqual({ outer: 'anywhere', innerPart: 'outer' });
  });

  test('where the type is named that it is written for elsewhere', async () => {
    expect(await reaches('impl Basket { pub fn add(&self) {} }\n', rust)).toMatchObject({ add: 'Basket' });
  });

  test('where it is imported, if its module does not export it; but a script without modules shows all', async () => {
    const source = 'export const shown = 1;\nfunction kept() {}\n';
    expect(await reaches(source, typescript)).toEqual({ shown: 'anywhere', kept: 'imported' });
    expect(await reaches('function shownToo() {}\n', javascript)).toEqual({ shownToo: 'anywhere' });
  });

  test('where it is imported, if every file has something of that name from the language', async () => {
    expect(await reaches('pub type Result<T> = Foo<T>;\npub struct Task;\n', rust)).toEqual({
      Result: 'imported',
      Task: 'anywhere',
    });
  });

  test('by its name in languages where a member is used without a word of its type', async () => {
    expect(await reaches('enum code { none };\nstruct box { int size; };\n', c)).toMatchObject({
      none: 'anywhere',
      size: 'anywhere',
    });
    expect(await reaches('enum Code { case none }\n', swift)).toMatchObject({ none: 'anywhere' });
    expect(await reaches('type box struct { size int }\n', go)).toMatchObject({ size: 'anywhere' });
  });
});
