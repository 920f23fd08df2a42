import { counted } from '#kit/br/text.ts';
import type { Column, Row, Table } from '#kit/sheet/column.ts';
import type { Indice, Valor } from './result.ts';
import {
  ARREDONDADOS,
  CASAS_DA_MEDIA,
  type ComentariosDaPergunta,
  type Filtros,
  NAO_MOSTRADO,
  PARA_NAO_REVELAR,
  type Resultados,
  type ResultadosPorPergunta,
  type ResumoDaPergunta,
  type ResumoDoGrupo,
  saidValue,
} from './results.ts';
import { modos } from './round.ts';

/** The chosen values of the filter, in words. */
export const filtersSaid = ({ dimensoes }: Pick<Resultados, 'dimensoes'>, filtros: Filtros): [string, string][] =>
  dimensoes.flatMap(({ campo, rotulo, arvore, valores }): [string, string][] => {
    const filtro = filtros[campo];
    if (!filtro) return [];
    const names = valores.filter(({ id }) => filtro.ids.includes(id)).map(({ nome }) => nome);
    return [[rotulo, `${names.join(', ')}${arvore && !filtro.so ? ' e abaixo' : ''}`]];
  });

/** Everything that the screen shows, and the questions of each group: a line for each group, question and answer. */
export function tableOfResults(found: ResultadosPorPergunta): Table {
  const { rodada, por, dimensoes } = found;
  const column = (key: string, label: string, width: number, type: Column['type'] = 'text'): Column => ({
    key,
    label,
    type,
    width,
    ...(type === 'number' ? { decimals: CASAS_DA_MEDIA } : {}),
  });
  const by = dimensoes.find(({ campo }) => campo === por)?.rotulo ?? 'Grupo';
  return {
    title: rodada.titulo,
    columns: [
      column('grupo', by, 30),
      column('aspecto', 'Aspecto', 24),
      column('pergunta', 'Pergunta', 50),
      column('resposta', 'Resposta', 30),
      column('pessoas', 'Respostas', 12, 'integer'),
      column('parte', 'Parte (%)', 12, 'integer'),
      column('favoravel', 'Favorável (%)', 14, 'integer'),
      column('resultado', 'Resultado (%)', 14, 'number'),
      column('media', 'Média', 10, 'number'),
      column('nps', 'NPS', 10, 'integer'),
      column('limite', 'Limites', 24),
    ],
    rows: rowsOf(found),
  };
}

/** The rows of everybody, then those of each group. */
async function* rowsOf({ rodada, perguntas, aspectos, total, grupos }: ResultadosPorPergunta): AsyncGenerator<Row[], void, void> {
  const aspectOf = new Map(aspectos.map(({ id, nome }) => [id, nome]));
  const questionOf = new Map(perguntas.map((pergunta) => [pergunta.id, pergunta]));
  const nothing = rodada.modo === 'I' ? 'Ninguém respondeu.' : NAO_MOSTRADO;

  /** `more`: the rows of a question, each with what it begins with */
  function rowsOfGroup<P extends ResumoDaPergunta>(
    grupo: string,
    resultado: (Omit<ResumoDoGrupo, 'perguntas'> & { perguntas: readonly P[] }) | null,
    more: (head: Row, one: P) => Row[],
  ): Row[] {
    if (resultado === null) return [{ grupo, pergunta: nothing }];
    return [
      { grupo, pergunta: 'Resultado geral', pessoas: resultado.pessoas, ...indexes(resultado.geral) },
      ...resultado.aspectos.map(({ id, ...indice }) => ({
        grupo,
        aspecto: aspectOf.get(id),
        pergunta: 'Aspecto',
        ...indexes(indice),
      })),
      ...resultado.perguntas.flatMap((one) => {
        const asked = questionOf.get(one.id);
        return more({ grupo, aspecto: aspectOf.get(asked?.aspectoId ?? 0), pergunta: asked?.texto }, one);
      }),
    ];
  }

  yield rowsOfGroup('Todos', total, (head, one) => [
    { ...head, pessoas: one.pessoas, ...figures(one) },
    ...one.fatias.map(({ rotulo, parte }) => ({
      ...head,
      resposta: rotulo,
      parte: parte.valor,
      limite: limitsOf({ Parte: parte }, one),
    })),
  ]);
  for await (const { nome, nivel, resultado } of grupos)
    yield rowsOfGroup(`${'    '.repeat(nivel)}${nome}`, resultado, (head, one) => [{ ...head, ...figures(one) }]);
}

