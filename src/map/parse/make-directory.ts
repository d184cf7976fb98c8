import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a directory and what is missing above it. Node's own `recursive` (to version 24) tries for ever where a
 * directory that is there answers "no such file": /proc, and the homes of an automounter.
 */
export function makeDirectory(directory: string, mode = 0o700): void {
  if (isDirectory(directory)) return;
  const parent = path.dirname(directory);
  if (parent !== directory) makeDirectory(parent, mode);
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    // Made by another process meanwhile.
    if (!isDirectory(directory)) throw error;
  }
}

function isDirectory(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}
