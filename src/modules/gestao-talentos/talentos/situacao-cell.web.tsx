import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import type { CellProps } from '#kit/registry/view.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { situacaoDita } from './codigos.ts';
import { talentos } from './talentos.registry.ts';

/** 'Ativo · último dia 22/11' of somebody whose dismissal is known and whose last day has not passed. */
export function SituacaoCell({ value, row }: CellProps) {
  const dita = situacaoDita(row, useCheckContext());
  return dita ? <Pill tone={dita.tone}>{dita.text}</Pill> : <FieldCell field={talentos.fields.situacao} value={value} />;
}
