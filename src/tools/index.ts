import { deleteTool } from './delete.ts';
import { editTool } from './edit.ts';
import { globTool } from './glob.ts';
import { grepTool } from './grep.ts';
import { listTool } from './list.ts';
import { mapTool } from './map.ts';
import { mkdirTool } from './mkdir.ts';
import { moveTool } from './move.ts';
import { readTool } from './read.ts';
import { refsTool } from './refs.ts';
import { statTool } from './stat.ts';
import type { Tool } from './tool.ts';
import { writeTool } from './write.ts';

/** In the order in which a client lists them: first what a model should call first. */
export const tools: readonly Tool[] = [
  mapTool,
  refsTool,
  readTool,
  listTool,
  globTool,
  grepTool,
  statTool,
  writeTool,
  editTool,
  mkdirTool,
  moveTool,
  deleteTool,
];
