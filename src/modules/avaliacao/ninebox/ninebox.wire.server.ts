import { z } from 'zod';
import { named } from '#kit/http/openapi.server.ts';
import { CAIXAS } from './ninebox.rules.ts';

const caixa = z.int().min(1).max(9);
const caixas = z.array(z.int());
export const pessoa = z.object({
  avaliadoId: z.int(),
  colaboradorId: z.int(),
  nome: z.string(),
  foto: z.object({ id: z.int() }).nullable(),
  cargo: z.string().nullable(),
  area: z.string().nullable(),
  desempenho: z.number(),
  potencial: z.number(),
  caixa,
  calculada: caixa,
  passo: z.int(),
});
const doQuadro = z.object({
  nomeclatura: z.string(),
  descricao: z.string(),
  quantidade: z.int(),
  selecionado: z.boolean(),
  colaboradorIds: z.array(z.int()),
});
export const quadro = z.object({
  id: z.int(),
  nome: z.string(),
  data: z.iso.date(),
  situacao: z.enum(['E', 'F']),
  percentualBaixoPotencial: z.int(),
  percentualAltoPotencial: z.int(),
  percentualBaixoDesempenho: z.int(),
  percentualAltoDesempenho: z.int(),
  ...Object.fromEntries(CAIXAS.map((numero) => [`box${numero}`, doQuadro])),
  descricaoResultado: z.string().nullable(),
  avaliacoes: z.array(named.extend({ concluida: z.boolean() })),
  vertical: z.enum(['potencial', 'desempenho']),
  vazio: z.string().nullable(),
  total: z.int(),
  semResultado: z.int(),
  movidas: z.int(),
  percentualPotencial: z.number().nullable(),
  percentualDesempenho: z.number().nullable(),
  areas: z.array(z.object({ fatia: z.string(), nome: z.string(), temFilhas: z.boolean(), caixas })),
  area: z.string().nullable(),
  pessoas: z.array(pessoa).nullable(),
  podeCalibrar: z.boolean(),
  podeEditar: z.boolean(),
  ultimo: z.int(),
});
const figuras = { pessoas: z.int(), desempenho: z.number(), potencial: z.number(), caixas };
export const gestores = z.object({
  todos: z.object(figuras),
  gestores: z.array(
    z.object({
      id: z.int().nullable(),
      nome: z.string(),
      ...figuras,
      sinais: z.array(
        z.object({
          eixo: z.enum(['potencial', 'desempenho']),
          tipo: z.enum(['acima', 'abaixo', 'concentrada']),
          frase: z.string(),
        }),
      ),
    }),
  ),
  outros: z.int(),
});
export const movimentos = z.object({
  total: z.int(),
  itens: z.array(
    z.object({
      id: z.int(),
      colaboradorId: z.int(),
      nome: z.string(),
      de: caixa,
      para: caixa,
      calculada: caixa,
      desempenho: z.number(),
      potencial: z.number(),
      motivo: z.string(),
      quem: z.string(),
      quando: z.string(),
    }),
  ),
});
const notas = z.array(z.number().nullable());
export const radar = z.object({
  nome: z.string(),
  avaliacao: z.string(),
  labels: z.array(z.string()),
  exigido: notas,
  obtido: notas,
  auto: notas,
  lacunas: z.array(z.object({ nome: z.string(), exigido: z.number(), obtido: z.number(), lacuna: z.number() })),
});
