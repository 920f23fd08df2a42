import sql from 'sql-template-tag';
import { refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { certificacao } from './certificacao.registry.ts';

export const certificacaoHooks = hooksFor(certificacao, {
  // Two certifications saved at the same moment could require each other.
  lock: 'certificacoes',
  async beforeSave(tx, { value, before }) {
    const asked = value.certificacaoPreRequisito;
    if (asked === null || !before) return;
    const circle = await tx.one(sql`
      with recursive antes as (
        select id, certificacao_pre_requisito_id as anterior from certificacoes where id = ${asked}
        union select c.id, c.certificacao_pre_requisito_id from certificacoes c join antes a on c.id = a.anterior)
      select id from antes where id = ${before.id}`);
    if (circle)
      throw refuse.invalid([
        { field: 'certificacaoPreRequisito', message: 'Uma certificação não pode ser pré-requisito de si mesma' },
      ]);
  },
});
