import { formatDate } from '#kit/br/date.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { type Hooks, hooksFor } from '#kit/store/store.server.ts';
import { niveisCompetenciaHistorico } from './niveis-competencia-historico.registry.ts';

const HOJE = (coluna: string) => `
  select i.${coluna} from niveis_competencia_historico_config_historicos_niveis i
  where i.nivel_competencia_id = t.id and i.registro_id = (
    select h.id from niveis_competencia_historico h where h.empresa_id = t.empresa_id and h.data <= hoje() order by h.data desc limit 1)`;

export const niveisCompetenciaHooks: Hooks = { computed: { ordem: HOJE('ordem'), percentual: HOJE('percentual') } };

const USADO = (id: string) => `(exists (select 1 from config_niveis_faixas f where f.nivel_competencia_historico_id = ${id})
  or exists (select 1 from config_niveis_talentos c where c.nivel_competencia_historico_id = ${id}))`;

export const niveisCompetenciaHistoricoHooks = hooksFor(niveisCompetenciaHistorico, {
  computed: { podeEditar: `not ${USADO('t.id')}` },
  holdsOff: true,
  async beforeSave(_tx, { value, before }) {
    // Configurations were made on these weights; changing them would change their meaning.
    if (before && before.podeEditar === false)
      throw new Refusal(
        'HISTORICO_EM_USO',
        'Este histórico já é usado por configurações de níveis de competência. Para mudar os níveis, insira um histórico com outra data.',
      );
    value.nome = `A partir de ${formatDate(value.data)}`;
    if (value.considerarPercentualMinimo !== true) for (const linha of value.configHistoricosNiveis) linha.percentual = null;
  },
});
