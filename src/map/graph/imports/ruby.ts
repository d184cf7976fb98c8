import {
  firstOf,
  folderOf,
  type ImportRule,
  inFolder,
  joinPath,
  NO_FILES,
  type TreePaths,
} from './tree-paths.ts';

/** Beside the file (`require_relative`), then below a folder that is on the load path by convention. */
export function rubyRule(paths: TreePaths): ImportRule {
  const loadPath = [...paths.folders].filter((folder) => /(?:^|\/)(?:lib|spec|test)$/.test(folder)).sort();
  return (from, specifier) => {
    const written = specifier.replace(/^#?\{__dir__\}\//, './');
    const places = [
      joinPath(folderOf(from), written),
      ...loadPath.map((folder) => inFolder(folder, written)),
    ];
    const files = places.flatMap((place) => (place === undefined ? [] : [`${place}.rb`, place]));
    const found = firstOf(
      paths,
      files.filter((file) => file !== from),
    );
    return found === undefined ? NO_FILES : [found];
  };
}
