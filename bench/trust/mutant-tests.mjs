// The process in which mutate.mjs has its tests run: one instance of the test runner, so that a mutant costs the tests
// and not the start. It may hang in a mutant; mutate.mjs ends it then, with the threads that it started.
import path from 'node:path';
import { createVitest } from 'vitest/node';

const vitest = await createVitest('test', {
  root: process.cwd(),
  watch: false,
  bail: 1,
  testTimeout: 120_000,
  ...JSON.parse(process.argv[2]),
  globalSetup: [],
  reporters: [{}],
});

/** What was changed last has been put back meanwhile. */
let before;

process.on('message', async ({ changed, lists }) => {
  for (const file of [before, changed]) if (file) vitest.invalidateFile(path.resolve(file));
  before = changed;
  let failed;
  for (const tests of lists) {
    const specifications = await vitest.globTestSpecifications(tests.map((test) => `test/${test}`));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    failed = testModules.find((module) => !module.ok())?.relativeModuleId ?? unhandledErrors[0]?.message;
    if (failed) break;
  }
  process.send({ failed });
});
process.send('ready');
