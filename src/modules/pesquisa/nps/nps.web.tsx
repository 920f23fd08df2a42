import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import type { Valor } from '#platform/questionario/result.ts';
import { saidValue, TEXTOS_A_MAIS } from '#platform/questionario/results.ts';
import { configuracaoDoNps, dizPeriodo, type PainelDoNps, type ResultadoDoNps } from './nps.ts';

const sinal = (valor: number) => (valor > 0 ? `+${valor}` : String(valor));
const limites = { min: '≥ ', max: '≤ ' } as const;
const dito = ({ valor, limite }: Valor) => `${limite ? limites[limite] : ''}${sinal(valor)}`;
const parte = (valor: Valor) => saidValue(valor, '%');

/** `/pesquisa/nps`: what came of the question of each period. */
export function Nps() {
  const { moduleTitle } = useActing();
  const can = useCan();
  const [setting, setSetting] = useState<'configura' | 'liga'>();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['nps'],
    queryFn: ({ signal }) => api.get<PainelDoNps>('pesquisa/nps/resultados', {}, { silent: true, signal }),
  });
  const mayConfigure = can('ROLE_CONFIGURAR_NPS');
  return (
    <Page
      title="NPS"
      breadcrumbs={[{ label: moduleTitle('pesquisa') }, { label: 'NPS' }]}
      actions={
        mayConfigure &&
        data && (
          <Button
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.8} aria-hidden />}
            onClick={() => setSetting('configura')}
          >
            Configurar
          </Button>
        )
      }
    >
      {isError ? (
        <Paper>
          <Fault message="Não foi possível carregar o NPS." onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : data ? (
        <Painel painel={data} mayConfigure={mayConfigure} onTurnOn={() => setSetting('liga')} />
      ) : (
        <Waiting height={320} />
      )}
      {setting && data && (
        <FormDialog
          form={configuracaoDoNps}
          title={setting === 'liga' ? 'Ligar o NPS' : 'Configurar o NPS'}
          ok={setting === 'liga' ? 'Ligar' : 'Salvar'}
          start={{
            ...data.configuracao,
            meses: String(data.configuracao.meses),
            ativo: setting === 'liga' || data.configuracao.ativo,
          }}
          send={async (values) => {
            await api.put('pesquisa/nps/configuracao', values, { silent: true });
            toast.success('NPS configurado.');
          }}
          onClose={(isDone) => {
            setSetting(undefined);
            if (isDone) void refetch();
          }}
        >
          <Text c="dimmed" size="sm">
            Três segundos depois de abrir o sistema, cada pessoa vê uma pergunta no canto da tela, no máximo uma vez por período,
            e pode fechá-la.
          </Text>
        </FormDialog>
      )}
    </Page>
  );
}

interface PainelProps {
  painel: PainelDoNps;
  mayConfigure: boolean;
  onTurnOn: () => void;
}

