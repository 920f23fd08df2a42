import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { bare } from '#kit/fields/bare.ts';
import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { aptidoes } from './codigos.ts';
import { naRota, SELECAO } from './quadro-dados.web.ts';
import { INSCRITOS, type Selecao } from './selecao.ts';

/** Moves one candidate, with what is to be remembered of the stage that they leave. */
export function MoverDialog({ record, onClose }: DeedProps) {
  const { empresaId } = useActing();
  const vaga = bare(record.solicitacao) as number;
  const agora = (bare(record.etapaSeletiva) as number | null | undefined) ?? null;
  const [de, setDe] = useState(agora);
  const { data } = useQuery({
    queryKey: ['selecao', empresaId, vaga, 'etapas'],
    queryFn: ({ signal }) => api.get<Selecao>(`${SELECAO}/${vaga}`, {}, { quiet: true, signal }),
    retry: false,
  });
  const form = useMemo(() => {
    const etapas = (data?.etapas ?? []).filter(({ id }) => id !== agora);
    return defineForm({
      fields: {
        etapa: having(choice('Vai para', Object.fromEntries(etapas.map(({ id, nome }) => [String(naRota(id)), nome]))), {
          span: 6,
        }),
        apto: having(choice('Situação', aptidoes), { initial: 'I', span: 6 }),
        observacao: having(optional(longText('Observação', 4_000)), { hint: 'Fica no histórico do candidato, à vista do RH.' }),
      },
    });
  }, [data, agora]);
  if (!data) return null;
  return (
    <FormDialog
      form={form}
      title={`Mudar ${String(record.resumo)} de etapa`}
      ok="Mover"
      send={async ({ etapa, apto, observacao }) => {
        const etapaId = Number(etapa) === INSCRITOS ? null : Number(etapa);
        try {
          await api.post(`${SELECAO}/${vaga}/mover`, { ids: [record.id], etapaId, de, apto, observacao }, { silent: true });
        } catch (error) {
          // Whoever has read where somebody else moved the candidate may move them from there.
          if (error instanceof ApiError && error.code === 'CANDIDATO_NAO_MOVIDO')
            setDe((error.body as { falhas: { etapa: { id: number } | null }[] }).falhas[0]?.etapa?.id ?? null);
          throw error;
        }
        toast.success('Candidato movido.');
      }}
      onClose={onClose}
    />
  );
}
