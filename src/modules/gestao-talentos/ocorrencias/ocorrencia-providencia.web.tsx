import { Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { addMonths, formatDate, isDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { RefBox } from '#kit/fields/reference-inputs.web.tsx';
import type { PageOf } from '#kit/list/page-of.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pages } from '#kit/ui/pages.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Vinculo {
  id: number;
  colaborador: { id: number; nome: string };
  ocorrencia: { id: number; nome: string };
  dataIni: string;
  dataFim: string | null;
  providencia: { id: number; nome: string } | null;
}

const PATH = 'gestao-talentos/ocorrencia-providencia';

/** `/gestao-talentos/ocorrencia-providencia`: the measure of each occurrence, chosen in its own line. */
export function OcorrenciaProvidencia() {
  const { moduleTitle, context } = useActing();
  const [query, setQuery] = useSearchParams();
  const quais = query.get('quais') ?? 'sem';
  const dataIni = query.get('dataIni') ?? addMonths(context.today, -6);
  const dataFim = query.get('dataFim') ?? context.today;
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const muda = (nome: string, valor: string) =>
    setQuery(
      (antes) => {
        antes.set(nome, valor);
        if (nome !== 'page') antes.delete('page');
        return antes;
      },
      { replace: true },
    );
  const filtro = { page: page - 1, dataIni, dataFim, ...(quais === 'todas' ? {} : { semProvidencia: quais === 'sem' }) };
  const { data } = useQuery({
    queryKey: [PATH, filtro],
    queryFn: () => api.get<PageOf<Vinculo>>(PATH, filtro),
    enabled: isDate(dataIni) && isDate(dataFim) && dataIni <= dataFim,
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Providências da Ocorrência"
      breadcrumbs={[
        { label: moduleTitle('gestao-talentos') },
        { label: 'Ocorrências', to: '/gestao-talentos/ocorrencias' },
        { label: 'Providências da Ocorrência' },
      ]}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          <DateInput label="Ocorridas a partir de" value={dataIni} onChange={(valor) => muda('dataIni', valor)} />
          <DateInput label="Ocorridas até" value={dataFim} onChange={(valor) => muda('dataFim', valor)} />
          <SegmentedControl
            aria-label="Ocorrências"
            style={{ alignSelf: 'end' }}
            value={quais}
            onChange={(valor) => muda('quais', valor)}
            data={[
              { value: 'sem', label: 'Sem providência' },
              { value: 'com', label: 'Com' },
              { value: 'todas', label: 'Todas' },
            ]}
          />
        </SimpleGrid>
        {data === undefined ? (
          <Waiting height={240} />
        ) : data.content.length === 0 ? (
          <Paper>
            <Empty message="Nenhuma ocorrência encontrada." />
          </Paper>
        ) : (
          <Linhas linhas={data.content} />
        )}
        {data && <Pages total={data.totalPages} page={page - 1} onChange={(para) => muda('page', String(para + 1))} />}
      </Stack>
    </Page>
  );
}

function Linhas({ linhas }: { linhas: readonly Vinculo[] }) {
  return (
    <Paper p={0}>
      <PlainTable
        caption="Ocorrências"
        cards
        verticalSpacing="sm"
        minWidth={640}
        rows={linhas}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Talento', cell: ({ colaborador }) => colaborador.nome },
          { title: 'Ocorrência', cell: ({ ocorrencia }) => ocorrencia.nome },
          { title: 'Data', cell: ({ dataIni }) => formatDate(dataIni) },
          { title: 'Providência', width: '34%', cell: (linha) => <Providencia linha={linha} /> },
        ]}
      />
    </Paper>
  );
}

function Providencia({ linha }: { linha: Vinculo }) {
  const mayEdit = useCan()('ROLE_CAD_COLABORADOR_OCORRENCIA_EDITAR');
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const grava = async (providenciaId: number | null) => {
    setBusy(true);
    try {
      await api.put(`${PATH}/${linha.id}`, { providenciaId });
      toast.success('Providência registrada com sucesso.');
      await queries.invalidateQueries({ queryKey: [PATH] });
    } finally {
      setBusy(false);
    }
  };
  if (!mayEdit) return <Text>{linha.providencia?.nome ?? '—'}</Text>;
  return (
    <RefBox
      target="gestao-talentos/providencias"
      aria-label={`Providência: ${linha.colaborador.nome}, ${linha.ocorrencia.nome}, ${formatDate(linha.dataIni)}`}
      value={linha.providencia}
      clearable
      disabled={isBusy}
      onChange={(providencia) => void grava(providencia?.id ?? null)}
    />
  );
}
