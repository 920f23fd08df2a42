import { Alert, Anchor, Badge, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { addMonths, formatDate, isDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import type { Slices } from '#kit/chart/chart-data.ts';
import { api } from '#kit/client/client.web.ts';
import { integer } from '#kit/fields/number.ts';
import { NumberBox } from '#kit/fields/number-input.web.tsx';
import { RefsBox } from '#kit/fields/reference-inputs.web.tsx';
import { sliceText } from '#kit/indicator/slice.ts';
import { SLICE } from '#kit/query/list-state.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { FilterPanel, FilterToggle, useFilterPanel } from '#kit/ui/filter-panel.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Linha {
  id: number;
  descricao: string;
  quantidade: number;
  comProvidencia: number;
  semProvidencia: number;
  providencias: { id: number; descricao: string; quantidade: number }[];
}

const LISTAS = [
  ['estabelecimentosIds', 'Estabelecimentos', 'utilitario/estabelecimentos'],
  ['areasIds', 'Áreas Organizacionais', 'cargo-salario/areas-organizacionais'],
  ['cargosIds', 'Cargos', 'cargo-salario/cargos'],
] as const;

const quantosTipos = integer('Tipos exibidos', { min: 1, max: 500 });

const numeros = (texto: string | null) => (texto ?? '').split(',').filter(Boolean).map(Number);

/** `/gestao-talentos/ocorrencias`: the occurrences of a period by kind, with the measures taken. The address holds the filter. */
export function Ocorrencias() {
  const { moduleTitle, context } = useActing();
  const [query, setQuery] = useSearchParams();
  const panel = useFilterPanel();
  const dataIni = query.get('dataIni') ?? addMonths(context.today, -1);
  const dataFim = query.get('dataFim') ?? context.today;
  const qtdItens = Number(query.get('qtdItens') ?? 10);
  const muda = (nome: string, valor: string) =>
    setQuery(
      (antes) => {
        if (valor === '') antes.delete(nome);
        else antes.set(nome, valor);
        return antes;
      },
      { replace: true },
    );
  const so = query.get('soAreas') === 'true';
  const isAsked = isDate(dataIni) && isDate(dataFim) && dataIni <= dataFim;
  const filtro = {
    dataIni,
    dataFim,
    qtdItens,
    ...(so ? { soAreas: 'true' } : {}),
    ...Object.fromEntries(LISTAS.flatMap(([nome]) => (query.get(nome) ? [[nome, query.get(nome)]] : []))),
  };
  const { data, isPending } = useQuery({
    queryKey: ['ocorrencias-por-periodo', filtro],
    queryFn: () => api.get<Linha[]>('gestao-talentos/colaboradores-ocorrencias/por-periodo-providencias', filtro),
    enabled: isAsked,
  });
  const linhas = useMemo(() => data ?? [], [data]);
  const visit = useNavigate();
  const { qtdItens: _, ...recorte } = filtro;
  const slices: Slices = {
    link: (index, column) => {
      const linha = linhas[index];
      const count = column === 0 ? linha?.comProvidencia : linha?.semProvidencia;
      if (!linha || !count) return null;
      const texts = Object.fromEntries(Object.entries(recorte).map(([nome, valor]) => [nome, String(valor)]));
      const fatia = sliceText({ panel: 'ocorrencias', indicator: 'tipo', column, key: String(linha.id), filter: texts });
      const medida = column === 0 ? 'com providência' : 'sem providência';
      return {
        to: `/gestao-talentos/colaboradores-ocorrencias?${new URLSearchParams({ [SLICE]: fatia })}`,
        name: `${linha.descricao}, ${medida}: ${counted(count, 'ocorrência', 'ocorrências')}`,
      };
    },
    visit: (to) => void visit(to),
  };
  return (
    <Page
      title="Ocorrências"
      breadcrumbs={[{ label: moduleTitle('gestao-talentos') }, { label: 'Ocorrências' }]}
      actions={<FilterToggle panel={panel} />}
    >
      <FilterPanel panel={panel}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          <DateInput label="Data inicial" required value={dataIni} onChange={(valor) => muda('dataIni', valor)} />
          <DateInput label="Data final" required value={dataFim} onChange={(valor) => muda('dataFim', valor)} />
          <NumberBox
            label="Tipos exibidos"
            field={quantosTipos}
            value={qtdItens}
            onChange={(valor) => muda('qtdItens', valor !== null && valor >= 1 ? String(Math.min(500, valor)) : '')}
          />
          {LISTAS.map(([nome, label, target]) => (
            <RefsBox
              key={nome}
              label={label}
              target={target}
              value={numeros(query.get(nome))}
              onChange={(ids) => muda(nome, ids.join(','))}
              only={so}
              onOnly={nome === 'areasIds' ? (isOnly) => muda('soAreas', isOnly ? 'true' : '') : undefined}
            />
          ))}
        </SimpleGrid>
      </FilterPanel>
      {!isAsked ? (
        <Alert color="yellow">Informe um período: a data final não pode ser anterior à inicial.</Alert>
      ) : isPending ? (
        <Waiting height={320} />
      ) : linhas.length === 0 ? (
        <Paper>
          <Empty message="Nenhuma ocorrência no período." />
        </Paper>
      ) : (
        <Stack>
          <Chart
            title="Ocorrências por tipo"
            kind="bar"
            period={`de ${formatDate(dataIni)} a ${formatDate(dataFim)}`}
            slices={slices}
            categoryLabel="Tipo de ocorrência"
            categories={linhas.map(({ descricao }) => descricao)}
            series={[
              { name: 'Com providência', data: linhas.map(({ comProvidencia }) => comProvidencia) },
              { name: 'Sem providência', data: linhas.map(({ semProvidencia }) => semProvidencia) },
            ]}
          />
          <Providencias linhas={linhas} />
        </Stack>
      )}
    </Page>
  );
}

function Providencias({ linhas }: { linhas: readonly Linha[] }) {
  return (
    <Section
      title="Providências tomadas"
      aside={
        <Anchor component={Link} to="/gestao-talentos/ocorrencia-providencia">
          Registrar providências
        </Anchor>
      }
    >
      <PlainTable
        caption="Providências tomadas"
        minWidth={280}
        rows={linhas}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Tipo de ocorrência', cell: ({ descricao }) => descricao },
          { title: 'Quantidade', figures: true, visibleFrom: 'xs', cell: ({ quantidade }) => quantidade },
          { title: 'Sem providência', figures: true, visibleFrom: 'xs', cell: ({ semProvidencia }) => semProvidencia },
          {
            title: 'Providências',
            cell: ({ providencias }) =>
              providencias.length === 0 ? (
                <Text c="dimmed">Nenhuma</Text>
              ) : (
                <Group gap={6}>
                  {providencias.map((providencia) => (
                    <Badge key={providencia.id} variant="light" tt="none">
                      {`${providencia.descricao}: ${providencia.quantidade}`}
                    </Badge>
                  ))}
                </Group>
              ),
          },
        ]}
      />
    </Section>
  );
}
