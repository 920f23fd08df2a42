import { Text } from '@mantine/core';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { daysBetween, formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { isOneOf } from '#kit/fields/by-name.ts';
import type { CellProps, RecordRow } from '#kit/registry/view.web.tsx';
import { A_AVALIAR } from './acompanhamento.registry.ts';

/** The end of the period, and how near it is while somebody waits for it. */
export function TerminoCell({ row }: CellProps<RecordRow & { termino: string; situacao: string }>) {
  const { today } = useCheckContext();
  const dias = daysBetween(today, row.termino);
  const perto = dias === 0 ? 'hoje' : dias > 0 ? `em ${counted(dias, 'dia', 'dias')}` : `há ${counted(-dias, 'dia', 'dias')}`;
  return (
    <>
      {formatDate(row.termino)}
      {isOneOf(A_AVALIAR, row.situacao) && (
        <Text span size="xs" c="dimmed" display="block">
          {perto}
        </Text>
      )}
    </>
  );
}
