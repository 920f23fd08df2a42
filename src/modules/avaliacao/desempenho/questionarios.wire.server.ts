import { z } from 'zod';
import { named } from '#kit/http/openapi.server.ts';
import { questionarioNoFio } from '#platform/questionario/answer-wire.ts';
import { definicaoNoFio } from '#platform/questionario/definition-schema.ts';
import { folhaNoFio } from './folha.wire.ts';

/** Where questionnaires of evaluations are served, and under which name. */
export const QUESTIONARIOS = '/api/avaliacao/avaliacoes-desempenhos-questionarios';
export const TAGS = ['Questionários das Avaliações de Desempenho'];

const titulada = z.object({ id: z.int(), titulo: z.string() });
const descrita = z.object({ id: z.int(), descricao: z.string() });
const papel = z.enum(['U', 'L', 'P', 'A', 'R']);
const percentual = z.number().nullable();

export const nivelNoFio = descrita.extend({ ordem: z.int(), percentual });

export const competenciaPedida = z.object({
  competencia: named,
  competenciaTipo: z.string(),
  competenciaObservacao: z.string().nullable(),
  solicitarComentario: z.boolean(),
  nivelExigido: descrita.nullable(),
  criteria: z.array(descrita),
  comportamentos: z.array(descrita),
});

export const folhaPedidaNoFio = z.object({
  anonima: z.boolean(),
  notaManual: z.boolean(),
  porCriterios: z.boolean(),
  obrigarPercentual: z.boolean(),
  niveis: z.array(nivelNoFio),
  competencias: z.array(competenciaPedida),
});

export const questionarioDaAvaliacao = z.object({
  id: z.int(),
  avaliacaoDesempenho: titulada,
  avaliado: named,
  avaliador: named,
  papel,
  ate: z.string().nullable(),
  estado: z.enum(['N', 'P', 'R']),
  respondida: z.boolean(),
  respondidoParcialmente: z.boolean(),
  aberta: z.boolean(),
  minha: z.boolean(),
});

/** Texts of the company's own in other languages. */
export const traducoesNoFio = z.array(
  z.object({ idioma: z.enum(['en', 'es']), textos: z.array(z.object({ de: z.string(), para: z.string() })) }),
);

/** What waits to be answered, with what was saved. */
export const aResponder = questionarioNoFio.extend({ folha: folhaPedidaNoFio.extend({ traducoes: traducoesNoFio }) });

export const matrizDadaNoFio = z.object({
  niveisCompetencias: z.array(nivelNoFio),
  configsNiveisCompetencias: z.array(
    competenciaPedida.extend({
      nivelCompetenciaId: z.int().nullable(),
      nivelCompetencia: descrita.nullable(),
      naoObservada: z.boolean(),
      criterios: z.array(z.int()),
      comentario: z.string().nullable(),
    }),
  ),
  considerarPercentualMinimo: z.boolean(),
  exibiNivelCompetenciaExigido: z.boolean(),
  ordemMaxima: z.int(),
});

export const evidenciaNoFio = z.object({ id: z.int(), nome: z.string(), tamanho: z.number() });

/** ENT-078. */
export const respostaDada = z.object({
  perguntaId: z.int(),
  tipoId: z.string(),
  obrigatoria: z.boolean(),
  respostaId: z.int().nullable(),
  respostasIds: z.array(z.int()),
  nota: z.number().nullable(),
  comentario: z.string().nullable(),
  respondidoParcialmente: z.boolean(),
});

export const respondidoNoFio = z.object({
  id: z.int(),
  avaliacaoDesempenho: titulada,
  avaliado: named,
  avaliador: named,
  papel,
  pedida: folhaPedidaNoFio,
  folha: folhaNoFio,
  definicao: definicaoNoFio,
  respostas: z.array(z.looseObject({ perguntaId: z.int() })),
  linhas: z.array(
    z.object({
      chave: z.string(),
      parte: z.string(),
      item: z.string(),
      exigido: z.string().nullable(),
      resposta: z.string(),
      percentual,
      comentario: z.string(),
      evidencias: z.array(evidenciaNoFio),
    }),
  ),
  resultado: z.looseObject({ desempenho: percentual, potencial: percentual, performance: percentual }),
});

const resumo = z.object({
  id: z.int(),
  titulo: z.string(),
  avaliado: z.string(),
  avaliador: z.string(),
  papel,
  desempenho: percentual,
  potencial: percentual,
  performance: percentual,
});
const dita = z.object({ resposta: z.string(), percentual, comentario: z.string() }).nullable();
export const comparativaNoFio = z.object({
  um: resumo,
  outro: resumo,
  linhas: z.array(z.object({ parte: z.string(), item: z.string(), um: dita, outro: dita })),
});
