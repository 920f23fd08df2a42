import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import type { TrailLine } from './trail-lines.ts';

/** Field, from, to. */
export function TrailTable({ lines }: { lines: readonly TrailLine[] }) {
  if (lines.length === 0) return null;
  return (
    <PlainTable
      caption="Alterações"
      withTableBorder
      verticalSpacing={4}
      fz="sm"
      layout="fixed"
      rows={lines}
      keyOf={({ campo }, index) => `${index}:${campo}`}
      columns={[
        { title: 'Campo', cell: ({ campo }) => campo },
        { title: 'De', cell: ({ de }) => de || '(vazio)' },
        { title: 'Para', cell: ({ para }) => para || '(vazio)' },
      ]}
    />
  );
}
