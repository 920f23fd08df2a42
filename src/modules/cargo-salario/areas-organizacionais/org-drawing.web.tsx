import { useComputedColorScheme } from '@mantine/core';
import {
  Background,
  BaseEdge,
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { usePrintedAs } from '#kit/ui/print.web.ts';
import classes from './org-chart.module.css';
import {
  BOX,
  countBelow,
  foldedFor,
  layoutOrg,
  linesOf,
  lineTo,
  type OrgNode,
  openingView,
  orgSvg,
  unfolded,
} from './org-layout.web.ts';

interface BoxData extends Record<string, unknown> {
  org: OrgNode;
  /** boxes below it that are folded away, or stand there; 0: none at all */
  below: number;
  isFolded: boolean;
  onFold: (id: OrgNode['id']) => void;
}
type BoxNode = Node<BoxData, 'box'>;
type Line = Edge<{ path: string }, 'line'>;

function Box({ data }: NodeProps<BoxNode>) {
  const { org, below, isFolded, onFold } = data;
  return (
    <div className={classes.box} style={{ width: BOX.width, height: BOX.height }} title={[org.label, ...linesOf(org)].join('\n')}>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle ?? ''} />
      <strong>{org.label}</strong>
      {linesOf(org).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {below > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={`${classes.fold} nodrag nopan`}
          aria-expanded={!isFolded}
          aria-label={isFolded ? `+${below}: abrir o ramo ${org.label}` : `Recolher o ramo ${org.label}`}
          onClick={(event) => {
            event.stopPropagation();
            onFold(org.id);
          }}
        >
          {isFolded ? `+${below}` : '−'}
        </button>
      )}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle ?? ''} />
    </div>
  );
}

const LineEdge = ({ data }: EdgeProps<Line>) => <BaseEdge path={data?.path ?? ''} />;

const nodeTypes = { box: Box };
const edgeTypes = { line: LineEdge };
const labels = {
  'controls.ariaLabel': 'Zoom do organograma',
  'controls.zoomIn.ariaLabel': 'Aumentar',
  'controls.zoomOut.ariaLabel': 'Diminuir',
  'controls.fitView.ariaLabel': 'Ver tudo',
  'controls.interactive.ariaLabel': 'Travar',
  'node.a11yDescription.default': 'Enter escolhe a caixa, Espaço recolhe e abre o ramo.',
  'node.a11yDescription.keyboardDisabled': 'Enter escolhe a caixa, Espaço recolhe e abre o ramo.',
  'edge.a11yDescription.default': 'Ligação entre caixas.',
};
const STEP = 80;
const DURATION = { duration: 120 };
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

interface Props {
  title: string;
  roots: readonly OrgNode[];
  /** the boxes whose branch is folded; null: as many as make the chart readable */
  folded: ReadonlySet<OrgNode['id']> | null;
  onFold: (folded: ReadonlySet<OrgNode['id']>) => void;
  onSelect?: (node: OrgNode) => void;
}

// React Flow announces 'node' and 'Edge from 26 to 27' to screen readers, in English. Our boxes say what is above them, so the
// lines stay silent.
const spoken = { 'aria-roledescription': undefined } as const;
const silent = { 'aria-hidden': true } as const;

