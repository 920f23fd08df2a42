import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { RefInput } from '#kit/fields/reference-inputs.web.tsx';
import { namedInAddress } from '#kit/registry/named-in-address.web.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { Divulgacao } from './divulgacao.web.tsx';
import { ComoOCandidatoVe } from './previa.web.tsx';

interface Pedido {
  descricao: string;
  dataPrevisaoEncerramento: string | null;
}

/** The request gives an ad without a title its own, and the day when it should close. */
function SolicitacaoInput(props: InputProps) {
  const { getValues, setValue } = useFormContext();
  const id = idOf(useWatch({ control: props.control, name: props.path }));
  const { data } = useQuery({
    queryKey: ['registro', 'captacao/solicitacoes-pessoal', id, 'para-anunciar'],
    queryFn: ({ signal }) => api.get<Pedido>(`captacao/solicitacoes-pessoal/${id}`, {}, { quiet: true, silent: true, signal }),
    enabled: id !== null,
    retry: false,
  });
  useEffect(() => {
    if (!data || getValues('titulo')) return;
    setValue('titulo', data.descricao, { shouldDirty: true });
    setValue('previsaoEncerramento', data.dataPrevisaoEncerramento, { shouldDirty: true });
  }, [data, getValues, setValue]);
  return <RefInput {...props} />;
}

/** The record's half of the ads' view. */
export const registro = {
  inputs: { solicitacao: SolicitacaoInput },
  /** From the page of a request, its ad begins with it. */
  begin: (copiado?: RecordRow) => copiado ?? namedInAddress('solicitacao'),
  panels: [
    { title: 'Como o candidato vê', content: ComoOCandidatoVe },
    { title: 'Divulgação', content: Divulgacao },
  ],
};