function Painel({ painel, mayConfigure, onTurnOn }: PainelProps) {
  const { configuracao, periodos, emCurso, areas, comentarios } = painel;
  const { ativo, meses, minimo } = configuracao;
  const [ultimo, penultimo] = periodos;
  const emCursoDito = `${dizPeriodo(emCurso.periodo, meses)}: ${emCurso.respostas === null ? 'respostas mostradas' : counted(emCurso.respostas, 'resposta, contada uma vez por dia e mostrada', 'respostas, contadas uma vez por dia e mostradas')} quando o período terminar`;
  if (!ultimo)
    return (
      <Paper>
        <Empty
          message={ativo ? 'Ainda não há um período terminado.' : 'A pergunta do NPS está desligada.'}
          why={
            ativo
              ? `${emCursoDito}.`
              : 'Ligada, ela pergunta a cada pessoa, no máximo uma vez por período, quanto recomendaria a empresa como lugar para trabalhar.'
          }
          action={!ativo && mayConfigure ? <Button onClick={onTurnOn}>Ligar</Button> : undefined}
        />
      </Paper>
    );
  return (
    <Stack>
      {!ativo && (
        <Alert variant="light">
          <Group justify="space-between" gap="sm">
            A pergunta está desligada: ninguém é perguntado neste período.
            {mayConfigure && (
              <Button variant="default" size="xs" onClick={onTurnOn}>
                Ligar
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <Numero titulo={dizPeriodo(ultimo.periodo, meses)} resultado={ultimo} antes={penultimo?.nps ?? null} />
      <Chart
        plain
        title="Tendência"
        kind="line"
        period={`${counted(periodos.length, 'período', 'períodos')} · ${emCursoDito}`}
        categoryLabel="Período"
        categories={periodos.map(({ periodo }) => dizPeriodo(periodo, meses)).reverse()}
        series={[
          { name: 'NPS', data: periodos.map(({ nps }) => nps?.valor ?? null).reverse() },
          { name: 'Respostas', data: periodos.map(({ respostas }) => respostas).reverse(), drawn: false },
        ]}
      />
      <Section
        title="Por área"
        note={`Grupos de ${minimo} respostas ou mais: uma área com menos é contada com a que está acima dela.`}
      >
        {areas.length === 0 ? (
          <Empty message="Nenhum grupo que você vê tem respostas suficientes." />
        ) : (
          <PlainTable
            caption="NPS por área"
            cards
            rows={areas}
            keyOf={({ area }) => area ?? ''}
            columns={[
              {
                title: 'Área',
                isHeading: true,
                cell: ({ area, responsavel, juntas }) => (
                  <>
                    {area ?? 'Outras áreas'}
                    {(responsavel || juntas > 0) && (
                      <Text size="sm" c="dimmed">
                        {[responsavel, juntas > 0 ? `com ${counted(juntas, 'área menor', 'áreas menores')}` : null]
                          .filter(Boolean)
                          .join(' · ')}
                      </Text>
                    )}
                  </>
                ),
              },
              { title: 'Respostas', figures: true, cell: ({ respostas }) => respostas },
              { title: 'Promotores', figures: true, cell: ({ promotores }) => parte(promotores) },
              { title: 'Detratores', figures: true, cell: ({ detratores }) => parte(detratores) },
              { title: 'NPS', figures: true, cell: ({ nps }) => (nps === null ? '—' : <b>{dito(nps)}</b>) },
              {
                title: 'Antes',
                figures: true,
                cell: ({ nps, anterior }) => (nps === null || anterior === null ? '—' : dito(anterior)),
              },
            ]}
          />
        )}
      </Section>
      <Section title="Comentários" note="Misturados, sem nome, área nem dia.">
        {comentarios.length === 0 ? (
          <Empty message={`Só aparecem quando ${minimo + TEXTOS_A_MAIS} pessoas ou mais comentam.`} />
        ) : (
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
            {comentarios.map((texto, index) => (
              <Paper component="li" withBorder p="sm" key={index} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {texto}
              </Paper>
            ))}
          </Stack>
        )}
      </Section>
    </Stack>
  );
}

function Numero({ titulo, resultado, antes }: { titulo: string; resultado: ResultadoDoNps; antes: Valor | null }) {
  const { nps, respostas, promotores, neutros, detratores } = resultado;
  if (nps === null)
    return (
      <Paper p="md">
        <Empty message={`Poucas respostas em ${titulo}.`} />
      </Paper>
    );
  // Of a bound nobody knows by how much it changed.
  const mudou = antes === null || antes.limite || nps.limite ? null : nps.valor - antes.valor;
  return (
    <Paper p="md" component="section" aria-label={`NPS de ${titulo}`}>
      <Text c="dimmed" size="sm">
        {titulo}
      </Text>
      <Group gap="sm" align="baseline">
        <Text fz={40} fw={700} lh={1.1}>
          {dito(nps)}
        </Text>
        {mudou !== null && (
          <Pill tone={mudou < 0 ? 'bad' : mudou > 0 ? 'good' : 'quiet'}>
            {mudou === 0 ? 'igual ao anterior' : `${sinal(mudou)} que no anterior`}
          </Pill>
        )}
      </Group>
      <Text size="sm" mt="xs">
        {`${parte(promotores)} promotores · ${parte(neutros)} neutros · ${parte(detratores)} detratores`}
      </Text>
      <Text size="sm" c="dimmed">
        {counted(respostas, 'resposta', 'respostas')}
      </Text>
    </Paper>
  );
}
