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
import { type KeyboardEvent, useMemo, useRef } from 'react';
import classes from './org-chart.module.css';
import { BOX, layoutOrg, lineTo, type OrgNode, openingView } from './org-layout.web.ts';

type BoxNode = Node<{ org: OrgNode }, 'box'>;
type Line = Edge<{ path: string }, 'line'>;

function Box({ data }: NodeProps<BoxNode>) {
  return (
    <div
      className={classes.box}
      style={{ width: BOX.width, height: BOX.height }}
      title={[data.org.label, data.org.sub].filter(Boolean).join('\n')}
    >
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle ?? ''} />
      <strong>{data.org.label}</strong>
      {data.org.sub && <span>{data.org.sub}</span>}
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
  'node.a11yDescription.default': 'Enter escolhe a caixa.',
  'node.a11yDescription.keyboardDisabled': 'Enter escolhe a caixa.',
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
  onSelect?: (node: OrgNode) => void;
}

// React Flow announces 'node' and 'Edge from 26 to 27' to screen readers, in English. Our boxes say what is above them, so the
// lines stay silent.
const spoken = { 'aria-roledescription': undefined } as const;
const silent = { 'aria-hidden': true } as const;

/** React Flow over the layout; loaded with the first org chart of a visit. */
export function OrgDrawing({ title, roots, onSelect }: Props) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const area = useRef<HTMLDivElement>(null);
  const flow = useRef<ReactFlowInstance<BoxNode, Line>>(null);
  const layout = useMemo(() => layoutOrg(roots), [roots]);
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
          data: { org: node },
          ariaLabel: [node.label, node.sub, under(parentId)].filter(Boolean).join(', '),
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
  }, [layout]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const view = flow.current;
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    if (event.key === 'Enter' && event.target instanceof HTMLElement) {
      const { id } = event.target.dataset;
      const box = nodes.find((node) => node.id === id);
      if (box) onSelect?.(box.data.org);
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
          const { clientWidth: width, clientHeight: height } = area.current ?? { clientWidth: 0, clientHeight: 0 };
          if (width > 0) void view.setViewport(openingView(layout, { width, height }));
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
