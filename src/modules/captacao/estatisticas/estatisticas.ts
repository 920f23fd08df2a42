import { z } from 'zod';

/** Days from request to end, of requests that closed. */
const medidas = {
  solicitacoes: z.int(),
  vagas: z.int(),
  preenchidas: z.int(),
  media: z.number().nullable(),
  mediana: z.number().nullable(),
  menor: z.int().nullable(),
  maior: z.int().nullable(),
  /** per cent of those that had a day by which to close */
  noPrazo: z.number().nullable(),
};

const grupos = z.array(z.object({ nome: z.string(), ...medidas }));

/** REP-009, CALL-121. */
export const estatisticas = z.object({
  dataIni: z.iso.date(),
  dataFim: z.iso.date(),
  total: z.object(medidas),
  porMes: z.array(z.object({ mes: z.string(), solicitacoes: z.int(), media: z.number() })),
  porCargo: grupos,
  porArea: grupos,
  porRecrutador: grupos,
});
export type Estatisticas = z.output<typeof estatisticas>;
export type Grupo = Estatisticas['porCargo'][number];

export const ESTATISTICAS = 'ROLE_ESTATISTICAS_PREENCHIMENTO_VAGA';
