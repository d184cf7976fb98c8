import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../../../src/map/graph/build.ts';
import { splitIdentifier, stem } from '../../../../src/map/graph/names/words.ts';
import { CodeText } from '../../../../src/map/graph/query/code-text.ts';
import { scoreLexically } from '../../../../src/map/graph/query/lexical-scores.ts';
import { scorePassages } from '../../../../src/map/graph/query/passages.ts';
import { parseQuery } from '../../../../src/map/graph/query/query.ts';
import { TermMatcher } from '../../../../src/map/graph/query/term-matcher.ts';
import { WEIGHTS as w } from '../../../../src/map/graph/weights.ts';
import type { Definition } from '../../../../src/map/model.ts';
import { smallTree } from '../small-tree.ts';

const tree = smallTree({
  'net/http_client.py': {
    defines: ['HttpClient', 'send_request', 'retry'],
    uses: ['socket', 'socket', 'Timeout'],
    says: ['request', 'request', 'server'],
  },
  'net/socket.py': { defines: ['socket', 'Timeout', 'listen'], says: ['server', 'server', 'timeouts'] },
  'app/main.py': { defines: ['main'], uses: ['HttpClient', 'send_request', 'send_request', 'send_request'] },
  'app/log.py': { defines: ['retry', 'log'], says: ['nothing', 'much'] },
  'docs/_.py': { says: ['client', 'words', 'and', 'more', 'words'] },
});
const QUERY = 'HttpClient sends requests to the server: retry on Timeout of the socket';

const query = parseQuery(QUERY, w);
const matcher = new TermMatcher(query);
const scores = scoreLexically(buildGraph(tree), query, matcher, w);

/** Everything below says the formulas of docs/ranking.md once more, the slow way. */
const rarity = (n: number) => Math.log(1 + (tree.files.length - n + 0.5) / (n + 0.5));
const bm25 = (times: number, relativeLength: number, k: number, b: number) =>
  times === 0 ? 0 : (times * (k + 1)) / (times + k * (1 - b + b * relativeLength));
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
const answers = (word: string, term: number) => (matcher.match(word).includes(term) ? 1 : 0);
const lengths = tree.files.map(({ tags }) => sum(tags.words.counts));
const relative = lengths.map((length) => length / (sum(lengths) / lengths.length));

const times = tree.files.map(({ path, tags }) =>
  query.terms.map((_, term) => {
    const parts = path.replace(/\.py$/, '').split('/');
    const name = parts.pop() ?? '';
    return (
      sum(tags.words.words.map((word, at) => (tags.words.counts[at] ?? 0) * answers(word, term))) +
      w.pathInText * answers(name, term) +
      w.folderInText * sum(parts.map((part) => answers(part, term)))
    );
  }),
);
const filesWith = query.terms.map((_, term) => times.filter((file) => (file[term] ?? 0) > 0).length);
const worth = query.terms.map((term, index) => {
  const filesOfWord =
    term.kind === 'relative'
      ? filesWith[query.terms.findIndex(({ kind, text }) => kind === 'stem' && text === term.of)]
      : 0;
  const own = filesWith[index] ?? 0;
  return own < (filesOfWord ?? 0) ? 0 : term.weight * rarity(own);
});

function expectClose(found: Float64Array, expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  expected.forEach((value, at) => {
    expect(found[at]).toBeCloseTo(value, 9);
  });
  expect(expected.some((value) => value > 0)).toBe(true);
}

