import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CallAnswer, TestClient } from './clients.ts';

/** Answers that conform and calls that were accepted, over all clients of this process. */
export const checkedCalls = { count: 0 };

/**
 * A client that checks every call against what the server advertised: schemas are valid 2020-12, arguments that were
 * accepted fit the input schema, and structured content fits the output schema.
 */
export function conforming(client: TestClient): TestClient {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  let schemas:
    | Promise<
        Map<
          string,
          { input: ReturnType<Ajv2020['compile']>; output: ReturnType<Ajv2020['compile']> | undefined }
        >
      >
    | undefined;
  const load = async () => {
    const tools = await client.listTools();
    return new Map(
      tools.map(({ name, inputSchema, outputSchema }) => [
        name,
        { input: ajv.compile(inputSchema), output: outputSchema && ajv.compile(outputSchema) },
      ]),
    );
  };
  return {
    ...client,
    async callTool(name, args = {}, options) {
      const answer: CallAnswer = await client.callTool(name, args, options);
      schemas ??= load();
      const schema = (await schemas).get(name);
      if (schema && !answer.isError) {
        requireFit(`arguments of ${name}`, schema.input, args);
        if (schema.output) requireFit(`answer of ${name}`, schema.output, answer.structuredContent);
        else if (answer.structuredContent) throw new Error(`${name} sends data that no schema describes`);
        checkedCalls.count++;
      }
      return answer;
    },
  };
}

function requireFit(what: string, validate: ReturnType<Ajv2020['compile']>, value: unknown): void {
  if (!validate(value)) throw new Error(`${what} do not fit: ${JSON.stringify(validate.errors)}`);
}
