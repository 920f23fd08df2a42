import type { Hooks } from '#kit/store/store.server.ts';

const CANDIDATOS = '(select count(*)::int from candidatos k where k.como_ficou_sabendo_vaga_id = t.id)';

export const comoFicouSabendoVagaHooks: Hooks = {
  computed: {
    qtd: CANDIDATOS,
    percentual: `round(100.0 * ${CANDIDATOS} / nullif((
      select count(*) from candidatos k where k.empresa_id = t.empresa_id and k.como_ficou_sabendo_vaga_id is not null), 0), 2)`,
  },
};
