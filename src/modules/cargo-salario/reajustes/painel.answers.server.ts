import { z } from 'zod';
import { named } from '#kit/http/openapi.server.ts';

/** Null where the reader may not see salaries. */
const amount = z.number().nullable();

const totais = z.object({
  talentos: z.int(),
  alcancados: z.int().nullable(),
  totalAtual: amount,
  totalProposto: amount,
  diferenca: amount,
  percentual: amount,
});

/** The cost of a plan, with the obstacles to applying it. */
export const totalDaFolha = totais.extend({
  retroativo: z.object({ desde: z.iso.date(), valor: z.number() }).nullable(),
  teto: amount,
  acimaDoTeto: z.boolean().nullable(),
  naoAplica: z.string().nullable(),
  naoAlcancados: z.int(),
  avisos: z.object({
    linhasColaboradores: z.int(),
    linhasFaixas: z.int(),
    linhasIndices: z.int(),
    emDuplicidade: z.int(),
    desligados: z.int(),
    semSalario: z.int().nullable(),
    reducoes: z.int().nullable(),
    historicosPosteriores: z.int(),
    desatualizadas: z.int().nullable(),
  }),
  areas: z.array(named.extend(totais.shape)),
});

export const equidadeDoPlano = z.array(
  z.object({
    grupo: z.string(),
    nome: z.string(),
    mulheres: z.int().nullable(),
    homens: z.int().nullable(),
    razaoAtual: amount,
    razaoProposta: amount,
  }),
);

/** One plan beside others. */
export const cenario = named.extend({ data: z.iso.date(), situacao: z.string(), folha: totalDaFolha });
