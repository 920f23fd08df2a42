/** One box of an org chart. */
export interface OrgNode {
  id: number | string;
  label: string;
  /** below the label: who answers for it, how many are in it */
  lines?: readonly string[];
  /** the same in a line, for the tree */
  detail?: string;
  children?: readonly OrgNode[];
}

interface PlacedNode {
  node: OrgNode;
  /** left upper corner, pixels */
  x: number;
  y: number;
  parentId: OrgNode['id'] | null;
  /** stands below its siblings, not beside them: its line runs down the left */
  isStacked: boolean;
}

interface OrgLayout {
  nodes: PlacedNode[];
  width: number;
  height: number;
}

/** `gapX`, `gapY`: between neighbours; `stacked`: between boxes of a column; `indent`: a child's, in it; `trunk`: the line left of it. */
export const BOX = { width: 208, height: 116, gapX: 28, gapY: 44, stacked: 18, indent: 24, trunk: 12 } as const;

/** Boxes below this level stand in columns, indented as in a list: a company of a hundred areas stays about as wide as a page. */
const LAST_LEVEL_ACROSS = 2;

/** A branch placed at 0, 0: its boxes and the room that they take. */
interface Block extends OrgLayout {
  /** left edge of the branch's own box */
  at: number;
}

const moved = ({ nodes }: OrgLayout, dx: number, dy: number) =>
  nodes.map((placed) => ({ ...placed, x: placed.x + dx, y: placed.y + dy }));

/** Blocks side by side, and the left edge of each one's own box. */
function across(blocks: readonly Block[], dy: number) {
  const nodes: PlacedNode[] = [];
  const edges: number[] = [];
  let x = 0;
  for (const block of blocks) {
    nodes.push(...moved(block, x, dy));
    edges.push(x + block.at);
    x += block.width + BOX.gapX;
  }
  return { nodes, edges, width: x - BOX.gapX, height: Math.max(...blocks.map(({ height }) => height)) + dy };
}

function blockOf(node: OrgNode, parentId: OrgNode['id'] | null, level: number): Block {
  const own: PlacedNode = { node, x: 0, y: 0, parentId, isStacked: level > LAST_LEVEL_ACROSS };
  const children = (node.children ?? []).map((child) => blockOf(child, node.id, level + 1));
  if (children.length === 0) return { nodes: [own], width: BOX.width, height: BOX.height, at: 0 };
  if (level < LAST_LEVEL_ACROSS) {
    const row = across(children, BOX.height + BOX.gapY);
    const at = ((row.edges[0] ?? 0) + (row.edges.at(-1) ?? 0)) / 2;
    return { nodes: [{ ...own, x: at }, ...row.nodes], width: row.width, height: row.height, at };
  }
  const nodes = [own];
  let y: number = BOX.height;
  for (const child of children) {
    nodes.push(...moved(child, BOX.indent, y + BOX.stacked));
    y += BOX.stacked + child.height;
  }
  return { nodes, width: Math.max(...children.map(({ width }) => width)) + BOX.indent, height: y, at: 0 };
}

/** Places the boxes top down; several roots stand side by side. */
export function layoutOrg(roots: readonly OrgNode[]): OrgLayout {
  if (roots.length === 0) return { nodes: [], width: 0, height: 0 };
  const { nodes, width, height } = across(
    roots.map((root) => blockOf(root, null, 1)),
    0,
  );
  return { nodes, width, height };
}

/** The line from a box to the one above it, as an SVG path. */
export function lineTo({ x, y, isStacked }: PlacedNode, parent: PlacedNode): string {
  const foot = parent.y + BOX.height;
  if (isStacked) return `M${parent.x + BOX.trunk} ${foot}V${y + BOX.height / 2}H${x}`;
  return `M${parent.x + BOX.width / 2} ${foot}V${y - BOX.gapY / 2}H${x + BOX.width / 2}V${y}`;
}

/** The lines that say something. */
export const linesOf = ({ lines = [] }: OrgNode): string[] => lines.filter(Boolean);

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
  for (const placed of nodes) {
    const parent = placed.parentId === null ? undefined : byId.get(placed.parentId);
    if (parent) picture.append(make('path', { d: lineTo(placed, parent), fill: 'none', stroke: '#8A929B' }));
  }
  for (const { node, x, y } of nodes) {
    const line = { x: x + BOX.width / 2, 'text-anchor': 'middle', fill: '#111315' };
    picture.append(
      make('rect', { x, y, width: BOX.width, height: BOX.height, rx: 8, fill: '#FFFFFF', stroke: '#5C6670' }),
      make('text', { ...line, y: y + 24, 'font-size': 13, 'font-weight': 600 }, cut(node.label, 26)),
    );
    for (const [index, text] of linesOf(node).entries())
      picture.append(make('text', { ...line, y: y + 42 + index * 17, 'font-size': 11, fill: '#525A63' }, cut(text, 32)));
  }
  return picture as SVGSVGElement;
}

/** Space around the chart in its area, pixels. */
const MARGIN = 24;
/** Smaller than this a name is hard to read; a wider chart is folded, or moved. */
const SMALLEST = 0.9;

const zoomFor = (width: number, chart: number) => (width - MARGIN * 2) / chart;

/** The first view of a chart: readable, from its top box on, which stands in the middle when the chart is wider than its area. */
export function openingView({ nodes, width }: OrgLayout, area: { width: number }) {
  const zoom = Math.max(SMALLEST, Math.min(1, zoomFor(area.width, width)));
  const [top] = nodes;
  const middle = width * zoom > area.width && top ? top.x + BOX.width / 2 : width / 2;
  return { zoom, x: area.width / 2 - middle * zoom, y: MARGIN };
}

/** The tree without what stands below the folded boxes. */
export const unfolded = (nodes: readonly OrgNode[], folded: ReadonlySet<OrgNode['id']>): OrgNode[] =>
  nodes.map((node) => ({ ...node, children: folded.has(node.id) ? [] : unfolded(node.children ?? [], folded) }));

/** The boxes that stand on a level, from 1, and have others below. */
export const parentsOn = (nodes: readonly OrgNode[], level: number): OrgNode['id'][] =>
  nodes.flatMap(({ id, children = [] }) => (children.length === 0 ? [] : level === 1 ? [id] : parentsOn(children, level - 1)));

const depthOf = (nodes: readonly OrgNode[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children = [] }) => depthOf(children)));

/** The boxes to fold so that as many levels as possible are readable within a width; two levels are always shown. */
export function foldedFor(roots: readonly OrgNode[], width: number): Set<OrgNode['id']> {
  for (let level = depthOf(roots); level > 2; level -= 1) {
    const folded = new Set(parentsOn(roots, level));
    if (zoomFor(width, layoutOrg(unfolded(roots, folded)).width) >= SMALLEST) return folded;
  }
  return new Set(parentsOn(roots, 2));
}

/** How many boxes stand below one. */
export const countBelow = ({ children = [] }: OrgNode): number => children.reduce((n, child) => n + 1 + countBelow(child), 0);
