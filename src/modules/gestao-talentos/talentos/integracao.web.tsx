import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';

const INTEGRACAO = 'ROLE_INTEGRACAO_PESSOAL';

/** Row actions that answer for the personnel system, where a talent waits for it. */
export function respostasDoPessoal(row: RecordRow): RowAction[] {
  if (row.situacao !== 'G' && row.situacao !== 'U') return [];
  const oQue = row.situacao === 'G' ? 'admissão' : 'desligamento';
  const artigo = row.situacao === 'G' ? 'a' : 'o';
  const responde = (acao: 'CONFIRMAR' | 'CANCELAR') => async () => {
    const verbo = acao === 'CONFIRMAR' ? 'Confirmar' : 'Cancelar';
    if (
      !(await confirm({ message: `${verbo} ${artigo} ${oQue} de ${String(row.nome)}?`, ok: verbo, danger: acao === 'CANCELAR' }))
    )
      return;
    const done = await api.post(`gestao-talentos/talentos/${row.id}/integracao-ac`, { acao }).then(
      () => true,
      () => false,
    );
    if (done)
      toast.success(
        `${oQue === 'admissão' ? 'Admissão' : 'Desligamento'} ${acao === 'CONFIRMAR' ? 'confirmad' : 'cancelad'}${artigo} com sucesso.`,
      );
  };
  return [
    {
      label: `Confirmar ${oQue}`,
      icon: <IconCircleCheck size={18} stroke={1.8} />,
      onClick: responde('CONFIRMAR'),
      authority: INTEGRACAO,
    },
    {
      label: `Cancelar ${oQue}`,
      icon: <IconCircleX size={18} stroke={1.8} />,
      onClick: responde('CANCELAR'),
      authority: INTEGRACAO,
      danger: true,
    },
  ];
}
