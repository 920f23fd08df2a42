import { Paper, Stack, Text } from '@mantine/core';
import { usePhone } from '#kit/ui/phone.web.ts';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import type { TrailLine } from './trail-lines.ts';

interface Props {
  lines: readonly TrailLine[];
  caption?: string;
  /** headings of the two states */
  from?: string;
  to?: string;
}

const keyOf = ({ campo }: TrailLine, index: number) => `${index}:${campo}`;
const shown = (value: string) => value || '(vazio)';

/** Field, from, to: side by side where there is room for three columns, else below each other. */
export function TrailTable({ lines, caption = 'Alterações', from = 'De', to = 'Para' }: Props) {
  const isPhone = usePhone();
  if (lines.length === 0) return null;
  if (isPhone)
    return (
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={caption} style={{ listStyle: 'none' }}>
        {lines.map((line, index) => (
          <Paper component="li" withBorder p="xs" fz="sm" key={keyOf(line, index)} style={{ overflowWrap: 'anywhere' }}>
            <b>{line.campo}</b>
            <State name={from} value={line.de} />
            <State name={to} value={line.para} />
          </Paper>
        ))}
      </Stack>
    );
  return (
    <PlainTable
      caption={caption}
      withTableBorder
      verticalSpacing={4}
      fz="sm"
      layout="fixed"
      rows={lines}
      keyOf={keyOf}
      columns={[
        { title: 'Campo', cell: ({ campo }) => campo },
        { title: from, cell: ({ de }) => shown(de) },
        { title: to, cell: ({ para }) => shown(para) },
      ]}
    />
  );
}

const State = ({ name, value }: { name: string; value: string }) => (
  <div>
    <Text span inherit c="dimmed">{`${name}: `}</Text>
    {shown(value)}
  </div>
);
