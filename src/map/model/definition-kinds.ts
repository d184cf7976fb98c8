import type { DefinitionKind } from '../model.ts';

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
/** What says whose members stand in it. */
export const ENCLOSING_KINDS: ReadonlySet<DefinitionKind> = new Set([...TYPE_KINDS, 'extension']);
/** What nothing can refer to. */
export const NAMELESS_KINDS: ReadonlySet<DefinitionKind> = new Set(['extension', 'entry']);
export const CALLABLE_KINDS: ReadonlySet<DefinitionKind> = new Set(['function', 'method', 'constructor']);
export const VALUE_KINDS: ReadonlySet<DefinitionKind> = new Set([
  'member',
  'property',
  'variable',
  'constant',
]);
