import { setTimeout as sleep } from 'node:timers/promises';
import { invalidArgument } from '../../../src/errors.ts';
import type { JsonObjectSchema, ServedTool } from '../../../src/server/definition.ts';
import type { ToolCall, ToolContent } from '../../../src/tools/tool.ts';

// One pixel, and a WAVE header without samples.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const text = (value: string): ToolContent => ({ type: 'text', text: value });
const image: ToolContent = { type: 'image', data: PNG, mimeType: 'image/png' };
const audio: ToolContent = { type: 'audio', data: WAV, mimeType: 'audio/wav' };
const resource: ToolContent = {
  type: 'resource',
  resource: { uri: 'test://embedded', mimeType: 'application/octet-stream', blob: 'AAEC' },
};

function tool(
  name: string,
  run: (call: ToolCall) => Promise<ToolContent[]>,
  inputSchema: JsonObjectSchema = { type: 'object' },
): ServedTool {
  return {
    definition: {
      name,
      title: name,
      description: `The conformance tool ${name}`,
      inputSchema,
      annotations: { title: name, readOnlyHint: true, openWorldHint: false },
    },
    call: async (_, call) => ({ content: await run(call) }),
  };
}

/** What the conformance runner expects of a server under test, as far as tools go. */
export const conformanceTools: readonly ServedTool[] = [
  tool('test_simple_text', async () => [text('This is a simple text response for testing.')]),
  tool('test_image_content', async () => [image]),
  tool('test_audio_content', async () => [audio]),
  tool('test_embedded_resource', async () => [resource]),
  tool('test_multiple_content_types', async () => [text('Multiple content types test:'), image, resource]),
  tool('test_error_handling', async () => {
    throw invalidArgument('This tool intentionally returns an error for testing');
  }),
  tool('test_tool_with_progress', async ({ progress }) => {
    for (const done of [0, 50, 100]) {
      await sleep(120);
      progress(done, 100, `${done} of 100`);
    }
    return [text('done')];
  }),
  tool('json_schema_2020_12_tool', async () => [text('ok')], {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
];
