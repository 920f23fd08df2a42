import { Alert, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { choices } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { refs } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import type { VagaEmSelecao } from './selecao.ts';

interface Feito {
  feitos: number;
  falhas: { id: number; nome: string; message: string }[];
}

const aVaga = defineForm({ fields: { candidatosIds: having(refs('Candidatos', 'captacao/candidatos'), { span: 12 }) } });

/** Those who could not enter, and why; the dialog stays open with them. */
function Falhas({ falhas }: { falhas: Feito['falhas'] }) {
  if (falhas.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      <List size="sm">
        {falhas.map(({ id, nome, message }) => (
          <List.Item key={id}>{message.includes(nome) ? message : `${nome}: ${message}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Puts candidates into the selection of a vacancy. */
export function VincularCandidatos({ vaga, onClose }: { vaga: VagaEmSelecao; onClose(mudou: boolean): void }) {
  const [falhas, setFalhas] = useState<Feito['falhas']>([]);
  const [mudou, setMudou] = useState(false);
  return (
    <FormDialog
      form={aVaga}
      title="Vincular candidatos"
      ok="Vincular"
      send={async ({ candidatosIds }) => {
        const feito = await api.post<Feito>(
          `captacao/solicitacoes-pessoal/candidato/${vaga.id}`,
          { candidatosIds },
          { silent: true },
        );
        setMudou(mudou || feito.feitos > 0);
        if (feito.feitos > 0) toast.success(`${counted(feito.feitos, 'candidato entrou', 'candidatos entraram')} na seleção.`);
        setFalhas(feito.falhas);
        if (feito.falhas.length > 0) throw new ApiError(0, 'NEM_TODOS', 'Nem todos entraram na seleção.');
      }}
      onClose={(feito) => onClose(feito || mudou)}
      foot={<Falhas falhas={falhas} />}
    >
      <Text size="sm" c="dimmed">{`Entram entre os inscritos de ${vaga.descricao}.`}</Text>
    </FormDialog>
  );
}

interface Disponivel {
  id: number;
  descricao: string;
  area: string | null;
}

/** SCR-341: puts one candidate into the selections of several vacancies. */
export function VincularAVagas({ record, onClose }: DeedProps) {
  const { empresaId } = useActing();
  const { data } = useQuery({
    queryKey: ['selecao', empresaId, 'disponiveis', record.id],
    queryFn: ({ signal }) =>
      api.get<Disponivel[]>('captacao/solicitacoes-pessoal/candidato', { candidatoId: record.id }, { quiet: true, signal }),
    gcTime: 0,
    retry: false,
  });
  const [falhas, setFalhas] = useState<Feito['falhas']>([]);
  const form = useMemo(() => {
    const opcoes = Object.fromEntries(
      (data ?? []).map(({ id, descricao, area }) => [String(id), area ? `${descricao} · ${area}` : descricao]),
    );
    return defineForm({ fields: { solicitacoesIds: having(choices('Solicitações disponíveis', opcoes), { span: 12 }) } });
  }, [data]);
  if (!data) return null;
  return (
    <FormDialog
      form={form}
      title={`Vincular ${String(record.nome)} a vagas`}
      ok="Vincular"
      isBlocked={data.length === 0}
      send={async ({ solicitacoesIds }) => {
        const feito = await api.post<Feito>(
          `captacao/candidatos/${record.id}/solicitacoes`,
          { empresaId, candidatoId: record.id, solicitacoesIds: (solicitacoesIds as string[]).map(Number) },
          { silent: true },
        );
        if (feito.feitos > 0) toast.success(`O candidato entrou em ${counted(feito.feitos, 'seleção', 'seleções')}.`);
        setFalhas(feito.falhas);
        if (feito.falhas.length > 0) throw new ApiError(0, 'NEM_TODOS', 'O candidato não entrou em todas as seleções.');
      }}
      onClose={onClose}
      foot={<Falhas falhas={falhas} />}
    >
      {data.length === 0 && <Text size="sm">Nenhuma vaga aberta e aprovada recebe este candidato agora.</Text>}
    </FormDialog>
  );
}
