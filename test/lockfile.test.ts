import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockEntry {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockEntry>;
};

/** The places where Node would look for `name` from `place`, nearest first. */
function lookups(place: string, name: string): string[] {
  const at = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
  if (place === '') return [at];
  const above = place.lastIndexOf('/node_modules/');
  return [at, ...lookups(above < 0 ? '' : place.slice(0, above), name)];
}

// `npm ci` of npm 11 refuses a lock file that lacks even an optional dependency; npm 10 does not notice.
test('the lock file holds every dependency of every package, optional ones too', () => {
  const missing = Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
      .filter((name) => !lookups(place, name).some((found) => found in packages))
      .map((name) => `${place || '.'} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file is of the dependencies that package.json names', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as LockEntry;
  expect({
    dependencies: packages['']?.dependencies,
    devDependencies: packages['']?.devDependencies,
  }).toEqual({
    dependencies,
    devDependencies,
  });
});
