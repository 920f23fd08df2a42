import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import { IconBinaryTree, IconPrinter } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Tree } from '#kit/ui/inputs/tree.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { isPhone } from '#kit/ui/phone.web.ts';
import { printSvg } from '#kit/ui/print.web.ts';
import classes from './org-chart.module.css';
import type { OrgNode } from './org-layout.web.ts';

export type { OrgNode } from './org-layout.web.ts';

const OrgDrawing = lazy(() => import('./org-drawing.web.tsx').then((module) => ({ default: module.OrgDrawing })));

const TREE = 560;

interface OrgChartProps {
  title: string;
  roots: readonly OrgNode[];
  onSelect?: (node: OrgNode) => void;
}

/** An org chart to pan and zoom, as a tree for the keyboard, and for print. */
export function OrgChart({ title, roots, onSelect }: OrgChartProps) {
  // A phone shows either a readable name or the whole picture: it begins with the tree.
  const [asTree, setAsTree] = useState(isPhone);
  const [folded, setFolded] = useState<ReadonlySet<OrgNode['id']> | null>(null);
  const fold = async () => {
    const { parentsOn } = await import('./org-layout.web.ts');
    setFolded(new Set(parentsOn(roots, 2)));
  };
  const print = async () => {
    const { layoutOrg, orgSvg } = await import('./org-layout.web.ts');
    printSvg(orgSvg(layoutOrg(roots)), title);
  };
  return (
    <Paper component="section" p="md" aria-label={title}>
      <Group justify="flex-end" mb="sm" gap="xs">
        {!asTree && (
          <Text size="xs" c="dimmed" mr="auto" className={classes.keys}>
            Arraste ou use as setas; <Kbd size="xs">+</Kbd> <Kbd size="xs">−</Kbd> aproximam e afastam, <Kbd size="xs">0</Kbd>{' '}
            mostra tudo, <Kbd size="xs">Espaço</Kbd> recolhe.
          </Text>
        )}
        {!asTree && (
          <Button.Group>
            <Button variant="default" size="xs" onClick={() => void fold()}>
              Recolher
            </Button>
            <Button variant="default" size="xs" onClick={() => setFolded(new Set())}>
              Abrir tudo
            </Button>
          </Button.Group>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBinaryTree size={16} aria-hidden="true" />}
          aria-pressed={asTree}
          onClick={() => setAsTree(!asTree)}
        >
          Ver como árvore
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => void print()}
        >
          Imprimir
        </Button>
      </Group>
      {asTree ? (
        <Tree label={title} nodes={roots} height={TREE} {...(onSelect ? { onSelect: (node) => onSelect(node) } : {})} />
      ) : (
        <Suspense fallback={<ScreenLoading />}>
          <OrgDrawing {...{ title, roots, folded }} onFold={setFolded} {...(onSelect ? { onSelect } : {})} />
        </Suspense>
      )}
    </Paper>
  );
}
