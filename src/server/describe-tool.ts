import { toJSONSchema, type z } from 'zod';
import type { ProfileTool } from '../tools/profiles/profile.ts';
import { kebabKey } from './argument-keys.ts';
import type { ArgumentStyle } from './arguments.ts';
import type { CatalogEntry, JsonObjectSchema } from './definition.ts';

/** A tool as a client sees it, under its own name; schemas are JSON Schema 2020-12. */
export function describeTool(tool: ProfileTool<never>, style: ArgumentStyle): CatalogEntry {
  return {
    name: tool.name,
    title: tool.annotations.title,
    description: tool.description,
    inputSchema: inputSchema(tool.input, style),
    ...(tool.output ? { outputSchema: schemaOf(tool.output, 'output') } : {}),
    annotations: tool.annotations,
    mutates: tool.mutates,
  };
}

/** Without the bounds that zod gives to every integer: they say nothing, and a model reads them each time. */
const schemaOf = (type: z.ZodObject, io: 'input' | 'output'): JsonObjectSchema =>
  toJSONSchema(type, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as JsonObjectSchema;

function inputSchema(input: z.ZodObject, style: ArgumentStyle): JsonObjectSchema {
  const schema = schemaOf(input, 'input');
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
