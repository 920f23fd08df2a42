import { z } from 'zod';
import { nomeado, tipoNoFio } from './participantes.wire.ts';

export const comTitulo = z.object({ id: z.int(), titulo: z.string() });

/** An evaluation, and of how many of its evaluated people the condition holds. */
export const comQuantos = comTitulo.extend({ situacao: z.enum(['N', 'L', 'B', 'C']), talentos: z.int() });

export const avaliadoNoFio = nomeado.extend({
  avaliacaoDesempenho: comTitulo,
  area: nomeado.nullable(),
  cargo: nomeado.nullable(),
  estabelecimento: nomeado.nullable(),
  avaliadores: z.int(),
});

export const avaliadorNoFio = nomeado.extend({ area: nomeado.nullable(), avaliados: z.int(), respondidas: z.int() });

export const queAvalio = comTitulo.extend({
  empresaId: z.int(),
  dataIni: z.iso.date(),
  dataFim: z.iso.date(),
  situacao: z.enum(['L', 'B', 'C']),
  avaliados: z.int(),
  respondidas: z.int(),
});

export const respondidasNoFio = z.object({
  total: z.int(),
  respondidas: z.int(),
  avaliacoes: z.array(
    z.object({
      colaboradorQuestionarioId: z.int(),
      avaliado: nomeado,
      /** null: of an anonymous evaluation nobody is told which of a group it was */
      avaliador: nomeado.nullable(),
      tipo: tipoNoFio,
    }),
  ),
});

export const clonadas = z.array(z.object({ empresaId: z.int(), id: z.int(), participantes: z.int() }));
