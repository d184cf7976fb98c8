import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { snapshot } from '../fs/arena.ts';
import { makeTree, QUICK_PARENT } from '../tree.ts';
import { makeToolkit } from './toolkit.ts';

/** A tree as a plain map: text of a file, null for a directory. The root is not in it. */
type Model = Map<string, string | null>;

const RUNS = Number(process.env.REPOMAP_MODEL_RUNS ?? 60);

const name = fc.constantFrom('a', 'b', 'c');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const text = fc.constantFrom('', 'x', 'xx', 'y\r\n', 'xyx');

const command = fc.oneof(
  fc.record({
    tool: fc.constant('write' as const),
    path,
    content: text,
    mode: fc.constantFrom('overwrite', 'append'),
  }),
  fc.record({
    tool: fc.constant('edit' as const),
    path,
    'old-string': fc.constantFrom('x', 'y', 'xx'),
    'new-string': text,
    'replace-all': fc.boolean(),
  }),
  fc.record({ tool: fc.constant('mkdir' as const), path }),
  fc.record({ tool: fc.constant('move' as const), from: path, to: path }),
  fc.record({ tool: fc.constant('delete' as const), path, recursive: fc.boolean() }),
  fc.record({ tool: fc.constant('read' as const), path }),
  fc.record({ tool: fc.constant('list' as const), path }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const parentOf = (of: string) => of.slice(0, Math.max(0, of.lastIndexOf('/')));
const isDirectory = (model: Model, at: string) => at === '' || model.get(at) === null;
const below = (model: Model, at: string) => [...model.keys()].filter((key) => key.startsWith(`${at}/`));

/** Does to the model what the tool must do; false where it must refuse and change nothing. */
function apply(model: Model, step: Command): boolean {
  switch (step.tool) {
    case 'read':
      return typeof model.get(step.path) === 'string';
    case 'list':
      return isDirectory(model, step.path);
    case 'write': {
      const old = model.get(step.path);
      if (old === null || !isDirectory(model, parentOf(step.path))) return false;
      model.set(step.path, step.mode === 'append' ? (old ?? '') + step.content : step.content);
      return true;
    }
    case 'edit': {
      const old = model.get(step.path);
      if (typeof old !== 'string' || step['old-string'] === step['new-string']) return false;
      const parts = old.split(step['old-string']);
      if (parts.length < 2 || (parts.length > 2 && !step['replace-all'])) return false;
      model.set(step.path, parts.join(step['new-string']));
      return true;
    }
    case 'mkdir': {
      const names = step.path.split('/');
      const all = names.map((_, index) => names.slice(0, index + 1).join('/'));
      if (all.some((one) => typeof model.get(one) === 'string')) return false;
      for (const one of all) model.set(one, null);
      return true;
    }
    case 'move': {
      const moved = model.get(step.from);
      if (moved === undefined || model.has(step.to) || !isDirectory(model, parentOf(step.to))) return false;
      if (`${step.to}/`.startsWith(`${step.from}/`)) return false;
      for (const key of [step.from, ...below(model, step.from)]) {
        model.set(step.to + key.slice(step.from.length), model.get(key) ?? null);
        model.delete(key);
      }
      return true;
    }
    case 'delete': {
      const inside = below(model, step.path);
      if (!model.has(step.path) || (inside.length > 0 && !step.recursive)) return false;
      for (const key of [step.path, ...inside]) model.delete(key);
      return true;
    }
  }
}

function onDisk(directory: string): Record<string, string | null> {
  const entries = Object.entries(snapshot(directory));
  return Object.fromEntries(
    entries.map(([at, found]) => [at, found === 'directory' ? null : found.split(' ').slice(3).join(' ')]),
  );
}

it.each(['best', 'guarded-paths'] as const)(
  'the disk and a model of it agree after every call, by %s',
  async (confinement) => {
    const before = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
    let succeeded = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (steps) => {
        const directory = makeTree({}, QUICK_PARENT);
        const kit = makeToolkit(directory, { confinement });
        const model: Model = new Map();
        for (const step of steps) {
          const { tool, ...args } = step;
          const expected = apply(model, step);
          const answer = await kit.call(tool, args);
          expect(answer.failed, `${tool} ${JSON.stringify(args)}: ${answer.text}`).toBe(!expected);
          if (expected) succeeded += 1;
          if (expected && tool === 'read') expect(answer.text).toBe(model.get(step.path));
          expect(onDisk(directory)).toEqual(
            Object.fromEntries([...model].sort(([a], [b]) => (a < b ? -1 : 1))),
          );
        }
      }),
      { numRuns: RUNS },
    );
    expect(succeeded).toBeGreaterThan(RUNS);
    // The roots of all runs stay open until the test ends: one handle each, and nothing else.
    const roots = confinement === 'best' ? RUNS : 0;
    if (before > 0) expect(readdirSync('/proc/self/fd').length - before).toBeLessThanOrEqual(roots + 2);
  },
  300_000,
);
