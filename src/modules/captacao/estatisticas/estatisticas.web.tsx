import { Button, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate, formatMonth } from '#kit/br/date.ts';
import { formatNumber, formatPercentage } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { RefsBox } from '#kit/fields/reference-inputs.web.tsx';
import { backwards } from '#kit/form/period.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { FilterPanel, FilterToggle, useFilterPanel } from '#kit/ui/filter-panel.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import type { Estatisticas, Grupo } from './estatisticas.ts';

const TITULO = 'Estatísticas de Preenchimento de Vagas';
/** The parameter of the address that is no filter. */
const VISTA = 'por';
const LISTAS = {
  estabelecimentosIds: ['Estabelecimentos', 'utilitario/estabelecimentos'],
  areasIds: ['Áreas Organizacionais', 'cargo-salario/areas-organizacionais'],
  cargosIds: ['Cargos', 'cargo-salario/cargos'],
} as const;

const inteiro = (valor: number | null) => (valor === null ? '–' : formatNumber(valor, 0));
const dias = (valor: number | null) => (valor === null ? '–' : formatNumber(valor, Number.isInteger(valor) ? 0 : 1));
const porCento = (valor: number | null) => (valor === null ? '–' : formatPercentage(valor, Number.isInteger(valor) ? 0 : 1));

/** `/captacao/estatisticas-preenchimento-vaga`: how many days the requests took that closed in a period. */
export function EstatisticasPage() {
  const { empresaId, moduleTitle } = useActing();
  const [query, setQuery] = useSearchParams();
  const panel = useFilterPanel(false);
  const { [VISTA]: por, ...filtro } = Object.fromEntries(query);
  const { data, isError } = useQuery({
    queryKey: ['estatisticas-preenchimento-vaga', empresaId, filtro],
    queryFn: () => api.get<Estatisticas>('/api/captacao/estatisticas-preenchimento-vaga', filtro, { quiet: true }),
    retry: false,
  });
  return (
    <Page
      title={TITULO}
      breadcrumbs={[{ label: moduleTitle('captacao') }, { label: TITULO }]}
      actions={<FilterToggle panel={panel} count={Object.keys(filtro).length} />}
    >
      <FilterPanel panel={panel}>
        <Filtro
          key={JSON.stringify(filtro)}
          texts={filtro}
          periodo={data}
          onApply={(texts) => setQuery({ ...texts, ...(por ? { [VISTA]: por } : {}) }, { replace: true })}
        />
      </FilterPanel>
      {isError ? (
        <Paper>
          <Empty message="Não foi possível carregar as estatísticas." />
        </Paper>
      ) : data === undefined ? (
        <ScreenLoading />
      ) : data.total.solicitacoes === 0 ? (
        <Paper>
          <Empty message={`Nenhuma solicitação se encerrou de ${formatDate(data.dataIni)} a ${formatDate(data.dataFim)}.`} />
        </Paper>
      ) : (
        <Medidas {...data} />
      )}
    </Page>
  );
}

interface FiltroProps {
  texts: Readonly<Record<string, string>>;
  periodo: Pick<Estatisticas, 'dataIni' | 'dataFim'> | undefined;
  onApply: (texts: Record<string, string>) => void;
}

