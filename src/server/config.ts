import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { invalidArgument, RepomapError } from '../errors.ts';
import { isObject } from './messages.ts';
import type { ServerOptions } from './options.ts';

/** One toolkit: a directory under a prefix. */
export interface ToolkitConfig {
  /** What the configuration calls it, for messages: the key of a configured one, or the directory. */
  label: string;
  root: string;
  prefix: string;
  readOnly: boolean;
  history: boolean;
}

export interface ServerConfig {
  name: string | undefined;
  version: string | undefined;
  instructions: string | undefined;
  toolkits: readonly ToolkitConfig[];
}

const DEFAULT_PREFIX = 'fs';
/** Clients accept tool names of up to 64 letters, digits, '_' and '-'; the longest of ours has 24. */
const PREFIX_PATTERN = /^[A-Za-z0-9_-]{0,40}$/;
/** What may stand before '#' in a toolkit's key. */
const TOOLKIT_KIND = 'FileSystem';

/**
 * Puts the command line and the configuration file together; an option of the command line wins over the
 * file. Throws invalid-argument, and not-found for a file that is not there.
 */
export function readConfig(options: ServerOptions): ServerConfig {
  const file = options.configFile === undefined ? {} : readConfigFile(options.configFile);
  if (options.profile !== 'fs') requireNoToolkits(options, file);
  if (options.permissions && options.profile !== 'file-operations')
    throw invalidArgument(
      `Profile ${options.profile} takes no --permissions`,
      'to serve no tool that changes anything, say --read-only',
    );
  const toolkits = [
    ...(options.profile === 'fs' ? fromDirectories(options) : []),
    ...Object.entries(file.tools ?? {}).map(([key, value]) => readToolkit(key, value, file.folder)),
    ...options.tools.map(readToolOption),
  ].map((toolkit) => ({
    ...toolkit,
    readOnly: toolkit.readOnly || options.readOnly,
    history: toolkit.history || options.history,
  }));
  return {
    name: options.name ?? file.name,
    version: file.version,
    instructions: file.instructions,
    toolkits,
  };
}

/** Toolkits and prefixes are the fs profile's; another one's tools have fixed names. */
function requireNoToolkits({ profile, prefix, tools }: ServerOptions, file: ConfigFile): void {
  const refused =
    prefix !== undefined ? '--prefix' : tools.length > 0 || file.tools ? 'a toolkit' : undefined;
  if (refused)
    throw invalidArgument(`Profile ${profile} takes no ${refused.replace('a ', '')}`, 'give it directories');
}

function fromDirectories({ directories, prefix }: ServerOptions): ToolkitConfig[] {
  const several = directories.length > 1;
  if (several && prefix !== undefined) {
    throw invalidArgument('--prefix names the tools of one directory', 'use --tool for each of several');
  }
  return directories.map((root) => ({
    label: root,
    root,
    prefix: several ? prefixFromName(root) : checkPrefix(prefix ?? DEFAULT_PREFIX, '--prefix'),
    readOnly: false,
    history: false,
  }));
}

function prefixFromName(directory: string): string {
  const name = basename(resolve(directory));
  if (name !== '' && PREFIX_PATTERN.test(name)) return name;
  throw invalidArgument(
    `'${directory}' has no base name that can be a prefix`,
    'use --tool with a prefix of your own',
  );
}

interface ConfigFile {
  folder?: string;
  name?: string;
  version?: string;
  instructions?: string;
  tools?: Record<string, unknown>;
}

function readConfigFile(path: string): ConfigFile {
  const where = `configuration '${path}'`;
  const value = parseJson(readText(path, where), where);
  if (!isObject(value)) throw invalidArgument(`${where} must hold a JSON object`);
  const config: ConfigFile = { folder: dirname(resolve(path)) };
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'name' || key === 'version' || key === 'instructions')
      config[key] = readString(entry, key, where);
    else if (key !== 'tools') throw unknownKey(key, where, 'name, version, instructions, tools');
    else if (isObject(entry)) config.tools = entry;
    else throw invalidArgument(`'tools' in ${where} must be an object`);
  }
  return config;
}

function readText(path: string, where: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : 'unreadable';
    throw new RepomapError('not-found', `${where} cannot be read (${reason})`, { cause });
  }
}

function readToolOption(option: string): ToolkitConfig {
  const split = option.indexOf('=');
  if (split < 1) throw invalidArgument(`--tool takes KEY=JSON; got '${option}'`);
  const key = option.slice(0, split);
  return readToolkit(key, parseJson(option.slice(split + 1), `--tool ${key}`));
}

function readToolkit(key: string, value: unknown, folder = '.'): ToolkitConfig {
  const where = `toolkit '${key}'`;
  const kind = key.includes('#') ? key.slice(0, key.indexOf('#')) : TOOLKIT_KIND;
  if (kind !== TOOLKIT_KIND)
    throw invalidArgument(`${where} is of an unknown kind`, `the kind is ${TOOLKIT_KIND}`);
  if (!isObject(value)) throw invalidArgument(`${where} must be a JSON object`);
  let root: string | undefined;
  let prefix = DEFAULT_PREFIX;
  let readOnly = false;
  let history = false;
  for (const [name, entry] of Object.entries(value)) {
    if (name === 'root') root = resolve(folder, readString(entry, name, where));
    else if (name === 'prefix') prefix = checkPrefix(readString(entry, name, where), where);
    else if (name === 'read-only') readOnly = readBoolean(entry, name, where);
    else if (name === 'history') history = readBoolean(entry, name, where);
    else throw unknownKey(name, where, 'root, prefix, read-only, history');
  }
  if (root === undefined) throw invalidArgument(`${where} needs a 'root'`);
  return { label: key, root, prefix, readOnly, history };
}

function checkPrefix(prefix: string, where: string): string {
  if (PREFIX_PATTERN.test(prefix)) return prefix;
  throw invalidArgument(`The prefix '${prefix}' of ${where} must be at most 40 letters, digits, '_' or '-'`);
}

function readString(value: unknown, key: string, where: string): string {
  if (typeof value === 'string') return value;
  throw invalidArgument(`'${key}' of ${where} must be a string`);
}

function readBoolean(value: unknown, key: string, where: string): boolean {
  if (typeof value === 'boolean') return value;
  throw invalidArgument(`'${key}' of ${where} must be true or false`);
}

const unknownKey = (key: string, where: string, known: string) =>
  invalidArgument(`Unknown key '${key}' in ${where}`, `the keys are ${known}`);

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidArgument(`${where} is not valid JSON (${error instanceof Error ? error.message : error})`);
  }
}
