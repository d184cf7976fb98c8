import { mapTool } from './map.ts';
import type { Tool } from './tool.ts';

/** In the order in which a client lists them: first what a model should call first. */
export const tools: readonly Tool[] = [mapTool];
