import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { RefsBox } from '#kit/fields/reference-inputs.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { contados, dinheiro, porcento } from './figuras.web.tsx';
import { type Coluna, Grade } from './grade.web.tsx';
import { type Cenario, MAIS_CENARIOS, type Totais } from './painel.ts';
import { situacoesDeTabela } from './tabelas.lifecycle.ts';

const TABELAS = 'cargo-salario/tabelas-reajustes-colaboradores';

const MEDIDAS: readonly [nome: string, valor: (totais: Totais) => string][] = [
  ['Talentos', ({ talentos }) => formatNumber(talentos)],
  ['Talentos alcançados', ({ alcancados }) => contados(alcancados)],
  ['Talentos não alcançados', ({ talentos, alcancados }) => contados(alcancados === null ? null : talentos - alcancados)],
  ['Folha antes', ({ totalAtual }) => dinheiro(totalAtual)],
  ['Folha depois', ({ totalProposto }) => dinheiro(totalProposto)],
  ['Diferença por mês', ({ diferenca }) => dinheiro(diferenca)],
  ['Diferença (%)', ({ percentual, totalAtual }) => porcento(percentual, totalAtual === null)],
];

/** Plans side by side: how many people each reaches and its cost, in total and by area. The address holds the chosen plans. */
export function CenariosDeRealinhamento() {
  const { moduleTitle } = useActing();
  const [search, setSearch] = useSearchParams();
  const texto = search.get('ids') ?? '';
  const ids = useMemo(
    () => (/^\d{1,15}(,\d{1,15})*$/.test(texto) ? texto.split(',').slice(0, MAIS_CENARIOS).map(Number) : []),
    [texto],
  );
  const { data = [], isError } = useQuery({
    queryKey: ['planejamento', 'cenarios', texto],
    queryFn: ({ signal }) => api.get<Cenario[]>(`${TABELAS}/cenarios`, { ids }, { signal, silent: ['NAO_ENCONTRADO'] }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const cenarios = ids.length > 0 && !isError ? data : [];
  return (
    <Page
      title="Cenários de Realinhamento"
      breadcrumbs={[{ label: moduleTitle('cargo-salario') }, { label: 'Cenários de Realinhamento' }]}
    >
      <Stack gap="md">
        <Paper p="md">
          <RefsBox
            label={`Planejamentos a comparar (até ${MAIS_CENARIOS})`}
            target={TABELAS}
            value={ids}
            onChange={(novos) =>
              setSearch(novos.length > 0 ? { ids: novos.slice(0, MAIS_CENARIOS).join(',') } : {}, { replace: true })
            }
          />
        </Paper>
        {cenarios.length === 0 ? (
          <Empty
            message={
              isError
                ? 'Não foi possível comparar: confira se todos os planejamentos escolhidos ainda existem.'
                : 'Escolha os planejamentos que quer comparar. Para variar um deles, copie-o e mude as linhas da cópia.'
            }
          />
        ) : (
          <>
            <Section title="Comparação">
              <Comparacao cenarios={cenarios} />
            </Section>
            <Section title="Diferença por área organizacional">
              <PorArea cenarios={cenarios} />
            </Section>
          </>
        )}
      </Stack>
    </Page>
  );
}

const colunasDe = (cenarios: readonly Cenario[]): Coluna[] =>
  cenarios.map(({ id, nome, data, situacao }) => ({
    chave: id,
    nome,
    titulo: (
      <>
        <Anchor component={Link} to={`/${TABELAS}/${id}`} inherit>
          {nome}
        </Anchor>
        <Text size="xs" c="dimmed" fw={400}>
          {`${formatDate(data)} · ${labelIn(situacoesDeTabela, situacao) ?? ''}`}
        </Text>
      </>
    ),
  }));

function Comparacao({ cenarios }: { cenarios: readonly Cenario[] }) {
  return (
    <Grade
      rotulo="Comparação dos planejamentos"
      primeira="Medida"
      colunas={colunasDe(cenarios)}
      linhas={[
        ...MEDIDAS.map(([nome, valor]) => ({ chave: nome, nome, valores: cenarios.map(({ folha }) => valor(folha)) })),
        { chave: 'teto', nome: 'Teto', valores: cenarios.map(({ id, folha }) => <Teto key={id} folha={folha} />) },
      ]}
    />
  );
}

function Teto({ folha }: Pick<Cenario, 'folha'>) {
  if (folha.acimaDoTeto)
    return (
      <Text span size="sm" c="var(--mantine-color-error)" fw={600}>
        {`Passa de ${dinheiro(folha.teto)}`}
      </Text>
    );
  if (folha.teto === null) return '—';
  return folha.acimaDoTeto === null ? dinheiro(folha.teto) : `Dentro de ${dinheiro(folha.teto)}`;
}

function PorArea({ cenarios }: { cenarios: readonly Cenario[] }) {
  const areas = new Map(cenarios.flatMap(({ folha }) => folha.areas.map(({ id, nome }) => [id, nome] as const)));
  const ordem = [...areas].sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR'));
  return (
    <Grade
      rotulo="Diferença por área organizacional"
      primeira="Área Organizacional"
      colunas={colunasDe(cenarios)}
      linhas={ordem.map(([areaId, nome]) => ({
        chave: areaId,
        nome,
        valores: cenarios.map(({ folha }) => {
          const area = folha.areas.find((uma) => uma.id === areaId);
          return area ? dinheiro(area.diferenca) : '—';
        }),
      }))}
    />
  );
}