/** React Flow over the layout; loaded with the first org chart of a visit. */
export function OrgDrawing({ title, roots, folded: chosen, onFold, onSelect }: Props) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const area = useRef<HTMLDivElement>(null);
  const flow = useRef<ReactFlowInstance<BoxNode, Line>>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(area.current?.clientWidth ?? 0), []);
  const folded = useMemo(() => chosen ?? foldedFor(roots, width), [chosen, roots, width]);
  const layout = useMemo(() => layoutOrg(unfolded(roots, folded)), [roots, folded]);
  usePrintedAs(() => orgSvg(layoutOrg(roots)), title);
  const whole = useMemo(() => new Map(layoutOrg(roots).nodes.map(({ node }) => [node.id, countBelow(node)])), [roots]);
  // The box that was folded or unfolded stays where it was; a chart that is folded otherwise is seen from its top.
  const kept = useRef<{ id: OrgNode['id']; x: number; y: number } | null>(null);
  const fold = useRef((_id: OrgNode['id']) => {});
  fold.current = (id) => {
    const place = layout.nodes.find(({ node }) => node.id === id);
    if (!place || !whole.get(id)) return;
    kept.current = { id, x: place.x, y: place.y };
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    onFold(next);
  };
  useLayoutEffect(() => {
    const [view, was] = [flow.current, kept.current];
    kept.current = null;
    if (!view || width === 0) return;
    const now = was && layout.nodes.find(({ node }) => node.id === was.id);
    if (!was || !now) return void view.setViewport(openingView(layout, { width }));
    const { x, y, zoom } = view.getViewport();
    void view.setViewport({ x: x + (was.x - now.x) * zoom, y: y + (was.y - now.y) * zoom, zoom });
  }, [layout, width]);
  const { nodes, edges } = useMemo(() => {
    const byId = new Map(layout.nodes.map((placed) => [placed.node.id, placed]));
    const under = (parentId: OrgNode['id'] | null) => {
      const parent = parentId === null ? undefined : byId.get(parentId);
      return parent && `abaixo de ${parent.node.label}`;
    };
    return {
      nodes: layout.nodes.map(
        ({ node, parentId, x, y }): BoxNode => ({
          id: String(node.id),
          type: 'box',
          position: { x, y },
          width: BOX.width,
          height: BOX.height,
          data: {
            org: node,
            below: whole.get(node.id) ?? 0,
            isFolded: folded.has(node.id),
            onFold: (id) => fold.current(id),
          },
          ariaLabel: [
            node.label,
            ...linesOf(node),
            under(parentId),
            folded.has(node.id) ? `ramo recolhido: ${counted(whole.get(node.id) ?? 0, 'caixa', 'caixas')}` : '',
          ]
            .filter(Boolean)
            .join(', '),
          domAttributes: spoken,
        }),
      ),
      edges: layout.nodes.flatMap((placed): Line[] => {
        const { node, parentId } = placed;
        const parent = parentId === null ? undefined : byId.get(parentId);
        if (!parent) return [];
        const ends = { source: String(parentId), target: String(node.id) };
        return [
          {
            id: `${parentId}-${node.id}`,
            type: 'line',
            ...ends,
            focusable: false,
            domAttributes: silent,
            data: { path: lineTo(placed, parent) },
          },
        ];
      }),
    };
  }, [layout, whole, folded]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const view = flow.current;
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    if ((event.key === 'Enter' || event.key === ' ') && event.target instanceof HTMLElement) {
      const { id } = event.target.dataset;
      const box = nodes.find((node) => node.id === id);
      if (!box) return;
      event.preventDefault();
      if (event.key === 'Enter') onSelect?.(box.data.org);
      else fold.current(box.data.org.id);
      return;
    }
    if (event.key === '+' || event.key === '=') void view.zoomIn(DURATION);
    else if (event.key === '-') void view.zoomOut(DURATION);
    else if (event.key === '0') void view.fitView(DURATION);
    else if (move) {
      const { x, y, zoom } = view.getViewport();
      void view.setViewport({ x: x + move[0], y: y + move[1], zoom });
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={area} className={classes.area}>
      <ReactFlow
        aria-label={title}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        colorMode={scheme}
        ariaLabelConfig={labels}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elementsSelectable={onSelect !== undefined}
        onNodeClick={(_event, node) => onSelect?.(node.data.org)}
        onKeyDown={onKeyDown}
        onInit={(view) => {
          flow.current = view;
          if (width > 0) void view.setViewport(openingView(layout, { width }));
        }}
        onlyRenderVisibleElements={nodes.length > 300}
        // The wheel moves the page; with Ctrl it zooms, as on a map.
        preventScrolling={false}
        zoomOnScroll={false}
        minZoom={0.05}
        fitViewOptions={{ maxZoom: 1, padding: 0.04 }}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
