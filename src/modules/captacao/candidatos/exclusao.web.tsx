import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Previa {
  meses: number;
  total: number;
  bloqueados: number;
  candidatos: { id: number; nome: string; atualizadoEm: string }[];
}

/** Whom the nightly erasure would take, before it does. */
export function ExclusaoDeCandidatos() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', 'captacao/candidatos', 'retencao'],
    queryFn: ({ signal }) => api.get<Previa>('captacao/candidatos/retencao', {}, { quiet: true, signal }),
    retry: false,
  });
  return (
    <Page title="Exclusão de Candidatos" breadcrumbs={[{ label: 'Captação' }, { label: 'Exclusão de Candidatos' }]}>
      {isError && <Fault message="Não foi possível carregar a prévia." isBusy={isFetching} onRetry={refetch} />}
      {!data && !isError && <Waiting />}
      {data && <Quadro {...data} />}
    </Page>
  );
}

function Quadro({ meses, total, bloqueados, candidatos }: Previa) {
  const { empresaId } = useActing();
  const can = useCan();
  if (meses === 0)
    return (
      <Empty
        message="Nenhum candidato é apagado sozinho."
        why="O cadastro da empresa diz depois de quantos meses sem mudança os dados de um candidato são apagados. Hoje diz zero: nunca."
        action={
          can('ROLE_CAD_EMPRESA') && (
            <Button component={Link} variant="default" to={`/utilitario/empresas/${empresaId}`}>
              Abrir o cadastro da empresa
            </Button>
          )
        }
      />
    );
  return (
    <>
      <Alert mb="md" icon={<IconInfoCircle size={18} aria-hidden />}>
        {`Toda noite são apagados para sempre os candidatos sem mudança há ${counted(meses, 'mês', 'meses')}, que não estão na seleção de nenhuma vaga em andamento nem na lista de bloqueio, e não foram contratados. Ficam só os números.`}
        {bloqueados > 0 &&
          ` Por estar na lista de bloqueio, ${counted(bloqueados, 'candidato fica', 'candidatos ficam')} até que o bloqueio termine.`}
      </Alert>
      {total === 0 ? (
        <Empty message="Ninguém seria apagado hoje." />
      ) : (
        <>
          <Text
            mb="sm"
            fw={600}
          >{`${counted(total, 'candidato será apagado', 'candidatos serão apagados')} na próxima noite`}</Text>
          <PlainTable
            caption="Candidatos que serão apagados"
            withTableBorder
            rows={candidatos}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Nome',
                isHeading: true,
                cell: ({ id, nome }) => (
                  <Anchor component={Link} to={`/captacao/candidatos/${id}`}>
                    {nome}
                  </Anchor>
                ),
              },
              { title: 'Última mudança', cell: ({ atualizadoEm }) => formatDate(atualizadoEm) },
            ]}
          />
          {total > candidatos.length && (
            <Text mt="sm" c="dimmed">{`e mais ${(total - candidatos.length).toLocaleString('pt-BR')}.`}</Text>
          )}
        </>
      )}
    </>
  );
}
