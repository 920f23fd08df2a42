import { formatNumber, formatPercentage } from '#kit/br/number.ts';
import type { Column, Table } from '#kit/sheet/column.ts';
import { inWords } from '#platform/questionario/answered.ts';
import type { Definicao, Resposta } from '#platform/questionario/definition.ts';
import type { EstadoDaParticipacao } from '#platform/questionario/round.ts';
import { nota } from '../ninebox/ninebox.rules.ts';
import { daCompetencia, type Evidencia, type Folha, type FolhaPedida } from './folha.ts';
import { type Papel, papeis } from './papeis.ts';
import type { Resultado } from './resultado.ts';

/** Lines of a page of answered questionnaires. */
export const POR_VEZ = 100;

/** Somebody evaluates somebody: what a list of questionnaires says of it. */
export interface QuestionarioDaAvaliacao {
  /** of the participation */
  id: number;
  avaliacaoDesempenho: { id: number; titulo: string };
  avaliado: { id: number; nome: string };
  avaliador: { id: number; nome: string };
  papel: Papel;
  ate: string | null;
  estado: EstadoDaParticipacao;
  respondida: boolean;
  respondidoParcialmente: boolean;
  /** it may be answered now */
  aberta: boolean;
  minha: boolean;
}

/** A questionnaire that was sent, as it is read again. */
export interface QuestionarioRespondido {
  id: number;
  avaliacaoDesempenho: { id: number; titulo: string };
  avaliado: { id: number; nome: string };
  avaliador: { id: number; nome: string };
  papel: Papel;
  pedida: FolhaPedida;
  folha: Folha;
  definicao: Definicao;
  respostas: Resposta[];
  resultado: Resultado;
}

export interface Linha {
  /** the same question of two questionnaires has the same */
  chave: string;
  parte: 'Competências' | 'Perguntas';
  item: string;
  exigido: string | null;
  resposta: string;
  percentual: number | null;
  comentario: string;
  evidencias: Evidencia[];
}

/** What was answered, in words, in the order of the screen. */
export function linhasDe({ pedida, folha, definicao, respostas, resultado }: QuestionarioRespondido): Linha[] {
  const nivelDe = new Map(pedida.niveis.map(({ id, descricao }) => [id, descricao]));
  const valeDe = new Map(resultado.competencias.map(({ id, obtido }) => [id, obtido]));
  const notaDe = new Map(resultado.perguntas.map(({ id, obtido }) => [id, obtido]));
  return [
    ...pedida.competencias.map(({ competencia, nivelExigido }): Linha => {
      const dada = daCompetencia(folha, competencia.id);
      return {
        chave: `c${competencia.id}`,
        parte: 'Competências',
        item: competencia.nome,
        exigido: nivelExigido?.descricao ?? null,
        resposta: dada?.naoObservada ? 'Não observada' : (nivelDe.get(dada?.nivelCompetenciaId ?? 0) ?? ''),
        percentual: valeDe.get(competencia.id) ?? null,
        comentario: dada?.comentario ?? '',
        evidencias: dada?.evidencias ?? [],
      };
    }),
    ...(folha.nota === null
      ? definicao.perguntas.map((pergunta): Linha => {
          const resposta = respostas.find(({ perguntaId }) => perguntaId === pergunta.id);
          const escrita = pergunta.tipo === '3';
          return {
            chave: `p${pergunta.texto}`,
            parte: 'Perguntas',
            item: pergunta.texto,
            exigido: null,
            resposta: inWords(pergunta, resposta && (escrita ? resposta : { ...resposta, comentario: null })),
            percentual: notaDe.get(pergunta.id) ?? null,
            comentario: escrita ? '' : (resposta?.comentario ?? ''),
            evidencias: [],
          };
        })
      : [
          {
            chave: 'nota',
            parte: 'Perguntas' as const,
            item: 'Nota do questionário',
            exigido: null,
            resposta: folha.nota.toLocaleString('pt-BR'),
            percentual: folha.nota,
            comentario: '',
            evidencias: [],
          },
        ]),
  ];
}

