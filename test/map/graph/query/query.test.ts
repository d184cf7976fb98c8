import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../src/map/graph/query/query.ts';
import { TermMatcher } from '../../../../src/map/graph/query/term-matcher.ts';
import { WEIGHTS } from '../../../../src/map/graph/weights.ts';

const pathsOf = (text: string) => parseQuery(text, WEIGHTS).paths;

describe('the paths of a query', () => {
  test.each([
    ['see src/app.py:12 and lib\\net.c', ['src/app.py:12', 'lib/net.c:']],
    ['at run (/srv/app/index.js:3:14)', ['srv/app/index.js:3']],
    ['File "../a/b.py", line 3', ['../a/b.py:']],
    ['main.go fails, as does -x.ts', ['main.go:', 'x.ts:']],
    ['a//b/c.rs', ['b/c.rs:']],
    ['src/app.py, src/app.py', ['src/app.py:']],
    ['no path here', []],
  ])('%s', (text, paths) => {
    expect(pathsOf(text).map(({ path, line }) => `${path}:${line ?? ''}`)).toEqual(paths);
  });

  test('are so few that each can be looked for in every file', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `src/file${index}.py`).join('\n');
    expect(pathsOf(many)).toHaveLength(256);
  });
});

describe('the words of a query', () => {
  test('are no longer than a name can be, beside whatever data was pasted', () => {
    const { terms, identifiers } = parseQuery(`decode ${'a'.repeat(100_000)} header`, WEIGHTS);
    expect(terms.filter(({ kind }) => kind === 'form').map(({ text }) => text)).toEqual(['decode', 'header']);
    expect([...identifiers.keys()]).toEqual(['decode', 'header']);
  });
});

describe('other forms of a word', () => {
  const relativesIn = (text: string) =>
    parseQuery(text, WEIGHTS).terms.flatMap((term) => (term.kind === 'relative' ? [term.text] : []));

  test('are terms after all that the query says itself', () => {
    const { terms } = parseQuery('validation of messages', WEIGHTS);
    expect(terms.map(({ kind }) => kind).lastIndexOf('form')).toBeLessThan(
      terms.findIndex(({ kind }) => kind === 'relative'),
    );
    expect(relativesIn('validation of messages')).toEqual(['validat', 'validator', 'valid', 'msg']);
  });

  test('are none of parts of a name, and none that the query has as words', () => {
    expect(relativesIn('readMessage')).toEqual([]);
    expect(relativesIn('message or msg')).toEqual([]);
  });
});

describe('a compound name', () => {
  const wholeOf = (text: string) =>
    parseQuery(text, WEIGHTS).terms.flatMap((term) => (term.kind === 'whole' ? [term.text] : []));

  test('is a term beside its parts', () => {
    expect(wholeOf('maxLen and max_len')).toEqual(['maxlen']);
  });

  test.each(['_retry', '__init__', 'RETRY', 'retry2'])('of one part, as %s, is that part alone', (word) => {
    expect(wholeOf(word)).toEqual([]);
  });
});

describe('the names of a query', () => {
  const namesOf = (text: string) =>
    [...parseQuery(text, WEIGHTS).identifiers]
      .filter(([, looksLikeCode]) => looksLikeCode)
      .map(([word]) => word);

  test.each([
    ['Parse the options of parseArgs and max_len', ['parseArgs', 'max_len']],
    ['Replies of a Router. Redirects go through Session', ['Router', 'Session']],
    ['Redirects\n\n* Sessions end early\n- Tokens expire: Always', []],
    ['the `select` macro, io::copy, app.route and @cached', ['select', 'copy', 'route', 'cached']],
    ['Router first, then the Router', ['Router']],
  ])(
    'of %j look like code where spelling, quotes or marks say so, and not for opening a sentence',
    (text, names) => {
      expect(namesOf(text)).toEqual(names);
    },
  );
});

describe('the words that answer a query', () => {
  const answers = (text: string, word: string) => {
    const query = parseQuery(text, WEIGHTS);
    return new TermMatcher(query).match(word).map((term) => query.terms[term]?.kind);
  };

  test.each([
    ['parse options', 'parsing', ['stem']],
    ['parse options', 'Options', ['stem', 'form']],
    ['parse options', 'parse_option', ['stem', 'form', 'stem', 'pair']],
    ['parse options', 'compare', []],
    ['maxLen', 'max_len', ['whole', 'stem', 'form', 'stem', 'form', 'pair']],
    ['getBy', 'get_by', ['whole']],
    ['groß', 'GROSS_große', ['stem']],
  ])('of %j: %s answers %j', (text, word, kinds) => {
    expect(answers(text, word)).toEqual(kinds);
  });
});

// Each would take minutes if a start in the middle of a run cost a look at the rest of it.
test.each([['aA0_'], ['a-'], ['a.'], ['a/'], ['a b.c '], ['@+'], ['(']])(
  'a query of 200,000 characters, %s over and over, is read',
  (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(parseQuery(text, WEIGHTS).terms.length).toBeLessThanOrEqual(96);
  },
);