describe('the words of a query in the files of a tree', () => {
  test('are worth their weight times their rarity', () => expectClose(scores.worth, worth));

  test('score a file by BM25 over its text and its path', () => {
    expectClose(
      scores.text,
      times.map((file, at) =>
        sum(
          file.map(
            (count, term) =>
              (worth[term] ?? 0) * bm25(count, relative[at] ?? 0, w.bm25Saturation, w.bm25Length),
          ),
        ),
      ),
    );
  });

  test('score a file by BM25 over identifiers that are spelled as in the query', () => {
    const spelled = ['HttpClient', 'Timeout'];
    const counts = tree.files.map(({ tags }) =>
      spelled.map((word) => tags.words.counts[tags.words.words.indexOf(word)] ?? 0),
    );
    expectClose(
      scores.exact,
      counts.map((file, at) =>
        sum(
          file.map((count, word) => {
            const n = counts.filter((one) => (one[word] ?? 0) > 0).length;
            return rarity(n) * bm25(count, relative[at] ?? 0, w.bm25Saturation, w.bm25Length);
          }),
        ),
      ),
    );
  });

  test('score the definers of a name, each a share of it, in whole at most, to a power', () => {
    // HttpClient and Timeout are spelled like code, retry and socket are words; retry has two definers.
    const plain = w.plainDefiner;
    const byPath = {
      'app/log.py': plain / 2,
      'net/http_client.py': Math.min(1, 1 + plain / 2),
      'net/socket.py': Math.min(1, 1 + plain),
    };
    expectClose(
      scores.definers,
      tree.files.map(({ path }) => (byPath[path as keyof typeof byPath] ?? 0) ** w.definerShare),
    );
  });

  test('score a file name by the share of its words that are asked for, rare ones more', () => {
    const sets = tree.files.map(
      ({ path }) => new Set(splitIdentifier(path.replace(/^.*\/|\.py$/g, '')).map(stem)),
    );
    const value = (word: string) => Math.log(1 + sets.length / sets.filter((set) => set.has(word)).length);
    const asked = new Set(query.terms.flatMap((term) => (term.kind === 'stem' ? [term.text] : [])));
    expectClose(
      scores.name,
      sets.map((set) => {
        const all = sum([...set].map(value));
        return all === 0 ? 0 : sum([...set].filter((word) => asked.has(word)).map(value)) / all;
      }),
    );
  });
});

test('a folder name scores by the share of its words that are asked for, the best on the path for all below', () => {
  const deep = smallTree({
    'src/http-client/pool/a.py': { defines: ['a'] },
    'src/client/b.py': { defines: ['b'] },
    'src/c.py': { defines: ['client'] },
  });
  const asked = parseQuery('a client is slow', w);
  const { folderName } = scoreLexically(buildGraph(deep), asked, new TermMatcher(asked), w);
  const [c = 0, b = 0, a = 0] = folderName;
  expect([c, b]).toEqual([0, 1]);
  expect(a).toBeGreaterThan(0);
  expect(a).toBeLessThan(1);
});

describe('the words of a query in one file', () => {
  const text = [
    '# server server',
    'class Client:',
    '    limit = 3  # retry',
    '    def send(self):',
    '        # the socket of the server',
    '        return socket',
    '',
    ...Array.from({ length: 50 }, (_, i) => `value_${i} = ${i}`),
    'def timeout():',
    '    pass  # socket',
  ].join('\n');
  const at = (name: string, startLine: number, endLine: number, parent = -1): Definition => ({
    name, kind: 'function', line: startLine, startLine, endLine, row: name, parent, exported: true,
  }); // biome-ignore format: one thought
  const definitions = [at('Client', 2, 6), at('send', 4, 6, 0), at('timeout', 58, 59)];
  const terms = {
    matcher,
    worth: Float64Array.from(worth),
    stems: query.terms.map(({ kind }) => kind === 'stem'),
  };
  const named = new Map(definitions.map(({ name }, index) => [index, matcher.match(name)]));
  const found = scorePassages(new CodeText(text, definitions), named, terms, w);
  const lines = text.split('\n').map((line) => `${line}\n`);

  test('score a definition by BM25 of its own lines, its name counted in', () => {
    const own = [[1, 2], [3, 4, 5], [57, 58]]; // biome-ignore format: short
    const expected = definitions.map(({ name }, index) => {
      const body = (own[index] ?? []).map((line) => lines[line] ?? '');
      const length = Math.max(300, sum(body.map((line) => line.length)) - (index === 2 ? 1 : 0)) / 900;
      const words = body.flatMap((line) => line.match(/[\p{L}\p{N}_$]+/gu) ?? []);
      return sum(
        worth.map((value, term) => {
          const count = sum(words.map((word) => answers(word, term))) + w.bodyName * answers(name, term);
          return value * bm25(count, length, w.bodySaturation, w.bodyLength);
        }),
      );
    });
    expectClose(found.bodies, expected);
  });

  test('stand together to the share of their worth that 40 lines hold', () => {
    const stems = query.terms.flatMap((term, index) =>
      term.kind === 'stem' ? [{ text: term.text, value: worth[index] ?? 0 }] : [],
    );
    const near = new Set(['server', 'client', 'retry', 'send', 'socket'].map(stem));
    const all = sum(stems.map(({ value }) => value));
    expect(found.close).toBeCloseTo(
      sum(stems.filter((one) => near.has(one.text)).map(({ value }) => value)) / all,
      9,
    );
  });
});
