import type { DefinitionKind } from './model.ts';

/** What has members or stands for them. */
export const TYPE_KINDS: ReadonlySet<DefinitionKind> = new Set([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'object',
  'type',
  'module',
]);
export const CALLABLE_KINDS: ReadonlySet<DefinitionKind> = new Set(['function', 'method', 'constructor']);
export const VALUE_KINDS: ReadonlySet<DefinitionKind> = new Set([
  'member',
  'property',
  'variable',
  'constant',
]);
