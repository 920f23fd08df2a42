import { z } from 'zod';
import { namesOf } from '#kit/fields/by-name.ts';
import { recordId } from '#kit/fields/reference.ts';
import { named } from '#kit/http/openapi.server.ts';
import { aptidoes, situacoesDaCandidatura } from './codigos.ts';

export const daVaga = z.object({
  id: z.int(),
  descricao: z.string(),
  situacao: z.enum(['A', 'S', 'E', 'C']),
  status: z.enum(['I', 'A', 'R']),
  area: z.string().nullable(),
  quantidade: z.int(),
  preenchidas: z.int(),
  emSelecao: z.int(),
});
export const daSelecao = z.object({
  vaga: daVaga,
  etapas: z.array(z.object({ id: z.int().nullable(), nome: z.string(), total: z.int() })),
  encerradas: z.object({ N: z.int(), D: z.int(), C: z.int() }),
  ultimo: z.int(),
});
export const naSelecao = z.object({
  id: z.int(),
  versao: z.int(),
  candidato: named,
  foto: z.object({ id: z.int() }).nullable(),
  cidade: z.string().nullable(),
  etapa: z.int().nullable(),
  situacao: z.enum(namesOf(situacoesDaCandidatura)),
  origem: z.enum(['P', 'R', 'I']),
  inscritaEm: z.any(),
  etapaDesde: z.any(),
  respostaAte: z.iso.date().nullable(),
  apto: z.enum(namesOf(aptidoes)),
  pareceres: z.int().nullable(),
  anotacoes: z.int().nullable(),
  entrevista: z.object({ data: z.string(), hora: z.string() }).nullable(),
  acoes: z.array(z.string()),
});
export const falha = z.object({ id: z.int(), nome: z.string(), motivo: z.string(), etapa: named.nullable() });
export const feitos = z.object({
  feitos: z.int(),
  falhas: z.array(z.object({ id: z.int(), nome: z.string(), message: z.string() })),
});

export const comparacao = z.object({
  vaga: z.object({ id: z.int(), descricao: z.string() }),
  criterios: z.array(z.string()),
  competencias: z.array(z.object({ nome: z.string(), exigido: z.number() })),
  niveis: z.array(z.object({ ordem: z.int(), descricao: z.string() })),
  finalistas: z.array(
    z.object({
      id: z.int(),
      candidato: named,
      foto: z.object({ id: z.int() }).nullable(),
      etapa: named.nullable(),
      situacao: z.enum(namesOf(situacoesDaCandidatura)),
      cidade: z.string().nullable(),
      pretencaoSalarial: z.number().nullable(),
      escolaridade: z.string().nullable(),
      formacoes: z.array(z.string()),
      idiomas: z.array(z.string()),
      experiencias: z.array(z.string()),
      mesesDeExperiencia: z.int(),
      conhecimentosPedidos: z.int(),
      conhecimentos: z.array(z.string()),
      media: z.number().nullable(),
      recomendacoes: z.object({ S: z.int(), I: z.int(), N: z.int() }),
      ocultos: z.int(),
      criterios: z.array(z.number().nullable()),
      competencias: z.array(z.number().nullable()),
    }),
  ),
});

const naoVazia = 'Selecione ao menos um candidato';
const muitos = (maximo: number) => `Selecione no máximo ${maximo.toLocaleString('pt-BR')} candidatos`;
/** At least one candidate, and no more than so many. */
export const ids = (maximo: number) => z.array(recordId, naoVazia).min(1, naoVazia).max(maximo, muitos(maximo));
