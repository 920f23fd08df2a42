import { Anchor, Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate, formatInstant } from '#kit/br/date.ts';
import { listed } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { papeis } from '../papeis.ts';
import { dizPercentual, dizPontos, type QuestionarioDaAvaliacao } from '../questionarios.ts';
import { AnexosDados } from '../responder/evidencias.web.tsx';
import { papeisDoResultado } from '../resultado.ts';
import { distancia, type ResultadoNaTela } from '../resultado-na-tela.ts';
import classes from './resultado.module.css';

const LISTA = '/avaliacao/resultados';
const QUESTIONARIOS = 'avaliacao/avaliacoes-desempenhos-questionarios';

const useResultado = (id: number | undefined) =>
  useQuery({
    queryKey: ['resultado-da-avaliacao', id],
    queryFn: ({ signal }) => api.get<ResultadoNaTela>(`avaliacao/resultados/${id}`, {}, { silent: true, quiet: true, signal }),
    enabled: id !== undefined,
    retry: false,
  });

/** `/avaliacao/resultados/{id}`: the result of somebody, as its reader may see it. */
export function ResultadoDaAvaliacao() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data, error, isFetching, refetch } = useResultado(id);
  return (
    <Page
      title={data ? (data.visao === 'avaliado' ? 'O seu resultado' : data.colaborador.nome) : 'Resultado'}
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: 'Resultados das Avaliações', to: LISTA },
        { label: data?.avaliacao.titulo ?? 'Resultado' },
      ]}
    >
      {error ? (
        <Paper>
          <Fault message={error.message} onRetry={refetch} isBusy={isFetching} />
        </Paper>
      ) : !data ? (
        <Waiting height={480} />
      ) : (
        <Inteiro key={id} lido={data} />
      )}
    </Page>
  );
}

function Inteiro({ lido }: { lido: ResultadoNaTela }) {
  const { avaliacao, lugar, resultado, exibe, comentarios, visao } = lido;
  const [com, setCom] = useState<number>();
  const { data: outro } = useResultado(com);
  const semNada =
    resultado.competencias.every(({ obtido }) => obtido === null) && resultado.perguntas.every(({ obtido }) => obtido === null);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Text c="dimmed" style={{ overflowWrap: 'anywhere', flex: '1 1 240px' }}>
          {[avaliacao.titulo, `até ${formatDate(avaliacao.dataFim)}`, lugar.cargo, lugar.area].filter(Boolean).join(' · ')}
        </Text>
        {lido.outros.length > 0 && (
          <NativeSelect
            label="Comparar com"
            value={com ?? ''}
            onChange={({ target }) => setCom(target.value === '' ? undefined : Number(target.value))}
            data={[{ value: '', label: 'Nenhuma' }, ...lido.outros.map((um) => ({ value: String(um.id), label: um.titulo }))]}
            className="vinculo-no-print"
          />
        )}
      </Group>
      {avaliacao.situacao !== 'C' && (
        <Paper p="sm">
          <Text size="sm">A avaliação ainda não foi concluída: estes números mudam enquanto houver respostas a receber.</Text>
        </Paper>
      )}
      {lido.podeDarCiencia && <DarCiencia lido={lido} />}
      {exibe.performance && <Indices lido={lido} outro={outro} />}
      {exibe.performance && <ComoSeConta lido={lido} />}
      {semNada && (
        <Paper>
          <Empty
            message="Não há respostas que se possam mostrar."
            why={
              lido.anonima
                ? 'Respostas anônimas só aparecem em grupos de ao menos três pessoas.'
                : 'Ninguém respondeu a esta avaliação.'
            }
          />
        </Paper>
      )}
      {resultado.competencias.length > 0 && <Competencias lido={lido} outro={outro} />}
      {resultado.perguntas.length > 0 && <Perguntas lido={lido} outro={outro} />}
      {lido.pesos.metas !== null && <Metas lido={lido} />}
      {resultado.papeis.length > 0 && <Papeis lido={lido} />}
      {comentarios.length > 0 && <ComentariosDoResultado lido={lido} />}
      {visao === 'rh' && <Respondidos lido={lido} />}
      {lido.cienteEm && (
        <Section title="Ciência">
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <IconCircleCheck size={20} aria-hidden="true" color="var(--vinculo-accent)" />
            <div>
              <Text>{`${visao === 'avaliado' ? 'Você leu' : `${lido.colaborador.nome} leu`} este resultado em ${formatInstant(lido.cienteEm)}.`}</Text>
              {lido.ciencia && (
                <Text mt={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {lido.ciencia}
                </Text>
              )}
            </div>
          </Group>
        </Section>
      )}
    </Stack>
  );
}

