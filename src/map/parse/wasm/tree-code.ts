export { useColumns } from './columns';
export { matchPatterns } from './match';
export { hasErrors, readTree } from './read-tree';
