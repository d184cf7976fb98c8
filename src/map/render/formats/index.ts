import { dot } from './dot.ts';
import type { Format } from './format.ts';
import { graphml } from './graphml.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { mermaid } from './mermaid.ts';
import { text } from './text.ts';

/** Every form that a map can be written in; the first is the default. */
export const formats: readonly Format[] = [text, json, markdown, html, dot, graphml, mermaid];