/** The comment, and the files by their names, as paper and sheet write them. */
export const comEvidencias = ({ comentario, evidencias }: Pick<Linha, 'comentario' | 'evidencias'>): string =>
  [comentario, evidencias.length === 0 ? '' : `Anexos: ${evidencias.map(({ nome }) => nome).join(', ')}`]
    .filter(Boolean)
    .join('\n');

/** Two questionnaires side by side. */
export interface Comparativa {
  um: Resumo;
  outro: Resumo;
  linhas: {
    parte: Linha['parte'];
    item: string;
    um: Pick<Linha, 'resposta' | 'percentual' | 'comentario'> | null;
    outro: Pick<Linha, 'resposta' | 'percentual' | 'comentario'> | null;
  }[];
}

export interface Resumo {
  id: number;
  titulo: string;
  avaliado: string;
  avaliador: string;
  papel: Papel;
  desempenho: number | null;
  potencial: number | null;
  performance: number | null;
}

export const resumoDe = ({ id, avaliacaoDesempenho, avaliado, avaliador, papel, resultado }: QuestionarioRespondido): Resumo => ({
  id,
  titulo: avaliacaoDesempenho.titulo,
  avaliado: avaliado.nome,
  avaliador: avaliador.nome,
  papel,
  desempenho: resultado.desempenho,
  potencial: resultado.potencial,
  performance: resultado.performance,
});

/** Competencies meet by themselves, questions by their text: another evaluation may have asked another version of them. */
export function comparativaDe(um: QuestionarioRespondido, outro: QuestionarioRespondido): Comparativa {
  const deUm = linhasDe(um);
  const doOutro = new Map(linhasDe(outro).map((linha) => [linha.chave, linha]));
  const dita = (linha: Linha | undefined) =>
    linha ? { resposta: linha.resposta, percentual: linha.percentual, comentario: comEvidencias(linha) } : null;
  const todas = [...deUm, ...[...doOutro.values()].filter(({ chave }) => !deUm.some((linha) => linha.chave === chave))];
  const daParte = (parte: Linha['parte']) => todas.filter((linha) => linha.parte === parte);
  return {
    um: resumoDe(um),
    outro: resumoDe(outro),
    linhas: [...daParte('Competências'), ...daParte('Perguntas')].map(({ chave, parte, item }) => ({
      parte,
      item,
      um: dita(deUm.find((linha) => linha.chave === chave)),
      outro: dita(doOutro.get(chave)),
    })),
  };
}

/** As every screen and file of results writes a percentage. */
export const dizPercentual = (valor: number | null): string => (valor === null ? '–' : formatPercentage(valor, 1));
/** From one percentage to another: the difference of what is shown. */
export const pontosEntre = (de: number, ate: number): number => nota(nota(ate) - nota(de));
/** A difference of percentages, in points. */
export const dizPontos = (pontos: number): string =>
  `${pontos > 0 ? '+' : pontos < 0 ? '−' : ''}${formatNumber(Math.abs(pontos), 1)} p.p.`;

const column = (key: string, label: string, width: number): Column => ({ key, label, type: 'text', width });

export const tabelaDaRespondida = (respondido: QuestionarioRespondido): Table => ({
  title: `${respondido.avaliado.nome} - ${respondido.avaliacaoDesempenho.titulo}`,
  columns: [
    column('avaliado', 'Avaliado', 30),
    column('avaliador', 'Avaliador', 30),
    column('papel', 'Papel', 16),
    column('parte', 'Parte', 16),
    column('item', 'Item', 50),
    column('exigido', 'Exigido', 18),
    column('resposta', 'Resposta', 40),
    { key: 'percentual', label: 'Resultado (%)', type: 'number', width: 14, decimals: 1 },
    column('comentario', 'Comentário', 50),
  ],
  rows: [
    linhasDe(respondido).map((linha) => ({
      ...linha,
      comentario: comEvidencias(linha),
      avaliado: respondido.avaliado.nome,
      avaliador: respondido.avaliador.nome,
      papel: papeis[respondido.papel],
    })),
  ],
});
