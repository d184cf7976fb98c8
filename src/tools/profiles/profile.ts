import type { z } from 'zod';
import type { ToolAnnotations, ToolCall, ToolContent } from '../tool.ts';

/** What any profile's tool is: like Tool, but structured data is up to the profile. */
export interface ProfileTool<Kit> {
  name: string;
  description: string;
  annotations: ToolAnnotations;
  mutates: boolean;
  input: z.ZodObject;
  output?: z.ZodObject;
  run(kit: Kit, args: z.output<z.ZodObject>, call: ToolCall): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  content: ToolContent[];
  structured?: Record<string, unknown>;
}

/** The client's directories, for a profile that wants them (2025-era clients only). */
export interface RootsListener {
  /** The handshake is over. `listRoots` asks the client; undefined where it has no roots to give. */
  initialized(listRoots: ListRoots | undefined): void;
  /** The client says that its roots have changed. */
  changed(listRoots: ListRoots): void;
}

export type ListRoots = () => Promise<readonly { uri: string }[]>;
