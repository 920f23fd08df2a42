import { Alert, List, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useActing } from '#kit/acting/acting.web.tsx';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { bare } from '#kit/fields/bare.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Carta } from './carta.web.tsx';
import { cartaEscrita, type PreviaDaCarta } from './cartas.ts';
import { SELECAO } from './quadro-dados.web.ts';

interface Falha {
  id: number;
  nome: string;
  message: string;
}

const DITAS = 3;
/** Who got no letter, in a sentence each; of many the first ones. */
const ditas = (falhas: readonly Falha[]) =>
  [
    ...falhas.slice(0, DITAS).map(({ message }) => message),
    ...(falhas.length > DITAS ? [`E mais ${falhas.length - DITAS}.`] : []),
  ].join(' ');

/** Fills in the letter of the chosen model, and shows it as the first candidate will read it. */
function Previa({ vaga, ids, falhas }: { vaga: number; ids: readonly number[]; falhas: readonly Falha[] }) {
  const { empresaId } = useActing();
  const { setValue } = useFormContext();
  const [modelo, assunto, texto] = useWatch({ name: ['modelo', 'assunto', 'texto'] }) as [
    unknown,
    string | null | undefined,
    string | null | undefined,
  ];
  const modeloId = bare(modelo);
  useEffect(() => {
    if (typeof modeloId !== 'number') return;
    const aborta = new AbortController();
    void api
      .get<RecordRow>(`captacao/modelos-email-candidato/${modeloId}`, {}, { signal: aborta.signal })
      .then((lido) => {
        setValue('assunto', lido.assunto, { shouldValidate: true });
        setValue('texto', lido.texto, { shouldValidate: true });
      })
      .catch(() => undefined);
    return () => aborta.abort();
  }, [modeloId, setValue]);
  const [carta] = useDebouncedValue({ assunto: assunto ?? '', texto: texto ?? '' }, 400);
  const { data } = useQuery({
    queryKey: ['selecao', empresaId, vaga, 'carta', ids, carta],
    queryFn: ({ signal }) =>
      api.post<PreviaDaCarta>(`${SELECAO}/${vaga}/emails/previa`, { ids, ...carta }, { quiet: true, signal }),
    placeholderData: (antes) => antes,
    retry: false,
    gcTime: 0,
  });
  return (
    <Stack gap="sm">
      {falhas.length > 0 && (
        <Alert color="yellow" role="status">
          <List size="sm">
            {falhas.map(({ id, message }) => (
              <List.Item key={id}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {data && <Carta carta={carta.texto.trim() === '' ? { ...data, para: null } : data} />}
    </Stack>
  );
}

interface EscreverProps {
  vaga: number;
  ids: readonly number[];
  nome: string | null;
  onClose(feito: boolean): void;
}

/** A letter of one's own to candidates of a selection. */
export function EscreverAosCandidatos({ vaga, ids, nome, onClose }: EscreverProps) {
  const [falhas, setFalhas] = useState<readonly Falha[]>([]);
  return (
    <FormDialog
      form={cartaEscrita}
      title={nome === null ? `Escrever a ${counted(ids.length, 'candidato', 'candidatos')}` : `Escrever a ${nome}`}
      ok="Enviar"
      send={async (carta) => {
        const feito = await api.post<{ feitos: number; falhas: Falha[] }>(
          `${SELECAO}/${vaga}/emails`,
          { ...carta, ids },
          { silent: true },
        );
        if (feito.feitos === 0) {
          setFalhas(feito.falhas);
          throw new ApiError(0, 'NINGUEM', 'Nenhum e-mail foi enviado.');
        }
        toast.success(counted(feito.feitos, 'e-mail foi para a caixa de saída.', 'e-mails foram para a caixa de saída.'));
        if (feito.falhas.length > 0) toast.warn(ditas(feito.falhas));
      }}
      onClose={onClose}
      foot={<Previa vaga={vaga} ids={ids} falhas={falhas} />}
    />
  );
}

export const EscreverDialog = ({ record, onClose }: DeedProps) => (
  <EscreverAosCandidatos
    vaga={bare(record.solicitacao) as number}
    ids={[record.id]}
    nome={String(record.resumo)}
    onClose={onClose}
  />
);
