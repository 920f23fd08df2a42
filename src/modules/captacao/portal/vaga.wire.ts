import { z } from 'zod';
import type { Vaga } from './vaga.ts';

const texto = z.string().nullable();
const dias = z.int().nullable();

/** An ad as the portal and HR's preview are answered it. */
export const vagaNoFio: z.ZodType<Vaga> = z.object({
  id: z.int(),
  titulo: z.string(),
  descricao: z.string(),
  solicitacao: z.object({ id: z.int(), quantidade: z.int() }),
  vagas: z.int(),
  cargo: texto,
  cidade: texto,
  uf: texto,
  vinculo: z.string(),
  horario: z.string(),
  escolaridade: texto,
  remuneracao: z.number().nullable(),
  publicadoEm: z.string(),
  inscricoesAte: texto,
  previsaoEncerramento: texto,
  diasEsperaNovaAplicacao: dias,
  diasResposta: dias,
});
