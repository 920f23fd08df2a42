import { Badge, Group } from '@mantine/core';
import { formatPercentage } from '#kit/br/number.ts';
import type { CellProps } from '#kit/registry/view.web.tsx';

/** The name of the talent, with the reasons that keep the line from being applied. */
export function NomeDaLinha({ value, row }: CellProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <span style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>{typeof value === 'string' ? value : ''}</span>
      {row.temDuplicidade === true && (
        <Badge size="xs" color="orange" variant="light" style={{ flex: 'none' }}>
          Em duplicidade
        </Badge>
      )}
      {row.colaboradorDesligado === true && (
        <Badge size="xs" color="red" variant="light" style={{ flex: 'none' }}>
          Desligado
        </Badge>
      )}
      {row.anulada === true && (
        <Badge size="xs" color="gray" variant="light">
          Anulada
        </Badge>
      )}
    </Group>
  );
}

/** A difference with two digits for people, though three are stored. */
export const Percentual = ({ value }: CellProps) => (typeof value === 'number' ? formatPercentage(value, 2) : null);
