import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate, isDate } from '#kit/br/date.ts';
import { formatNumber, formatPercentage } from '#kit/br/number.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Ciclos } from './ciclos.web.tsx';
import classes from './transparencia.module.css';
import { CONTAGEM_GUARDADA, EMPREGADOS_QUE_OBRIGAM, MENOR_GRUPO, RAZAO_GUARDADA } from './transparencia.rules.ts';
import type { Razao, Transparencia } from './transparencia.ts';

const REPORT = '/gestao-talentos/relatorios/transparencia-salarial';

/** `/gestao-talentos/transparencia-salarial`: the state of the company, and the next steps with their dates. */
export function TransparenciaPage() {
  const { empresaId, moduleTitle, context } = useActing();
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('dataBase') ?? '';
  const dataBase = isDate(asked) ? asked : context.today;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['transparencia', empresaId, dataBase],
    queryFn: () => api.get<Transparencia>('/api/gestao-talentos/transparencia-salarial', { dataBase }, { quiet: true }),
    retry: false,
  });
  return (
    <Page
      title="Transparência Salarial"
      breadcrumbs={[{ label: moduleTitle('gestao-talentos') }, { label: 'Transparência Salarial' }]}
      actions={
        can('ROLE_REL_TRANSPARENCIA_SALARIAL') ? (
          <Button
            component={Link}
            to={REPORT}
            variant="default"
            leftSection={<IconFileTypePdf size={18} stroke={1.8} aria-hidden="true" />}
          >
            Relatório em PDF ou planilha
          </Button>
        ) : null
      }
    >
      <Stack gap="md">
        <Paper component="section" p="md" aria-label="Data-base">
          <Group align="flex-end" gap="md">
            <div className={classes.data}>
              <DateInput
                label="Data-base"
                value={dataBase}
                max={context.today}
                onChange={(dia) => isDate(dia) && setSearch(dia === context.today ? {} : { dataBase: dia }, { replace: true })}
              />
            </div>
            {data && <Obrigacao dados={data} />}
          </Group>
        </Paper>
        {can('ROLE_CAD_CICLO_TRANSPARENCIA') && (data?.obrigada || isError) && <Ciclos />}
        {isError ? (
          <Paper>
            <Fault message="Não foi possível carregar as razões salariais." isBusy={isFetching} onRetry={refetch} />
          </Paper>
        ) : data === undefined ? (
          <ScreenLoading />
        ) : (
          <>
            <Chart
              kind="bar"
              title="Salário das mulheres em relação ao dos homens"
              period={`em ${formatDate(dataBase)}`}
              hint="Em cada grande grupo da CBO, 100% significa salários iguais. Uma razão não tem lista: os grupos pequenos ficam guardados."
              categoryLabel="Grande grupo"
              categories={data.grupos.map(({ grupo }) => grupo)}
              series={[
                { name: 'Média', format: 'percentage', data: data.grupos.map(({ razaoMedia }) => razaoMedia) },
                { name: 'Mediana', format: 'percentage', data: data.grupos.map(({ razaoMediana }) => razaoMediana) },
              ]}
            />
            <Razoes titulo="Por estabelecimento e grande grupo" linhas={data.estabelecimentos} />
          </>
        )}
      </Stack>
    </Page>
  );
}

function Obrigacao({ dados: { empregados, obrigada, empresa } }: { dados: Transparencia }) {
  return (
    <Group gap="sm">
      <Badge size="lg" variant="light" color={obrigada ? 'orange' : 'gray'} c="var(--mantine-color-text)">
        {obrigada ? 'Relatório obrigatório' : 'Relatório não obrigatório'}
      </Badge>
      <Text size="sm">
        {empresa}: {formatNumber(empregados, 0)} empregado(s). A lei obriga a partir de {EMPREGADOS_QUE_OBRIGAM}
        {obrigada ? '.' : ': não há etapas nem prazos a cumprir. Eles aparecem aqui quando a empresa chegar lá.'}
      </Text>
    </Group>
  );
}

const numero = (value: number | null) => (value === null ? CONTAGEM_GUARDADA : formatNumber(value, 0));
const razao = (value: number | null) => (value === null ? RAZAO_GUARDADA : formatPercentage(value, 2));

function Razoes({ titulo, linhas }: { titulo: string; linhas: readonly Razao[] }) {
  return (
    <Section
      title={titulo}
      note={`Grupos com menos de ${MENOR_GRUPO} mulheres ou menos de ${MENOR_GRUPO} homens não são mostrados, para que ninguém seja identificado, nem outros dos quais eles se deduziriam por subtração. Este quadro ajuda a preparar; o relatório oficial é emitido pelo Ministério do Trabalho e Emprego.`}
    >
      {linhas.length === 0 ? (
        <Empty message="Nenhum empregado com salário na data-base." />
      ) : (
        <PlainTable
          caption={titulo}
          striped
          minWidth={640}
          rows={linhas}
          keyOf={({ estabelecimento, grupo }) => `${estabelecimento}-${grupo}`}
          columns={[
            { title: 'Estabelecimento', cell: ({ estabelecimento }) => estabelecimento },
            { title: 'Grande grupo da CBO', cell: ({ grupo }) => grupo },
            { title: 'Mulheres', figures: true, cell: ({ mulheres }) => numero(mulheres) },
            { title: 'Homens', figures: true, cell: ({ homens }) => numero(homens) },
            { title: 'Razão das médias', figures: true, cell: ({ razaoMedia }) => razao(razaoMedia) },
            { title: 'Razão das medianas', figures: true, cell: ({ razaoMediana }) => razao(razaoMediana) },
          ]}
        />
      )}
    </Section>
  );
}
