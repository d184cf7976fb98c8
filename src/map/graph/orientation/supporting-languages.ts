import type { Graph } from '../build.ts';
import { numbersOf } from '../numbers.ts';
import { filePriors } from '../priors.ts';
import type { Weights } from '../weights.ts';

/** How things look, how they are stored, built and deployed: nobody is introduced to a program by these. */
const SUPPORTING: ReadonlySet<string> = new Set(
  'scss tex sql nix hcl puppet kconfig dockerfile make cmake meson starlark just m4 batch'.split(' '),
);

/** The priors of an introduction: what supports a program stands behind it, unless most of the project is that. */
export function introductionPriors(graph: Graph, weights: Weights): Float64Array {
  const priors = filePriors(graph, false, weights);
  const main = mainLanguage(graph);
  return numbersOf(graph.tree.files, ({ tags: { language } }, file) => {
    const prior = priors[file] as number;
    return language !== main && SUPPORTING.has(language) ? prior * weights.orientSupporting : prior;
  });
}

/** That of most bytes among the sources. */
function mainLanguage({ tree, roles }: Graph): string | undefined {
  const bytes = new Map<string, number>();
  tree.files.forEach(({ tags: { language }, sizeBytes }, file) => {
    if (roles[file] === 'source') bytes.set(language, (bytes.get(language) ?? 0) + sizeBytes);
  });
  let main: string | undefined;
  for (const [language, sum] of bytes)
    if (main === undefined || sum > (bytes.get(main) ?? 0)) main = language;
  return main;
}