const indexes = ({ resultado, favoravel }: Indice) => ({ resultado, favoravel });

const figures = (one: ResumoDaPergunta) => ({
  resultado: one.resultado?.valor,
  favoravel: one.favoravel?.valor,
  media: one.media?.valor,
  nps: one.nps?.valor,
  limite: limitsOf({ Favorável: one.favoravel, NPS: one.nps }, one),
});

/** Which numbers of a line are bounds, and whether they go in steps, in words. */
const limitsOf = (values: Readonly<Record<string, Valor | null>>, { deCincoEmCinco }: ResumoDaPergunta): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value?.limite ? [`${name}: no ${value.limite === 'min' ? 'mínimo' : 'máximo'}`] : []))
    .concat(deCincoEmCinco ? ARREDONDADOS : [])
    .join('; ');

/** What the printed results say; the template draws it. */
export function documentOf(found: Resultados, filtros: Filtros, comments: readonly ComentariosDaPergunta[]) {
  const { rodada, perguntas, aspectos, total, grupos, dimensoes, por } = found;
  const textOf = new Map(perguntas.map(({ id, texto }) => [id, texto]));
  const index = (value: number | null) => (value === null ? '–' : `${value}%`);
  const data = {
    titulo: rodada.titulo,
    naoMostrado: rodada.modo === 'I' ? 'Ninguém respondeu.' : NAO_MOSTRADO,
    oculto: total === null,
    cartoes: total
      ? [
          [
            'Respostas',
            [total.pessoas, found.convidados]
              .filter((n) => n !== null)
              .map((n) => n.toLocaleString('pt-BR'))
              .join(' de '),
          ],
          ['Favorabilidade', index(total.geral.favoravel)],
          ['Resultado', index(total.geral.resultado)],
          ['Promessa', modos[rodada.modo]],
        ]
      : [],
    aspectos: (total?.aspectos ?? []).map(({ id, favoravel, resultado }) => [
      aspectos.find((one) => one.id === id)?.nome ?? '',
      index(favoravel),
      index(resultado),
    ]),
    perguntas: (total?.perguntas ?? []).map(({ id, pessoas, fatias, favoravel, media, nps, deCincoEmCinco }) => ({
      texto: textOf.get(id) ?? '',
      linha: [
        pessoas !== null && counted(pessoas, 'resposta', 'respostas'),
        favoravel && `favorável ${saidValue(favoravel, '%')}`,
        media && `média ${saidValue(media, '', CASAS_DA_MEDIA)}`,
        nps && `NPS ${saidValue(nps, '')}`,
        deCincoEmCinco && PARA_NAO_REVELAR,
      ].filter(Boolean),
      fatias: fatias.map(({ rotulo, parte, tom }) => ({
        rotulo,
        parte: parte.valor,
        dito: saidValue(parte, '%'),
        tom: tom ?? 'neutro',
      })),
    })),
    grupo: dimensoes.find(({ campo }) => campo === por)?.rotulo ?? '',
    grupos: grupos.map(({ nome, nivel, resultado }) => [
      `${'   '.repeat(nivel)}${nome}`,
      resultado ? resultado.pessoas.toLocaleString('pt-BR') : '–',
      ...aspectos.map(({ id }) => index(resultado?.aspectos.find((one) => one.id === id)?.favoravel ?? null)),
      index(resultado?.geral.favoravel ?? null),
    ]),
    colunas: aspectos.map(({ nome }) => nome),
    comentarios: comments.map(({ perguntaId, textos, total: all, soAlguns }) => ({
      texto: `${textOf.get(perguntaId) ?? ''}${soAlguns ? ' (alguns textos podem não ser mostrados)' : ''}`,
      textos: textos?.map(({ texto }) => texto) ?? null,
      mais: all - (textos?.length ?? all),
    })),
  };
  const filters: [string, string][] = [['Perguntas', `versão ${rodada.versao}`], ...filtersSaid(found, filtros)];
  return { title: rodada.titulo, filters, data };
}
