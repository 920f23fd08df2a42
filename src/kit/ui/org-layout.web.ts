import { hierarchy, tree } from 'd3-hierarchy';

/** One box of an org chart. */
export interface OrgNode {
  id: number | string;
  label: string;
  /** second line: who answers for it */
  sub?: string;
  children?: readonly OrgNode[];
}

export interface PlacedNode {
  node: OrgNode;
  /** left upper corner, pixels */
  x: number;
  y: number;
  parentId: OrgNode['id'] | null;
}

export interface OrgLayout {
  nodes: PlacedNode[];
  width: number;
  height: number;
}

export const BOX = { width: 200, height: 60, gapX: 24, gapY: 48 } as const;
const ROOT = Symbol('several roots under one');

/** Places the boxes top down; several roots stand side by side. */
export function layoutOrg(roots: readonly OrgNode[]): OrgLayout {
  if (roots.length === 0) return { nodes: [], width: 0, height: 0 };
  const all = hierarchy<OrgNode | { id: typeof ROOT; children: readonly OrgNode[] }>({ id: ROOT, children: roots }, (node) => [
    ...(node.children ?? []),
  ]);
  const placed = tree<(typeof all)['data']>()
    .nodeSize([BOX.width + BOX.gapX, BOX.height + BOX.gapY])
    .separation(() => 1)(all);
  const points = placed.descendants().filter((point) => point.data.id !== ROOT);
  const left = Math.min(...points.map((point) => point.x));
  const top = Math.min(...points.map((point) => point.y));
  const nodes = points.map((point) => ({
    node: point.data as OrgNode,
    x: point.x - left,
    y: point.y - top,
    parentId: point.parent && point.parent.data.id !== ROOT ? (point.parent.data as OrgNode).id : null,
  }));
  return {
    nodes,
    width: Math.max(...nodes.map(({ x }) => x)) + BOX.width,
    height: Math.max(...nodes.map(({ y }) => y)) + BOX.height,
  };
}

const SVG = 'http://www.w3.org/2000/svg';
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The layout as a static picture for print and export: black on white, no script, no style sheet. */
export function orgSvg({ nodes, width, height }: OrgLayout): SVGSVGElement {
  const make = (name: string, attributes: Record<string, string | number>, text?: string) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const picture = make('svg', {
    xmlns: SVG,
    viewBox: `-2 -2 ${width + 4} ${height + 4}`,
    width: width + 4,
    height: height + 4,
    'font-family': 'Inter Variable, Helvetica, Arial, sans-serif',
  });
  const byId = new Map(nodes.map((placed) => [placed.node.id, placed]));
  for (const { x, y, parentId } of nodes) {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (!parent) continue;
    const middle = y - BOX.gapY / 2;
    const path = `M${parent.x + BOX.width / 2} ${parent.y + BOX.height}V${middle}H${x + BOX.width / 2}V${y}`;
    picture.append(make('path', { d: path, fill: 'none', stroke: '#8A929B' }));
  }
  for (const { node, x, y } of nodes) {
    const line = { x: x + BOX.width / 2, 'text-anchor': 'middle', fill: '#111315' };
    picture.append(
      make('rect', { x, y, width: BOX.width, height: BOX.height, rx: 8, fill: '#FFFFFF', stroke: '#5C6670' }),
      make('text', { ...line, y: y + (node.sub ? 26 : 35), 'font-size': 13, 'font-weight': 600 }, cut(node.label, 26)),
    );
    if (node.sub) picture.append(make('text', { ...line, y: y + 44, 'font-size': 11, fill: '#525A63' }, cut(node.sub, 32)));
  }
  return picture as SVGSVGElement;
}