interface Comparado {
  lido: ResultadoNaTela;
  outro: ResultadoNaTela | undefined;
}

const mudou = (agora: number | null, antes: number | null | undefined): string | null =>
  agora === null || antes === null || antes === undefined ? null : dizPontos(agora - antes);

const Indices = ({ lido, outro }: Comparado) => (
  <SimpleGrid cols={lido.pesos.metas === null ? { base: 1, xs: 3 } : { base: 1, xs: 2, md: 4 }}>
    {(
      [
        ['Desempenho', 'desempenho', 'competências'],
        ['Potencial', 'potencial', 'questionário'],
        ...(lido.pesos.metas === null ? [] : ([['Metas', 'metas', 'progresso']] as const)),
        ['Performance', 'performance', lido.pesos.metas === null ? 'os dois juntos' : 'tudo junto'],
      ] as const
    ).map(([rotulo, qual, de]) => {
      const diferenca = outro && mudou(lido[qual], outro[qual]);
      return (
        <Paper key={qual} p="md" className={classes.index}>
          <Text size="sm" c="dimmed">
            {rotulo} <span className={classes.of}>({de})</span>
          </Text>
          <p className={classes.figure}>{dizPercentual(lido[qual])}</p>
          <div className={classes.bar} aria-hidden="true">
            <div style={{ width: `${lido[qual] ?? 0}%` }} />
          </div>
          {diferenca && outro && (
            <Text size="sm" mt={6}>
              {`${diferenca} em relação a ${outro.avaliacao.titulo} (${dizPercentual(outro[qual])})`}
            </Text>
          )}
        </Paper>
      );
    })}
  </SimpleGrid>
);

/** By which weights the performance follows from its parts. */
function ComoSeConta({ lido: { pesos } }: { lido: ResultadoNaTela }) {
  const partes = [
    `das competências (peso ${pesos.competencias})`,
    ...(pesos.questionario === null ? [] : [`do questionário (peso ${pesos.questionario})`]),
    ...(pesos.metas === null ? [] : [`das metas (peso ${pesos.metas})`]),
  ];
  return partes.length < 2 ? null : (
    <Text size="sm" c="dimmed">
      {`A performance é a média ${listed(partes)}. O que ninguém respondeu${pesos.metas === null ? '' : ' ou mediu'} não conta.`}
    </Text>
  );
}

const Metas = ({ lido: { resultado, avaliacao } }: { lido: ResultadoNaTela }) => (
  <Section
    title="Metas"
    note={
      resultado.metasDoPeriodo.length === 0
        ? 'Nenhuma meta do período foi iniciada: elas não contam neste resultado.'
        : `Cada meta conta com o seu peso, com o progresso ${avaliacao.situacao === 'C' ? 'que tinha quando a avaliação foi concluída' : 'de hoje'}.`
    }
  >
    {resultado.metasDoPeriodo.length > 0 && (
      <PlainTable
        caption="Metas do período"
        cards
        rows={resultado.metasDoPeriodo}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Meta', isHeading: true, cell: ({ titulo }) => titulo },
          { title: 'Peso', figures: true, cell: ({ peso }) => peso },
          {
            title: 'Progresso',
            figures: true,
            cell: ({ progresso }) => (progresso === null ? 'Sem medição, não conta' : <Obtido valor={progresso} />),
          },
        ]}
      />
    )}
  </Section>
);

