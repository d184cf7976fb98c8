import { readFileSync } from 'node:fs';
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { LEGACY_VERSIONS } from '../../src/server/protocol-versions.ts';
import { makeWholeCatalog } from '../../src/server/whole-catalog.ts';

test('the catalogue that ships is the one that the tools give', async () => {
  const shipped = JSON.parse(readFileSync('dist/catalog.json', 'utf8'));
  expect(shipped).toEqual(JSON.parse(JSON.stringify(await makeWholeCatalog())));
});

test('the revisions that are answered without the SDK are those of the SDK', () => {
  expect(LEGACY_VERSIONS).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  expect(LEGACY_VERSIONS[0]).toBe(LATEST_PROTOCOL_VERSION);
});

test('every tool teaches a model when to use it, in every profile', async () => {
  for (const [profile, entries] of Object.entries(await makeWholeCatalog())) {
    for (const { name, title, description, annotations } of entries) {
      expect(description.length, `${profile} ${name}`).toBeGreaterThan(25);
      expect(title, name).toBe(annotations.title);
      expect(annotations, name).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false });
    }
  }
});
