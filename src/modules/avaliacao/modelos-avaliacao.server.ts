import sql from 'sql-template-tag';
import { bare } from '#kit/fields/bare.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { modelosAvaliacao } from './modelos-avaliacao.registry.ts';

const FICAM = ['tipo', 'periodoAcompanhamentoExperienciaId'] as const;

export const modelosAvaliacaoHooks = hooksFor(modelosAvaliacao, {
  // What was asked about somebody is found by its model, and is read under its period.
  async beforeSave(tx, { value, before }) {
    const mudado = before && FICAM.find((nome) => bare(before[nome]) !== value[nome]);
    if (!mudado) return;
    if (await tx.one(sql`select from acompanhamentos_experiencia where modelo_id = ${before.id} limit 1`))
      throw refuse.invalid([
        { field: mudado, message: 'Este modelo já perguntou sobre alguém em experiência: faça uma cópia dele, e mude a cópia' },
      ]);
  },
});
