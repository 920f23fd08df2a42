import { useComputedColorScheme } from '@mantine/core';
import { Background, Controls, type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo } from 'react';
import classes from './org-chart.module.css';
import { BOX, layoutOrg, type OrgNode } from './org-layout.web.ts';

type BoxNode = Node<{ org: OrgNode }, 'box'>;

function Box({ data }: NodeProps<BoxNode>) {
  return (
    <div className={classes.box} style={{ width: BOX.width, height: BOX.height }} title={data.org.label}>
      <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle ?? ''} />
      <strong>{data.org.label}</strong>
      {data.org.sub && <span>{data.org.sub}</span>}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle ?? ''} />
    </div>
  );
}

const nodeTypes = { box: Box };
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

/** React Flow over the layout; loaded with the first org chart of a visit. */
export function OrgDrawing({
  title,
  roots,
  height,
  onSelect,
}: {
  title: string;
  roots: readonly OrgNode[];
  height: number;
  onSelect?: (node: OrgNode) => void;
}) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { nodes, edges } = useMemo(() => {
    const layout = layoutOrg(roots);
    return {
      nodes: layout.nodes.map(
        ({ node, x, y }): BoxNode => ({
          id: String(node.id),
          type: 'box',
          position: { x, y },
          data: { org: node },
          ariaLabel: [node.label, node.sub].filter(Boolean).join(', '),
        }),
      ),
      edges: layout.nodes.flatMap(({ node, parentId }): Edge[] =>
        parentId === null
          ? []
          : [{ id: `${parentId}-${node.id}`, source: String(parentId), target: String(node.id), type: 'step', focusable: false }],
      ),
    };
  }, [roots]);
  return (
    <div style={{ height }} className={classes.area}>
      <ReactFlow
        aria-label={title}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={scheme}
        ariaLabelConfig={labels}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elementsSelectable={onSelect !== undefined}
        onNodeClick={(_event, node) => onSelect?.(node.data.org)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
          const box = nodes.find(({ id }) => id === (event.target as HTMLElement).dataset.id);
          if (box) onSelect?.(box.data.org);
        }}
        onlyRenderVisibleElements={nodes.length > 300}
        minZoom={0.05}
        fitView
        // Small is of no use: beyond this a tall or wide tree is moved, not shrunk.
        fitViewOptions={{ maxZoom: 1, minZoom: 0.55, padding: 0.08 }}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
