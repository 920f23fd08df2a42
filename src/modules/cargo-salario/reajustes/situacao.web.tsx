import { Group } from '@mantine/core';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import type { CellProps } from '#kit/registry/view.web.tsx';
import type { Planejamento } from './planejamento-lido.web.ts';
import { parteDoPlanejamento, tabelasReajustes } from './tabelas.registry.ts';

/** How far a plan is; of one that is applied in part, what waits. */
export function Situacao({ row: { andamento, partes } }: CellProps<Planejamento>) {
  const faltam = andamento === 'E' ? partes.filter((parte) => parte.endsWith('P')) : [];
  return (
    <Group gap={6} component="span" display="inline-flex">
      <FieldCell field={tabelasReajustes.fields.andamento} value={andamento} />
      {faltam.map((parte) => (
        <FieldCell key={parte} field={parteDoPlanejamento} value={parte} />
      ))}
    </Group>
  );
}
