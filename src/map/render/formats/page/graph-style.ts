import { extremityArrow, layerPlain, pathCurved, pathLoop } from 'sigma/rendering';
import type { SigmaOptions } from 'sigma/types';

export const INK = { light: '#1c2230', dark: '#eef0f7' };
export const PAPER = { light: '#ffffff', dark: '#1a1f2b' };
export const FADED = { light: '#dde1ea', dark: '#2b3140' };
/** The two directions at a focus: the same hues as in the panel's headings. */
export const USES = { light: '#2563c9', dark: '#7ea6ff' };
export const USED_BY = { light: '#c2410c', dark: '#ffb067' };
export const QUIET_LINK = { light: '#aab3cc', dark: '#454e66' };

export interface NodeLook {
  x: number;
  y: number;
  /** Radius in the units of the layout. */
  size: number;
  color?: string;
  /** Has nothing to do with the focus. */
  faded?: boolean;
}

export interface LinkLook {
  size: number;
  color: string;
  opacity: number;
  head?: 'arrow' | 'none';
}

/** All that changes with the focus and the theme comes from the attributes above; this is said once. */
export const sigmaOptions = {
  primitives: {
    edges: {
      paths: [pathCurved({ curvature: 0.22 }), pathLoop()],
      extremities: [extremityArrow({ lengthRatio: 4, widthRatio: 3.2 })],
      layers: [layerPlain()],
    },
  },
  styles: {
    nodes: {
      x: { attribute: 'x' },
      y: { attribute: 'y' },
      size: { attribute: 'size', defaultValue: 1 },
      color: { attribute: 'color', defaultValue: '#888888' },
      depth: (look, state) => (state.isHovered || look.faded === false ? 'topNodes' : 'nodes'),
      cursor: 'pointer',
    },
    edges: {
      size: { attribute: 'size', defaultValue: 1 },
      color: { attribute: 'color', defaultValue: QUIET_LINK.light },
      opacity: { attribute: 'opacity', defaultValue: 1 },
      head: { attribute: 'head', defaultValue: 'none' },
      path: 'curved',
      depth: 'topEdges',
    },
  },
  settings: {
    // Radii are part of the layout: they grow and shrink with the distances.
    itemSizesReference: 'positions',
    zoomToSizeRatioFunction: (ratio) => ratio,
    stagePadding: 28,
    renderLabels: false,
    minCameraRatio: 0.005,
    maxCameraRatio: 1.5,
    enableCameraRotation: false,
    enableCameraMouseRotation: false,
  },
} satisfies SigmaOptions<NodeLook, LinkLook>;
