import { Anchor, Button, Card, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { tiposDeCompetencia } from '#modules/estrutura/public.ts';
import { RadarDeCompetencias } from '#modules/estrutura/public.web.tsx';
import type { CompetenciasDoCandidato } from './competencias.ts';

interface Nomeado {
  id: number;
  descricao: string;
}
interface Candidatura {
  id: number;
  candidato: { id: number; nome: string };
}

const quiet = { quiet: true, silent: true } as const;

/** SCR-045: `/captacao/niveis-competencia`: a candidate against what the band of the vacancy asks for. */
export function NiveisDoCandidato() {
  const { moduleTitle } = useActing();
  const [, setSearch] = useSearchParams();
  const solicitacao = useAddressId('solicitacao');
  const candidatura = useAddressId('candidatura');
  const vagas = useQuery({
    queryKey: ['lista', 'captacao/solicitacoes-pessoal', 'abertas'],
    queryFn: ({ signal }) => api.get<Nomeado[]>('captacao/solicitacoes-pessoal', { situacao: 'A' }, { ...quiet, signal }),
    retry: false,
  });
  const pessoas = useQuery({
    queryKey: ['lista', 'captacao/candidaturas', 'da-vaga', solicitacao],
    queryFn: ({ signal }) =>
      api.get<{ content: Candidatura[] }>(
        'captacao/candidaturas',
        { solicitacao, situacao: 'A', page: 0, size: 200 },
        { ...quiet, signal },
      ),
    enabled: solicitacao !== undefined,
    retry: false,
  });
  return (
    <Page
      title="Níveis de Competência (Recrutamento)"
      breadcrumbs={[{ label: moduleTitle('captacao') }, { label: 'Níveis de Competência (Recrutamento)' }]}
    >
      <Text c="dimmed" mb="md" maw={720}>
        O que a faixa da vaga pede, e o que o candidato mostrou. Escolha a vaga e a pessoa.
      </Text>
      <Group mb="md" align="flex-end" grow preventGrowOverflow={false}>
        <Select
          label="Vaga"
          placeholder="Selecione..."
          searchable
          miw={220}
          value={solicitacao === undefined ? null : String(solicitacao)}
          onChange={(qual) => setSearch(qual ? { solicitacao: qual } : {})}
          data={(vagas.data ?? []).map(({ id, descricao }) => ({ value: String(id), label: `${descricao} (${id})` }))}
          nothingFoundMessage="Sem resultados encontrados"
        />
        <Select
          label="Candidato"
          placeholder="Selecione..."
          searchable
          miw={220}
          disabled={solicitacao === undefined}
          value={candidatura === undefined ? null : String(candidatura)}
          onChange={(qual) =>
            setSearch({ ...(solicitacao ? { solicitacao: String(solicitacao) } : {}), ...(qual ? { candidatura: qual } : {}) })
          }
          data={(pessoas.data?.content ?? []).map(({ id, candidato }) => ({ value: String(id), label: candidato.nome }))}
          nothingFoundMessage="Sem resultados encontrados"
        />
      </Group>
      {vagas.isError && <Fault message="Não foi possível carregar as vagas." onRetry={vagas.refetch} isBusy={vagas.isFetching} />}
      {candidatura === undefined ? (
        <Empty message="Escolha uma vaga e um candidato." why="As competências vêm da faixa salarial da vaga." />
      ) : (
        <Competencias key={candidatura} id={candidatura} />
      )}
    </Page>
  );
}

function Competencias({ id }: { id: number }) {
  const client = useQueryClient();
  const queryKey = ['registro', 'captacao/candidaturas', id, 'competencias'];
  const path = `captacao/candidaturas/${id}/competencias`;
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<CompetenciasDoCandidato>(path, {}, { ...quiet, signal }),
    retry: false,
  });
  const [mudados, setMudados] = useState<Readonly<Record<number, number | null>>>({});
  const [isBusy, setIsBusy] = useState(false);
  if (isPending) return <Waiting height={320} />;
  if (isError) return <Fault message="Não foi possível carregar as competências." onRetry={refetch} isBusy={isFetching} />;
  const { candidato, faixa, niveis, linhas, podeEditar } = data;
  if (faixa === null)
    return <Empty message="A vaga não diz a faixa salarial." why="Sem faixa não há competências para comparar." />;
  if (linhas.length === 0)
    return (
      <Empty
        message={`${faixa} ainda não tem competências.`}
        why="Elas são configuradas no cargo e na faixa, em Cargos e Salários."
        action={
          <Anchor component={Link} to="/cargo-salario/faixas-salariais">
            Faixas Salariais
          </Anchor>
        }
      />
    );
  const agora = linhas.map((linha) => ({ ...linha, nivel: linha.id in mudados ? (mudados[linha.id] ?? null) : linha.nivel }));
  const diz = (ordem: number | null) => niveis.find((nivel) => nivel.ordem === ordem)?.descricao ?? '—';
  const salva = async () => {
    setIsBusy(true);
    try {
      const salvo = await api.put<CompetenciasDoCandidato>(path, {
        linhas: Object.entries(mudados).map(([qual, nivel]) => ({ id: Number(qual), nivel })),
      });
      client.setQueryData(queryKey, salvo);
      setMudados({});
      toast.success('Competências salvas com sucesso.');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Card withBorder p={0}>
        <PlainTable
          caption={`Competências de ${candidato}`}
          cards
          columns={[
            { title: 'Competência', cell: ({ nome }) => nome, isHeading: true },
            { title: 'Tipo', cell: ({ tipo }) => labelIn(tiposDeCompetencia, tipo) ?? tipo },
            { title: 'A faixa pede', cell: ({ exigido }) => diz(exigido) },
            {
              title: 'O candidato mostrou',
              width: 240,
              cell: ({ id: qual, nome, nivel }) =>
                podeEditar ? (
                  <Select
                    aria-label={`Nível de ${nome}`}
                    placeholder="Não avaliada"
                    clearable
                    clearButtonProps={{ 'aria-label': `Limpar o nível de ${nome}` }}
                    value={nivel === null ? null : String(nivel)}
                    onChange={(qualNivel) =>
                      setMudados((antes) => ({ ...antes, [qual]: qualNivel === null ? null : Number(qualNivel) }))
                    }
                    data={niveis.map(({ ordem, descricao }) => ({ value: String(ordem), label: descricao }))}
                  />
                ) : (
                  diz(nivel)
                ),
            },
            {
              title: '',
              cell: ({ exigido, nivel }) =>
                exigido === null || nivel === null ? (
                  ''
                ) : nivel >= exigido ? (
                  <Pill tone="good">Atende</Pill>
                ) : (
                  <Pill tone="waiting">A desenvolver</Pill>
                ),
            },
          ]}
          rows={agora}
          keyOf={({ id: qual }) => qual}
        />
      </Card>
      {podeEditar && (
        <Group justify="flex-end">
          <Button onClick={() => void salva()} loading={isBusy} disabled={Object.keys(mudados).length === 0}>
            Salvar
          </Button>
        </Group>
      )}
      {agora.some(({ nivel }) => nivel !== null) && agora.length > 2 && (
        <Card withBorder>
          <RadarDeCompetencias
            talento={candidato}
            faixa={faixa}
            serie={{
              labels: agora.map(({ nome }) => nome),
              competenciasColaborador: agora.map(({ nivel }) => nivel ?? 0),
              competenciasFaixaSalarial: agora.map(({ exigido }) => exigido ?? 0),
              ordemMaxima: niveis.at(-1)?.ordem ?? 0,
            }}
          />
        </Card>
      )}
    </Stack>
  );
}