function Competencias({ lido, outro }: Comparado) {
  const { resultado, exibe } = lido;
  const { competencias } = resultado;
  const temAuto = exibe.auto && competencias.some(({ auto }) => auto !== null);
  const temExigido = exibe.exigido && competencias.some(({ exigido }) => exigido !== null);
  const antes = new Map(outro?.resultado.competencias.map((uma) => [uma.id, uma.obtido]));
  const abaixo = competencias
    .filter((uma) => (distancia(uma) ?? 0) < 0)
    .toSorted((a, b) => (distancia(a) ?? 0) - (distancia(b) ?? 0));
  return (
    <>
      {competencias.length > 2 && (
        <Chart
          kind="radar"
          title="Radar de competências"
          categoryLabel="Competência"
          height={400}
          max={100}
          decimals={1}
          categories={competencias.map(({ nome }) => nome)}
          series={[
            ...(temExigido ? [{ name: 'Exigido (%)', data: competencias.map(({ exigido }) => exigido) }] : []),
            { name: 'Avaliadores (%)', data: competencias.map(({ obtido }) => obtido) },
            ...(temAuto ? [{ name: 'Autoavaliação (%)', data: competencias.map(({ auto }) => auto) }] : []),
            ...(outro
              ? [{ name: `${outro.avaliacao.titulo} (%)`, data: competencias.map(({ id }) => antes.get(id) ?? null) }]
              : []),
          ]}
        />
      )}
      <Section
        title="Competências"
        note={
          temExigido
            ? abaixo.length === 0
              ? 'Nenhuma competência está abaixo do exigido.'
              : `Abaixo do exigido, da maior distância à menor: ${abaixo.map(({ nome }) => nome).join(', ')}.`
            : undefined
        }
      >
        <PlainTable
          caption="Competências"
          cards
          rows={competencias}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Competência', isHeading: true, cell: ({ nome }) => nome },
            ...(temExigido
              ? [
                  {
                    title: 'Exigido',
                    figures: true,
                    cell: ({ exigido, nivelExigido }: (typeof competencias)[number]) =>
                      exigido === null ? '–' : `${nivelExigido ?? ''} ${dizPercentual(exigido)}`,
                  },
                ]
              : []),
            { title: 'Avaliadores', figures: true, cell: ({ obtido }) => <Obtido valor={obtido} /> },
            ...(temExigido
              ? [
                  {
                    title: 'Distância',
                    figures: true,
                    cell: (uma: (typeof competencias)[number]) => <Distancia valor={distancia(uma)} />,
                  },
                ]
              : []),
            ...(temAuto
              ? [
                  {
                    title: 'Autoavaliação',
                    figures: true,
                    cell: ({ auto }: (typeof competencias)[number]) => dizPercentual(auto),
                  },
                ]
              : []),
            ...(outro
              ? [
                  {
                    title: outro.avaliacao.titulo,
                    figures: true,
                    cell: ({ id, obtido }: (typeof competencias)[number]) =>
                      [dizPercentual(antes.get(id) ?? null), mudou(obtido, antes.get(id))].filter(Boolean).join(' · '),
                  },
                ]
              : []),
          ]}
        />
      </Section>
    </>
  );
}

const Obtido = ({ valor }: { valor: number | null }) => <strong>{dizPercentual(valor)}</strong>;

const Distancia = ({ valor }: { valor: number | null }) =>
  valor === null ? <>–</> : <span className={valor < 0 ? classes.below : undefined}>{dizPontos(valor)}</span>;

