import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import type { TrailLine } from './trail-lines.ts';

interface Props {
  lines: readonly TrailLine[];
  caption?: string;
  /** headings of the two states */
  from?: string;
  to?: string;
}

/** Field, from, to. */
export function TrailTable({ lines, caption = 'Alterações', from = 'De', to = 'Para' }: Props) {
  if (lines.length === 0) return null;
  return (
    <PlainTable
      caption={caption}
      withTableBorder
      verticalSpacing={4}
      fz="sm"
      layout="fixed"
      rows={lines}
      keyOf={({ campo }, index) => `${index}:${campo}`}
      columns={[
        { title: 'Campo', cell: ({ campo }) => campo },
        { title: from, cell: ({ de }) => de || '(vazio)' },
        { title: to, cell: ({ para }) => para || '(vazio)' },
      ]}
    />
  );
}
