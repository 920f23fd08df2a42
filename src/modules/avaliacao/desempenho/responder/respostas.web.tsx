import { Anchor, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddress, useAddressId } from '#kit/ui/use-address.web.ts';
import { AnsweredList } from '#platform/questionario/answered-list.web.tsx';
import { acompanhamentos } from '../../experiencia/acompanhamentos.registry.ts';
import { papeis } from '../papeis.ts';
import { POR_VEZ, type QuestionarioDaAvaliacao } from '../questionarios.ts';

const MINHAS = '/avaliacao/avaliacoes-desempenhos-questionarios';

/** SCR-124 `/avaliacao/respostas`: what was answered in evaluations, by oneself and by those whose answers one may read. */
export function RespostasDasAvaliacoes() {
  const { moduleTitle } = useActing();
  const can = useCan();
  const avaliacao = useAddressId('avaliacao');
  const [, setAvaliacao] = useAddress('avaliacao');
  const [endereco, setBusca] = useAddress('busca');
  const [digitada, setDigitada] = useState(endereco);
  const [busca] = useDebouncedValue(digitada.trim(), 300);
  const avaliacoes = useQuery({
    queryKey: ['avaliacoes-desempenho', 'opcoes'],
    queryFn: ({ signal }) =>
      api.get<{ id: number; nome: string }[]>(
        'avaliacao/avaliacoes-desempenho/opcoes',
        {},
        { silent: true, quiet: true, signal },
      ),
  });
  const options = (avaliacoes.data ?? []).map(({ id, nome }) => ({ value: id, label: nome }));
  return (
    <Page title="Respostas" breadcrumbs={[{ label: moduleTitle('avaliacao') }, { label: 'Respostas' }]}>
      <Stack gap="md">
        <Text c="dimmed" maw={720}>
          O que você respondeu em avaliações de desempenho, e o que pode ler de outras pessoas. Cada resposta abre com o resultado
          dela.
        </Text>
        <Group gap="sm" align="end">
          <TextInput
            label="Pessoa"
            placeholder="Avaliado ou avaliador"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={digitada}
            maxLength={200}
            onChange={({ currentTarget }) => {
              setDigitada(currentTarget.value);
              setBusca(currentTarget.value.trim());
            }}
            style={{ flex: '1 1 220px' }}
            maw={360}
          />
          {options.length > 1 && (
            <div style={{ flex: '1 1 220px', maxWidth: 360 }}>
              <Select<number>
                label="Avaliação"
                placeholder="Todas"
                clearable
                options={options}
                value={avaliacao ?? null}
                onChange={(id) => setAvaliacao(id === null ? '' : String(id))}
              />
            </div>
          )}
        </Group>
        <Paper p="md">
          <Lista key={`${avaliacao} ${busca}`} avaliacaoDesempenhoId={avaliacao} busca={busca} />
        </Paper>
        {can(acompanhamentos.authority) && (
          <Text size="sm" c="dimmed">
            As do período de experiência estão com cada talento, em{' '}
            <Anchor component={Link} to={`/avaliacao/${acompanhamentos.id}`} inherit underline="always">
              {acompanhamentos.title}
            </Anchor>
            .
          </Text>
        )}
      </Stack>
    </Page>
  );
}

interface Filtro {
  avaliacaoDesempenhoId: number | undefined;
  busca: string;
}

const Lista = ({ avaliacaoDesempenhoId, busca }: Filtro) => (
  <AnsweredList<QuestionarioDaAvaliacao>
    path="avaliacao/respostas"
    query={{ avaliacaoDesempenhoId, busca: busca || undefined }}
    perPage={POR_VEZ}
    empty={
      busca !== '' || avaliacaoDesempenhoId !== undefined
        ? { message: 'Nenhuma resposta com este filtro.' }
        : {
            message: 'Ainda não há respostas que você possa ler.',
            why: 'As suas aparecem aqui assim que você avalia alguém; as de uma avaliação anônima, ninguém lê uma a uma.',
          }
    }
    columns={[
      {
        title: 'Avaliado',
        isHeading: true,
        cell: ({ id, avaliado }) => (
          <Anchor component={Link} to={`${MINHAS}/${id}/respondida`} inherit>
            {avaliado.nome}
          </Anchor>
        ),
      },
      { title: 'Avaliador', cell: ({ avaliador, minha }) => (minha ? 'Você' : avaliador.nome) },
      { title: 'Papel', cell: ({ papel }) => papeis[papel] },
      { title: 'Avaliação', cell: ({ avaliacaoDesempenho }) => avaliacaoDesempenho.titulo },
    ]}
  />
);