function Perguntas({ lido, outro }: Comparado) {
  const { perguntas, aspectos } = lido.resultado;
  const temAuto = lido.exibe.auto && perguntas.some(({ auto }) => auto !== null);
  const antes = new Map(outro?.resultado.perguntas.map((uma) => [uma.texto, uma.obtido]));
  const linhas = [
    ...aspectos.map(({ id, nome, ...numeros }) => ({ chave: `a${id}`, item: nome, ehAspecto: true, ...numeros })),
    ...perguntas.map(({ id, texto, ...numeros }) => ({ chave: `p${id}`, item: texto, ehAspecto: false, ...numeros })),
  ];
  return (
    <Section title="Questionário">
      <PlainTable
        caption="Aspectos e perguntas"
        cards
        rows={linhas}
        keyOf={({ chave }) => chave}
        columns={[
          {
            title: aspectos.length > 0 ? 'Aspecto ou pergunta' : 'Pergunta',
            isHeading: true,
            cell: ({ item, ehAspecto }) => (ehAspecto ? <strong>{item}</strong> : item),
          },
          { title: 'Avaliadores', figures: true, cell: ({ obtido }) => <Obtido valor={obtido} /> },
          ...(temAuto
            ? [{ title: 'Autoavaliação', figures: true, cell: ({ auto }: (typeof linhas)[number]) => dizPercentual(auto) }]
            : []),
          ...(outro
            ? [
                {
                  title: outro.avaliacao.titulo,
                  figures: true,
                  cell: ({ item, ehAspecto }: (typeof linhas)[number]) =>
                    ehAspecto ? '–' : dizPercentual(antes.get(item) ?? null),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

const Papeis = ({ lido: { resultado, anonima } }: { lido: ResultadoNaTela }) => (
  <Section title="Por papel" note={anonima ? 'Grupos com menos de três respostas aparecem juntos, ou não aparecem.' : undefined}>
    <PlainTable
      caption="Resultado por papel"
      cards
      rows={resultado.papeis}
      keyOf={({ papel }) => papel}
      columns={[
        { title: 'Papel', isHeading: true, cell: ({ papel }) => papeisDoResultado[papel] },
        { title: 'Respostas', figures: true, cell: ({ avaliadores }) => avaliadores },
        { title: 'Desempenho', figures: true, cell: ({ desempenho }) => dizPercentual(desempenho) },
        { title: 'Potencial', figures: true, cell: ({ potencial }) => dizPercentual(potencial) },
        { title: 'Performance', figures: true, cell: ({ performance }) => dizPercentual(performance) },
      ]}
    />
  </Section>
);

const ComentariosDoResultado = ({ lido: { comentarios } }: { lido: ResultadoNaTela }) => (
  <Section title="Comentários">
    <Stack gap="md">
      {comentarios.map(({ competenciaId, perguntaId, sobre, textos }) => (
        <div key={`${competenciaId ?? 'p'}.${perguntaId ?? 'c'}`}>
          <Text fw={600} mb={4} style={{ overflowWrap: 'anywhere' }}>
            {sobre}
          </Text>
          {textos.map(({ papel, nome, texto, evidencias }, n) => (
            <blockquote key={n} className={classes.comment}>
              {texto && <p>{texto}</p>}
              <AnexosDados evidencias={evidencias} />
              <cite>{[nome, papeisDoResultado[papel]].filter(Boolean).join(' · ')}</cite>
            </blockquote>
          ))}
        </div>
      ))}
    </Stack>
  </Section>
);

/** What each evaluator answered, where answers carry a name. */
function Respondidos({ lido: { avaliacao, colaborador } }: { lido: ResultadoNaTela }) {
  const { data = [] } = useQuery({
    queryKey: ['questionarios-do-avaliado', avaliacao.id, colaborador.id],
    queryFn: ({ signal }) =>
      api.get<QuestionarioDaAvaliacao[]>(
        QUESTIONARIOS,
        { avaliacaoDesempenhoId: avaliacao.id, avaliadoId: colaborador.id },
        { silent: true, quiet: true, signal },
      ),
  });
  const [um, setUm] = useState<number>();
  const respondidos = data.filter(({ respondida }) => respondida);
  if (respondidos.length === 0) return null;
  const acao = (quem: QuestionarioDaAvaliacao): ReactNode =>
    um === quem.id ? (
      'Escolha com quem comparar'
    ) : um === undefined ? (
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => setUm(quem.id)}
        aria-label={`Comparar ${quem.avaliador.nome}`}
      >
        Comparar
      </Anchor>
    ) : (
      <Anchor
        component={Link}
        inherit
        aria-label={`Comparar com este: ${quem.avaliador.nome}`}
        to={`/${QUESTIONARIOS}/${um}/comparativa?com=${quem.id}`}
      >
        Comparar com este
      </Anchor>
    );
  return (
    <Section title="Questionários respondidos">
      <PlainTable
        caption="Questionários respondidos"
        cards
        rows={respondidos}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Avaliador',
            isHeading: true,
            cell: ({ id, avaliador }) => (
              <Anchor component={Link} to={`/${QUESTIONARIOS}/${id}/respondida`} inherit>
                {avaliador.nome}
              </Anchor>
            ),
          },
          { title: 'Papel', cell: ({ papel }) => papeis[papel] },
          ...(respondidos.length > 1 ? [{ title: 'Lado a lado', cell: acao }] : []),
        ]}
      />
    </Section>
  );
}

/** The evaluated says that they have read it, with a word of their own if they like. */
function DarCiencia({ lido: { id } }: { lido: ResultadoNaTela }) {
  const queries = useQueryClient();
  const [ciencia, setCiencia] = useState('');
  const dar = useMutation({
    mutationFn: () => api.put<ResultadoNaTela>(`avaliacao/resultados/${id}/ciencia`, { ciencia: ciencia.trim() || null }),
    onSuccess: (agora) => {
      queries.setQueryData(['resultado-da-avaliacao', id], agora);
      void queries.invalidateQueries({ queryKey: ['resultados-das-avaliacoes'] });
    },
  });
  return (
    <Section
      title="Você leu o seu resultado?"
      note="Dar ciência diz que você leu, não que concorda. O que você escrever fica junto do resultado."
    >
      <Stack gap="sm" align="flex-start">
        <Textarea
          label="Comentário"
          w="100%"
          maw={640}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={ciencia}
          onChange={({ target }) => setCiencia(target.value)}
        />
        <Button loading={dar.isPending} onClick={() => dar.mutate()}>
          Dar ciência
        </Button>
      </Stack>
    </Section>
  );
}
