import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';

const INTEGRACAO = 'ROLE_INTEGRACAO_PESSOAL';

/** Whether an entry made by hand waits for the personnel system; entries of a realignment wait with their plan. */
const aguardaPessoal = ({ status, tabelaReajuste }: RecordRow): boolean => status === 'P' && !tabelaReajuste;

/** Row actions that answer for the personnel system, where an entry waits for it. */
export function respostasAoHistorico(row: RecordRow): RowAction[] {
  if (!aguardaPessoal(row)) return [];
  const responde = (acao: 'CONFIRMAR' | 'CANCELAR', verbo: string, feito: string) => async () => {
    const message = `${verbo} o histórico de ${String(row.nome)} a partir de ${formatDate(String(row.data))}?`;
    if (!(await confirm({ message, ok: verbo, cancel: 'Voltar', danger: acao === 'CANCELAR' }))) return;
    await api.post(`cargo-salario/colaboradores/historicos/${row.id}/integracao-ac`, { acao }).then(
      () => toast.success(feito),
      () => undefined,
    );
  };
  return [
    {
      label: 'Confirmar histórico',
      icon: <IconCircleCheck size={18} stroke={1.8} />,
      onClick: responde('CONFIRMAR', 'Confirmar', 'Histórico confirmado com sucesso.'),
      authority: INTEGRACAO,
    },
    {
      label: 'Cancelar histórico',
      icon: <IconCircleX size={18} stroke={1.8} />,
      onClick: responde('CANCELAR', 'Cancelar', 'Histórico cancelado com sucesso.'),
      authority: INTEGRACAO,
      danger: true,
    },
  ];
}
