import type { ProfileTool } from '../tools/profiles/profile.ts';
import type { ArgumentStyle } from './arguments.ts';
import type { ProfileName } from './options.ts';

/** The tools of one profile, loaded when the first of them is called. */
export interface ToolFamily<Kit = never> {
  profile: ProfileName;
  style: ArgumentStyle;
  load(): Promise<readonly ProfileTool<Kit>[]>;
}
