import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import classes from './tree.module.css';
import { useVirtualOptions } from './use-virtual-options.web.ts';

export interface TreeNode {
  id: number | string;
  label: string;
  /** a second line, in grey */
  detail?: string;
  children?: readonly TreeNode[];
}

interface TreeProps {
  label: string;
  nodes: readonly TreeNode[];
  selected?: TreeNode['id'] | null;
  onSelect?: (node: TreeNode) => void;
  /** nodes that are open at first; by default the first level */
  initiallyOpen?: readonly TreeNode['id'][];
  /** badge or actions at the right of a node */
  extra?: (node: TreeNode) => ReactNode;
  height?: number;
}

interface Row {
  node: TreeNode;
  level: number;
  parent: number;
  position: number;
  siblings: number;
}

const ROW = 34;
const ROW_OF_TWO = 50;

function rowsOf(nodes: readonly TreeNode[], open: ReadonlySet<TreeNode['id']>): Row[] {
  const rows: Row[] = [];
  const walk = (list: readonly TreeNode[], level: number, parent: number) => {
    for (const [index, node] of list.entries()) {
      rows.push({ node, level, parent, position: index + 1, siblings: list.length });
      if (node.children?.length && open.has(node.id)) walk(node.children, level + 1, rows.length - 1);
    }
  };
  walk(nodes, 1, -1);
  return rows;
}

/** A tree with a virtual list: arrows open, close and move; Enter chooses. */
export function Tree({ label, nodes, selected, onSelect, initiallyOpen, extra, height = 420 }: TreeProps) {
  const id = useId();
  const [open, setOpen] = useState<ReadonlySet<TreeNode['id']>>(() => new Set(initiallyOpen ?? nodes.map((node) => node.id)));
  const [active, setActive] = useState(0);
  const rows = useMemo(() => rowsOf(nodes, open), [nodes, open]);
  const line = nodes.some(({ detail }) => detail) ? ROW_OF_TWO : ROW;
  const present = Math.max(0, Math.min(active, rows.length - 1));
  const { scroller, space, drawn } = useVirtualOptions({ count: rows.length, active: present, line, ahead: 10 });
  const put = (node: TreeNode, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(node.id);
    else next.delete(node.id);
    setOpen(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[present];
    if (!row) return;
    const isParent = Boolean(row.node.children?.length);
    if (event.key === 'ArrowDown') setActive(Math.min(rows.length - 1, present + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, present - 1));
    else if (event.key === 'Home') setActive(0);
    else if (event.key === 'End') setActive(rows.length - 1);
    else if (event.key === 'ArrowRight' && isParent) {
      if (open.has(row.node.id)) setActive(present + 1);
      else put(row.node, true);
    } else if (event.key === 'ArrowLeft') {
      if (isParent && open.has(row.node.id)) put(row.node, false);
      else if (row.parent >= 0) setActive(row.parent);
    } else if (event.key === 'Enter' || event.key === ' ') onSelect?.(row.node);
    else return;
    event.preventDefault();
  };
  if (rows.length === 0) return <div className={classes.empty}>Sem resultados encontrados</div>;
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}-${present}`}
      className={classes.tree}
      style={{ height: Math.min(height, rows.length * line) }}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={classes.space} style={space}>
        {drawn.map(({ key, index, style }) => {
          const row = rows[index];
          if (!row) return null;
          const { node, level, position, siblings } = row;
          const isParent = Boolean(node.children?.length);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the focus and the keys
            <div
              key={key}
              id={`${id}-${index}`}
              role="treeitem"
              tabIndex={-1}
              aria-level={level}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-selected={node.id === selected}
              {...(isParent ? { 'aria-expanded': open.has(node.id) } : {})}
              data-active={index === present || undefined}
              className={classes.row}
              style={{ ...style, height: line, paddingLeft: 8 + (level - 1) * 20 }}
              onClick={() => {
                setActive(index);
                onSelect?.(node);
                if (!onSelect && isParent) put(node, !open.has(node.id));
              }}
            >
              <span
                aria-hidden="true"
                className={classes.twist}
                data-open={open.has(node.id) || undefined}
                onClick={(event) => {
                  event.stopPropagation();
                  setActive(index);
                  if (isParent) put(node, !open.has(node.id));
                }}
              >
                {isParent && <IconChevronRight size={16} />}
              </span>
              <span className={classes.text}>
                {node.label}
                {node.detail && <span className={classes.detail}>{node.detail}</span>}
              </span>
              {extra?.(node)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
