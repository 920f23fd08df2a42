import { z } from 'zod';

const valores = z.record(z.string(), z.unknown());
/** `Leitura` as it stands on the wire. */
export const leituraNoFio = z.object({
  situacao: z.enum(['A', 'L', 'S']),
  motivo: z.string().nullable(),
  sugestoes: z.array(
    z.object({
      campo: z.string(),
      rotulo: z.string(),
      dito: z.string(),
      trecho: z.string(),
      valores: valores.optional(),
      linha: valores.optional(),
      falta: z.array(z.string()),
    }),
  ),
});
