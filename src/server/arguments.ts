import type { z } from 'zod';
import { invalidArgument } from '../errors.ts';
import { camelKey, kebabKey } from './argument-keys.ts';
import type { JsonObjectSchema, ToolDefinition } from './definition.ts';

/** How a set of tools names its arguments, and what it does with one that it does not know. */
export interface ArgumentStyle {
  keys: 'kebab' | 'as-declared';
  unknown: 'refuse' | 'ignore';
}

/**
 * The arguments of one call, keys normalised and values checked, or an invalid-argument error that tells a
 * model which argument is wrong, what it was and what it has to be.
 */
export function readArguments<Input extends z.ZodObject>(
  definition: ToolDefinition,
  input: Input,
  args: Record<string, unknown>,
  style: ArgumentStyle,
): z.output<Input> {
  const known = new Set(Object.keys(input.shape));
  const normalised: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(args)) {
    const name = style.keys === 'kebab' ? camelKey(key) : key;
    if (!known.has(name)) {
      if (style.unknown === 'ignore') continue;
      throw invalidArgument(
        `${definition.name} has no argument '${key}'`,
        listArguments(definition.inputSchema),
      );
    }
    if (Object.hasOwn(normalised, name)) throw invalidArgument(`'${key}' is given twice, in two spellings`);
    normalised[name] = value;
  }
  const parsed = input.safeParse(normalised);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidArgument(explainIssue(definition, normalised, issue && innermost(issue), style));
}

/** Of a value that may be one thing or another: what is wrong in the one that it comes near to. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().find(({ path }) => path.length > 0);
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

function listArguments({ properties = {} }: JsonObjectSchema): string {
  const names = Object.keys(properties);
  return names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`;
}

function explainIssue(
  { name, inputSchema }: ToolDefinition,
  args: Record<string, unknown>,
  issue: z.core.$ZodIssue | undefined,
  style: ArgumentStyle,
): string {
  const [key, ...rest] = issue?.path ?? [];
  if (issue === undefined || typeof key !== 'string')
    return `${name}: ${issue?.message ?? 'malformed arguments'}`;
  const label = style.keys === 'kebab' ? kebabKey(key) : key;
  const where = `'${label}'${place(rest)}`;
  const expected = describeSchema(
    rest.reduce(schemaOfPart, inputSchema.properties?.[label]) ?? expectedBy(issue),
  );
  const value = rest.reduce<unknown>((whole, part) => Object(whole)[part], args[key]);
  if (value === undefined) return `${name} needs ${where}: ${expected}`;
  if (issue.code === 'custom') return `${where}: ${issue.message}`;
  if (issue.code === 'too_small' && value === '') return `${where} must not be empty`;
  return `${where} must be ${expected}; got ${describeValue(value)}`;
}

const place = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');

/** The schema of an item or of a member. */
function schemaOfPart(schema: unknown, part: PropertyKey): unknown {
  const { items, properties, anyOf } = Object(schema);
  if (Array.isArray(anyOf))
    return anyOf.map((one) => schemaOfPart(one, part)).find((found) => found !== undefined);
  return typeof part === 'number' ? items : properties?.[part];
}

/** For a reserved argument, which no client is shown a schema of. */
function expectedBy(issue: z.core.$ZodIssue): unknown {
  if (issue.code !== 'invalid_type') return undefined;
  return { type: issue.expected === 'record' ? 'object' : issue.expected };
}

function describeSchema(schema: unknown): string {
  const {
    type,
    enum: choices,
    minimum,
    maximum,
    items,
    minItems,
    anyOf,
  } = Object(schema) as Record<string, unknown>;
  if (Array.isArray(choices)) return `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
  if (Array.isArray(anyOf)) return anyOf.map(describeSchema).join(' or ');
  if (type === 'array')
    return `a list${minItems ? ` of at least ${minItems}` : ''}, each item ${describeSchema(items)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'object') return 'an object';
  if (type !== 'integer' && type !== 'number') return `a ${type ?? 'value'}`;
  const from =
    typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? ` of at least ${minimum}` : '';
  const to =
    typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? ` and at most ${maximum}` : '';
  return `${type === 'integer' ? 'an integer' : 'a number'}${from}${from ? to : to.replace(' and', ' of')}`;
}

/** Longest excerpt of a wrong value in a message. */
const EXCERPT_CHARS = 60;

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  const shown = text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text;
  return typeof value === 'string' ? `the string ${shown}` : shown;
}
