import { listTools } from './list-tools.ts';
import type { AllowedTool } from './profile-tool.ts';
import { readTools } from './read-tools.ts';
import { writeTools } from './write-tools.ts';

/** In the order in which the original lists them. */
const ORDER = [
  'read_file',
  'read_text_file',
  'read_media_file',
  'read_multiple_files',
  'write_file',
  'edit_file',
  'create_directory',
  'list_directory',
  'list_directory_with_sizes',
  'directory_tree',
  'move_file',
  'search_files',
  'get_file_info',
  'list_allowed_directories',
];

export const serverFilesystemTools: readonly AllowedTool[] = [...readTools, ...writeTools, ...listTools].sort(
  (a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name),
);
