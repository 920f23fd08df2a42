import type { Hooks } from '#kit/store/store.server.ts';

/** Counted once for all rows, whatever their companies: it depends on none of them. */
const DE_CADA_EMPRESA = `(select jsonb_object_agg(x.empresa_id, x.n) from (
  select v.empresa_id, count(*) as n from candidatos k join como_ficou_sabendo_vaga v on v.id = k.como_ficou_sabendo_vaga_id group by 1) x)`;
const CANDIDATOS = '(select count(*)::int from candidatos k where k.como_ficou_sabendo_vaga_id = t.id)';

export const comoFicouSabendoVagaHooks: Hooks = {
  computed: {
    qtd: CANDIDATOS,
    percentual: `round(100.0 * ${CANDIDATOS} / (${DE_CADA_EMPRESA} ->> t.empresa_id::text)::int, 2)`,
  },
};