function Filtro({ texts, periodo, onApply }: FiltroProps) {
  const [draft, setDraft] = useState(texts);
  const [falta, setFalta] = useState<string>();
  const put = (name: string, text: string) => setDraft((was) => ({ ...was, [name]: text }));
  const dataIni = draft.dataIni ?? periodo?.dataIni ?? '';
  const dataFim = draft.dataFim ?? periodo?.dataFim ?? '';
  return (
    <form
      noValidate
      aria-label="Filtro das estatísticas"
      onSubmit={(event) => {
        event.preventDefault();
        const [fault] = backwards('dataFim', dataIni, dataFim);
        setFalta(fault?.message);
        if (!fault) onApply(Object.fromEntries(Object.entries(draft).filter(([, text]) => text !== '')));
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        <DateInput label="Encerradas de" value={dataIni} onChange={(dia) => put('dataIni', dia)} />
        <DateInput label="Encerradas até" value={dataFim} onChange={(dia) => put('dataFim', dia)} error={falta} />
        {Object.entries(LISTAS).map(([name, [label, target]]) => (
          <RefsBox
            key={name}
            label={label}
            target={target}
            value={(draft[name] ?? '').split(',').filter(Boolean).map(Number)}
            onChange={(ids) => put(name, ids.join(','))}
          />
        ))}
      </SimpleGrid>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={() => onApply({})}>
          Limpar
        </Button>
        <Button type="submit">Aplicar</Button>
      </Group>
    </form>
  );
}

function Numero({ rotulo, valor, nota }: { rotulo: string; valor: string; nota?: string | undefined }) {
  return (
    <Paper p="md">
      <Text size="sm" c="dimmed">
        {rotulo}
      </Text>
      <Text fz={28} fw={600} lh={1.25} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {valor}
      </Text>
      {nota && (
        <Text size="sm" c="dimmed">
          {nota}
        </Text>
      )}
    </Paper>
  );
}

/** By what the days are told: in the address, without it by position. */
const POR = {
  cargo: { titulo: 'cargo', nome: 'Cargo', grupos: 'porCargo' },
  area: { titulo: 'área', nome: 'Área Organizacional', grupos: 'porArea' },
  recrutador: { titulo: 'recrutador', nome: 'Recrutador', grupos: 'porRecrutador' },
} as const;
type Por = keyof typeof POR;
/** Groups that the picture and the table show at once. */
const PRIMEIROS = 10;

function Medidas(dados: Estatisticas) {
  const { dataIni, dataFim, total, porMes } = dados;
  const isPhone = usePhone();
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
        <Numero rotulo="Dias, em média" valor={dias(total.media)} nota={`Mediana: ${dias(total.mediana)}`} />
        <Numero
          rotulo="Solicitações encerradas"
          valor={inteiro(total.solicitacoes)}
          nota={`De ${formatDate(dataIni)} a ${formatDate(dataFim)}`}
        />
        <Numero
          rotulo="Vagas preenchidas"
          valor={inteiro(total.preenchidas)}
          nota={`De ${inteiro(total.vagas)} ${total.vagas === 1 ? 'pedida' : 'pedidas'}`}
        />
        <Numero
          rotulo="Encerradas no prazo"
          valor={porCento(total.noPrazo)}
          nota={`Cada uma levou de ${inteiro(total.menor)} a ${inteiro(total.maior)} dias`}
        />
      </SimpleGrid>
      <Chart
        title="Dias para preencher, mês a mês"
        hint="Média das solicitações que se encerraram em cada mês."
        kind="line"
        categoryLabel="Mês"
        decimals={1}
        height={isPhone ? 180 : 240}
        categories={porMes.map(({ mes }) => formatMonth(mes))}
        series={[
          { name: 'Dias', data: porMes.map(({ media }) => media) },
          { name: 'Encerradas', data: porMes.map(({ solicitacoes }) => solicitacoes), drawn: false },
        ]}
      />
      <Grupos {...dados} />
    </Stack>
  );
}

/** The days by position, area or recruiter: a picture of those that take longest, and the table of all. */
function Grupos(dados: Estatisticas) {
  const [address, setPor] = useAddress(VISTA);
  const por: Por = address in POR ? (address as Por) : 'cargo';
  const { titulo, nome, grupos: qual } = POR[por];
  const grupos = dados[qual];
  const maiores = grupos.slice(0, PRIMEIROS);
  return (
    <>
      <SegmentedControl
        aria-label="Ver por"
        className="vinculo-no-print"
        style={{ alignSelf: 'flex-start' }}
        w={{ base: '100%', xs: 'auto' }}
        value={por}
        onChange={(um) => setPor(um === 'cargo' ? '' : um)}
        data={Object.entries(POR).map(([value, { titulo: um }]) => ({ value, label: `Por ${um}` }))}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Chart
          title={`Dias para preencher, por ${titulo}`}
          hint={grupos.length > PRIMEIROS ? 'Os dez que mais demoram.' : undefined}
          kind="bar"
          categoryLabel={nome}
          decimals={maiores.every(({ media }) => Number.isInteger(media)) ? 0 : 1}
          categories={maiores.map((grupo) => grupo.nome)}
          series={[{ name: 'Dias', data: maiores.map(({ media }) => media) }]}
        />
        <Tabela key={por} titulo={`Por ${titulo}`} nome={nome} grupos={grupos} />
      </SimpleGrid>
    </>
  );
}

function Tabela({ titulo, nome, grupos }: { titulo: string; nome: string; grupos: readonly Grupo[] }) {
  const [todos, setTodos] = useState(false);
  const poucos = usePhone() ? PRIMEIROS / 2 : PRIMEIROS;
  const rows = todos ? grupos : grupos.slice(0, poucos);
  return (
    <Section title={titulo} note="Dias do pedido ao encerramento, em média.">
      <PlainTable
        caption={`Estatísticas ${titulo.toLowerCase()}`}
        striped
        rows={rows}
        keyOf={(grupo) => grupo.nome}
        columns={[
          {
            title: nome,
            isHeading: true,
            cell: (grupo) => (
              <>
                {grupo.nome}
                <Text component="span" display="block" size="xs" c="dimmed">
                  {resumo(grupo)}
                </Text>
              </>
            ),
          },
          { title: 'No prazo', figures: true, width: 68, cell: ({ noPrazo }) => porCento(noPrazo) },
          { title: 'Dias', figures: true, width: 56, cell: ({ media }) => dias(media) },
        ]}
      />
      {grupos.length > poucos && (
        <Button variant="subtle" size="sm" mt="xs" className="vinculo-no-print" onClick={() => setTodos(!todos)}>
          {todos ? `Mostrar só os ${poucos} primeiros` : `Mostrar todos (${inteiro(grupos.length)})`}
        </Button>
      )}
    </Section>
  );
}

/** What stands below a name: '3 solicitações · 4 de 5 vagas · de 12 a 40 dias'. */
const resumo = ({ solicitacoes, preenchidas, vagas, mediana, menor, maior }: Grupo): string =>
  [
    counted(solicitacoes, 'solicitação', 'solicitações'),
    `${inteiro(preenchidas)} de ${counted(vagas, 'vaga', 'vagas')}`,
    ...(menor === maior ? [] : [`de ${inteiro(menor)} a ${inteiro(maior)} dias, mediana ${dias(mediana)}`]),
  ].join(' · ');
