import { Anchor, Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import type { CargoNaCaptacao } from './cargo.ts';

/** A figure that leads to what it counts; a zero leads nowhere. */
const numero = (n: number, to: string | false, diz: string) =>
  n > 0 && to ? (
    <Anchor component={Link} to={to} aria-label={diz}>
      {n}
    </Anchor>
  ) : (
    n
  );

/** SCR-048: `/captacao/cargo`. */
export function CargosNaCaptacao() {
  const { moduleTitle } = useActing();
  const veCandidatos = useCan()('ROLE_CAD_CANDIDATO');
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['captacao-cargo'],
    queryFn: ({ signal }) => api.get<CargoNaCaptacao[]>('captacao/cargo', {}, { quiet: true, silent: true, signal }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Page title="Cargos (Recrutamento)" breadcrumbs={[{ label: moduleTitle('captacao') }, { label: 'Cargos (Recrutamento)' }]}>
      <Text c="dimmed" mb="md" maw={720}>
        Os cargos para os quais se pede gente, ou para os quais há candidatos.
      </Text>
      {isPending && <Waiting height={240} />}
      {isError && <Fault message="Não foi possível carregar os cargos." onRetry={refetch} isBusy={isFetching} />}
      {data?.length === 0 && (
        <Empty message="Nenhum cargo com vagas ou candidatos." why="As vagas vêm das Solicitações de Pessoal." />
      )}
      {data && data.length > 0 && (
        <Card withBorder p={0}>
          <PlainTable
            caption="Cargos com vagas ou candidatos"
            cards
            verticalSpacing="sm"
            columns={[
              { title: 'Cargo', cell: ({ nome }) => nome, isHeading: true },
              {
                title: 'Solicitações abertas',
                figures: true,
                cell: ({ nome, faixas, solicitacoes }) =>
                  numero(
                    solicitacoes,
                    `/captacao/solicitacoes-pessoal?situacao=A,S&faixaSalarial=${faixas.join(',')}`,
                    `${nome}: ${solicitacoes} solicitações abertas`,
                  ),
              },
              { title: 'Vagas a preencher', figures: true, cell: ({ vagas }) => vagas },
              { title: 'Em seleção', figures: true, cell: ({ emSelecao }) => emSelecao },
              {
                title: 'Candidatos ao cargo',
                figures: true,
                cell: ({ id, nome, candidatos }) =>
                  numero(candidatos, veCandidatos && `/captacao/candidatos?cargos=${id}`, `${nome}: ${candidatos} candidatos`),
              },
            ]}
            rows={data}
            keyOf={({ id }) => id}
          />
        </Card>
      )}
    </Page>
  );
}
