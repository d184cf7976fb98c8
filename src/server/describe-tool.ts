import { toJSONSchema, type z } from 'zod';
import type { Tool } from '../tools/tool.ts';
import { kebabKey } from './argument-keys.ts';
import type { ArgumentStyle } from './arguments.ts';
import type { CatalogEntry } from './catalog.ts';
import type { JsonObjectSchema } from './definition.ts';

/** A tool as a client sees it, under its own name; schemas are JSON Schema 2020-12. */
export function describeTool(tool: Tool<z.ZodObject, never>, style: ArgumentStyle): CatalogEntry {
  return {
    name: tool.name,
    title: tool.annotations.title,
    description: tool.description,
    inputSchema: inputSchema(tool.input, style),
    outputSchema: toJSONSchema(tool.output, { io: 'output' }) as JsonObjectSchema,
    annotations: tool.annotations,
    mutates: tool.mutates,
  };
}

function inputSchema(input: z.ZodObject, style: ArgumentStyle): JsonObjectSchema {
  const schema = toJSONSchema(input, { io: 'input' }) as JsonObjectSchema;
  const advertised = style.keys === 'kebab' ? kebabKey : (key: string) => key;
  const properties = Object.entries(schema.properties ?? {}).filter(([key]) => !isReserved(key));
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([key, value]) => [advertised(key), value])),
    ...(schema.required ? { required: schema.required.map(advertised) } : {}),
  };
}

/** Added by a layer between the model and the server, never by the model: so never advertised. */
const isReserved = (key: string) => key.startsWith('_');
