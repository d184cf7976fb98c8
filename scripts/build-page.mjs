// The page of `--format html`: its style and script bundled into one HTML file that needs no network.
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

const folder = 'src/map/render/formats/page';

/**
 * In dist/ the module that hands out the template holds the finished page as a string, so that nothing is looked up
 * at run time. `inputs()` lists what went into it, for the notices.
 */
export function createPagePlugin() {
  const inputs = new Set();
  const plugin = {
    name: 'page',
    setup({ onLoad }) {
      onLoad({ filter: /formats[/\\]page[/\\]template\.ts$/ }, async () => ({
        contents: `export const template = ${JSON.stringify(await buildPage(inputs))};`,
        loader: 'js',
      }));
    },
  };
  return { plugin, inputs: () => [...inputs] };
}

async function buildPage(inputs) {
  const [page, script, style] = await Promise.all([
    readFile(`${folder}/index.html`, 'utf8'),
    bundle('app.ts', inputs),
    bundle('page.css', inputs),
  ]);
  // Functions, because a replacement string would read the `$&` of minified code as an instruction.
  return page
    .replace(/<!-- biome-ignore .*?-->\s*/g, '')
    .replace('/*__STYLE__*/', () => style)
    .replace('/*__SCRIPT__*/', () => script.replace(/<\/script/gi, '<\\/script'));
}

async function bundle(entry, inputs) {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}/${entry}`],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: ['es2022'],
    legalComments: 'none',
  });
  for (const input of Object.keys(metafile.inputs)) inputs.add(input);
  return outputFiles[0].text.trim();
}
