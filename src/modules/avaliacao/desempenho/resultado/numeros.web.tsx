import { Paper, SimpleGrid, Text } from '@mantine/core';
import { listed } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { dizPercentual, dizPontos, pontosEntre } from '../questionarios.ts';
import { papeisDoResultado } from '../resultado.ts';
import { distancia, type ResultadoNaTela } from '../resultado-na-tela.ts';
import classes from './resultado.module.css';

/** A result, and the one that it is compared with. */
interface Comparado {
  lido: ResultadoNaTela;
  outro: ResultadoNaTela | undefined;
}

/** By how many points it changed; null where one of the two is not known. */
const mudou = (agora: number | null, antes: number | null | undefined): string | null =>
  agora === null || antes === null || antes === undefined ? null : dizPontos(pontosEntre(antes, agora));

/** The indices of the result as large numbers, with how they changed. */
export const Indices = ({ lido, outro }: Comparado) => (
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
export function ComoSeConta({ lido: { pesos } }: { lido: ResultadoNaTela }) {
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

/** The goals of the period that the evaluation weighs. */
export const Metas = ({ lido: { resultado, avaliacao } }: { lido: ResultadoNaTela }) => (
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

export function Competencias({ lido, outro }: Comparado) {
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

export function Perguntas({ lido, outro }: Comparado) {
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

export const Papeis = ({ lido: { resultado, anonima } }: { lido: ResultadoNaTela }) => (
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
