import { Anchor, Button, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { Acoes, Andamento, PDI } from './acoes.web.tsx';
import { type Desenvolvimento, MAIOR_EQUIPE } from './plano.ts';
import { Imprimir, PlanoInteiro, TITULO, usePlano } from './plano.web.tsx';
import { planosAcao } from './planos-acao.registry.ts';

/** `/avaliacao/pdi`: the own plan, the plans of those whom one leads, and the actions of others that one answers for. */
export function MeuPlano() {
  const { moduleTitle } = useActing();
  const can = useCan();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [PDI, 'meu'],
    queryFn: ({ signal }) => api.get<Desenvolvimento>('avaliacao/pdi', {}, { silent: true, signal }),
  });
  return (
    <Page
      title={TITULO}
      breadcrumbs={[{ label: moduleTitle('avaliacao') }, { label: TITULO }]}
      actions={
        <>
          {can(planosAcao.authority) && (
            <Button component={Link} to="/avaliacao/planos-acao" variant="default">
              Todas as ações
            </Button>
          )}
          {data?.eu && <Imprimir />}
        </>
      }
    >
      {isError ? (
        <Paper>
          <Fault message="Não foi possível carregar o seu plano." onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : data ? (
        <Partes {...data} />
      ) : (
        <Waiting height={320} />
      )}
    </Page>
  );
}

function Partes({ eu, equipe, minhas }: Desenvolvimento) {
  const { data: plano, isError, isFetching, refetch } = usePlano(eu?.id);
  return (
    <Stack>
      {!eu && equipe.length === 0 && (
        <Paper>
          <Empty
            message="Você não tem um plano de desenvolvimento aqui."
            why="O plano é de quem trabalha nesta empresa: o seu usuário e o seu cadastro de talento se encontram pelo CPF."
          />
        </Paper>
      )}
      {equipe.length > 0 && (
        <div className="vinculo-no-print">
          <Equipe equipe={equipe} />
        </div>
      )}
      {minhas.length > 0 && (
        <div className="vinculo-no-print">
          <Section title="Ações por que você responde" note="Em planos de outras pessoas.">
            <Acoes acoes={minhas} of />
          </Section>
        </div>
      )}
      {eu &&
        (isError ? (
          <Paper>
            <Fault message="Não foi possível carregar o seu plano." onRetry={refetch} isBusy={isFetching} />
          </Paper>
        ) : plano ? (
          <PlanoInteiro plano={plano} />
        ) : (
          <Waiting height={240} />
        ))}
    </Stack>
  );
}

/** A larger team scrolls within its table, so that one's own plan is not far below. */
const EQUIPE_INTEIRA = 20;

const Equipe = ({ equipe }: Pick<Desenvolvimento, 'equipe'>) => (
  <Section
    title="Minha equipe"
    note={`Quem você lidera, e como vai o plano de cada um.${
      equipe.length >= MAIOR_EQUIPE ? ` São mostradas as primeiras ${MAIOR_EQUIPE} pessoas, por nome.` : ''
    }`}
  >
    <PlainTable
      caption="Planos de desenvolvimento da minha equipe"
      cards
      {...(equipe.length > EQUIPE_INTEIRA ? { maxHeight: 480 } : {})}
      minWidth={560}
      rows={equipe}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Nome',
          isHeading: true,
          cell: ({ id, nome }) => (
            <Anchor component={Link} to={`/avaliacao/pdi/${id}`} inherit>
              {nome}
            </Anchor>
          ),
        },
        { title: 'Cargo', cell: ({ cargo }) => cargo ?? '—' },
        { title: 'Área', cell: ({ area }) => area ?? '—' },
        { title: 'Plano', width: 240, cell: (pessoa) => <Andamento {...pessoa} /> },
      ]}
    />
  </Section>
);
