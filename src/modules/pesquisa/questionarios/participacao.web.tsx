import { Anchor, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { counted, upperFirst } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { saidValue } from '#platform/questionario/results.ts';
import type { ParticipacaoDoQuestionario } from './participacao.ts';

const parte = (respondidas: number, convidados: number) => (convidados === 0 ? 0 : Math.round((100 * respondidas) / convidados));

/** How many have answered: no names, and no group that would tell of few. */
export function Participacao({ record }: PanelProps) {
  const can = useCan();
  const [por, setPor] = useState('area');
  const { id, situacao, modo, minimo } = record;
  const { data, isError, isFetching, isPending, refetch } = useQuery({
    queryKey: ['registro', 'pesquisa/questionarios', id, 'participacao', por],
    queryFn: ({ signal }) =>
      api.get<ParticipacaoDoQuestionario | null>(
        `pesquisa/questionarios/${id}/participacao`,
        { por },
        { quiet: true, silent: true, signal },
      ),
    placeholderData: keepPreviousData,
    enabled: situacao !== 'N',
    retry: false,
  });
  if (situacao === 'N')
    return (
      <Empty message="Este questionário ainda não foi liberado." why="Confira quem responde e o que se promete, e libere." />
    );
  if (isError) return <Fault message="Não foi possível carregar a participação." onRetry={refetch} isBusy={isFetching} />;
  if (isPending) return <Waiting height={160} />;
  if (!data) return <Empty message="Este questionário não foi enviado a ninguém." />;
  const { convidados, respondidas, iniciadas, grupos, juntas, dimensoes, ultimoLembrete, estado } = data;
  const taxa = parte(respondidas, convidados);
  return (
    <Stack gap="md">
      <div>
        <Group align="baseline" gap="xs">
          <Text fz={32} fw={700} lh={1.1}>{`${taxa}%`}</Text>
          <Text>{`${respondidas.toLocaleString('pt-BR')} de ${counted(convidados, 'pessoa respondeu', 'pessoas responderam')}`}</Text>
        </Group>
        <Progress value={taxa} mt="xs" aria-label="Participação" />
        <Text size="sm" c="dimmed" mt={6}>
          {upperFirst(
            [
              iniciadas ? counted(iniciadas, 'começou e ainda não enviou', 'começaram e ainda não enviaram') : null,
              ultimoLembrete ? `último lembrete em ${formatDate(ultimoLembrete)}` : null,
              modo !== 'I' && estado === 'A' ? 'contado uma vez por dia, para que ninguém saiba quem acaba de responder' : null,
              estado === 'F' ? 'as respostas estão sendo reunidas' : null,
              estado === 'A' && modo !== 'I' && respondidas < Number(minimo)
                ? `com menos de ${Number(minimo)} respostas nenhum resultado aparece`
                : null,
            ]
              .filter(Boolean)
              .join(' · '),
          )}
        </Text>
        {estado === 'D' && can('ROLE_RESULTADO_PESQUISA') && (
          <Anchor component={Link} to={`/pesquisa/questionarios/${id}/resultados`}>
            Ver os resultados
          </Anchor>
        )}
      </div>
      {dimensoes.length > 1 && (
        <SegmentedControl
          aria-label="Participação por"
          value={por}
          onChange={setPor}
          data={dimensoes.map(({ campo, rotulo }) => ({ value: campo, label: rotulo }))}
          style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
        />
      )}
      {grupos.length === 0 ? (
        <Empty message="Nenhum grupo é grande o bastante para ser mostrado." />
      ) : (
        <PlainTable
          caption="Participação por grupo"
          cards
          rows={grupos}
          keyOf={({ nome }) => nome}
          columns={[
            { title: 'Grupo', isHeading: true, cell: ({ nome }) => nome },
            { title: 'Pessoas', figures: true, width: 84, cell: (grupo) => grupo.convidados.toLocaleString('pt-BR') },
            {
              title: 'Responderam',
              width: 132,
              figures: true,
              cell: (grupo) => saidValue(grupo.taxa, '%'),
            },
          ]}
        />
      )}
      {juntas && (
        <Text size="sm" c="dimmed">
          Grupos pequenos são contados com o que está acima deles, para que ninguém seja identificado.
        </Text>
      )}
    </Stack>
  );
}
