import { z } from 'zod';
import { named } from '#kit/http/openapi.server.ts';

const described = z.object({ id: z.int(), descricao: z.string() });

/** A dated configuration of levels, as its screen shows it. */
export const matrizAnswer = z.object({
  id: z.int().nullable(),
  versao: z.int().nullable(),
  data: z.iso.date(),
  faixaSalarial: named.nullable(),
  niveisCompetencias: z.array(described.extend({ ordem: z.int(), percentual: z.number().nullable() })),
  configsNiveisCompetencias: z.array(
    z.object({
      dataKey: z.string(),
      competencia: named,
      competenciaTipo: z.string(),
      competenciaObservacao: z.string().nullable(),
      competenciaPeso: z.int().nullable(),
      solicitarComentario: z.boolean(),
      nivelCompetenciaId: z.int().nullable(),
      nivelCompetenciaOrdem: z.int().nullable(),
      nivelCompetenciaIndicacaoId: z.int().nullable(),
      nivelCompetencia: described.nullable(),
      ordem: z.int().nullable(),
      percentual: z.number().nullable(),
      comentario: z.string().nullable(),
      performance: z.number().nullable(),
      criteria: z.array(described),
      comportamentos: z.array(described),
      doCargo: z.boolean(),
    }),
  ),
  exibiNivelCompetenciaExigido: z.boolean(),
  considerarPercentualMinimo: z.boolean(),
  ordemMaxima: z.int(),
  exibirPerformance: z.boolean(),
});

/** One value for each label. */
export const radarAnswer = z.object({
  labels: z.array(z.string()),
  competenciasColaborador: z.array(z.int()),
  competenciasFaixaSalarial: z.array(z.int()),
  ordemMaxima: z.int(),
});
