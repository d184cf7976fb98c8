export { useColumns } from './columns';
export { matchPatterns } from './match';
export { readTree } from './read-tree';
