import { invalidArgument, RepomapError } from '../errors.ts';
import { displayPath } from './display-path.ts';

export const MAX_PATH_BYTES = 4096;
export const MAX_NAME_BYTES = 255;
/** Each component costs one open handle while a call runs. */
export const MAX_COMPONENTS = 256;

/**
 * The components of a path argument, '.' and empty ones removed; [] is the root.
 * The walk over handles would refuse everything refused here too: this layer is redundant on purpose,
 * because it can say what the caller did wrong. Throws invalid-argument and outside-root.
 */
export function parsePath(path: unknown, argument = 'path'): string[] {
  if (typeof path !== 'string') throw invalidArgument(`${argument} must be a string`);
  if (path === '') throw invalidArgument(`${argument} must not be empty`, "use '.' for the root");
  if (path.includes('\0')) throw invalidArgument(`${argument} must not contain a NUL character`);
  if (/\p{Surrogate}/u.test(path))
    throw invalidArgument(`${argument} must be valid Unicode: it has a lone surrogate`);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw invalidArgument(
      `${argument} is too long: ${Buffer.byteLength(path)} bytes, at most ${MAX_PATH_BYTES}`,
    );
  }
  if (path.startsWith('/')) {
    throw new RepomapError('outside-root', `${argument} must be relative to the root, not absolute`, {
      path,
      hint: "leave out the leading part, e.g. 'src/app.ts'",
    });
  }
  const components = path.split('/').filter((part) => part !== '' && part !== '.');
  if (components.includes('..')) {
    throw new RepomapError('outside-root', `${argument} '${displayPath(path)}' must not contain '..'`, {
      path,
    });
  }
  if (components.length > MAX_COMPONENTS) {
    throw invalidArgument(
      `${argument} is too deep: ${components.length} components, at most ${MAX_COMPONENTS}`,
    );
  }
  for (const name of components) checkName(name, argument);
  return components;
}

/** '.' for [], else joined by '/'. */
export function joinPath(components: readonly string[]): string {
  return components.length === 0 ? '.' : components.join('/');
}

function checkName(name: string, argument: string): void {
  const length = Buffer.byteLength(name);
  if (length > MAX_NAME_BYTES) {
    throw invalidArgument(
      `${argument} has a name that is too long: '${displayPath(name.slice(0, 40))}…' has ${length} bytes, at most ${MAX_NAME_BYTES}`,
    );
  }
  if (process.platform === 'win32') checkWindowsName(name, argument);
}

const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Names that Windows reads as something else: a drive, a stream, a device, or the name without its ending. */
export function checkWindowsName(name: string, argument: string): void {
  if (/[\\:]/.test(name)) {
    throw new RepomapError(
      'outside-root',
      `${argument} must use '/' and no drive, device or stream: '${displayPath(name)}'`,
    );
  }
  if (/[. ]$/.test(name))
    throw invalidArgument(`${argument} has a name that ends in a dot or space: '${name}'`);
  if (RESERVED.test(name)) throw invalidArgument(`${argument} has a name that Windows reserves: '${name}'`);
}
