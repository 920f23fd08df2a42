import type { Acting } from '#kit/acting/acting.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { notSeeingUses } from '#kit/store/guarded-uses.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { desligamentos } from './desligamentos/desligamentos.registry.ts';
import { colaboradoresOcorrencias } from './ocorrencias/colaboradores-ocorrencias.registry.ts';
import { deTalentosVisiveis } from './talentos/visiveis.server.ts';

/**
 * What records about people (`usado`) name is removed by who sees all of these: asked each day whether a reason is in use, others would learn why the
 * one person left whose dismissal is known. For the same reason they do not change whether it counts in a figure, as its field `conta` says: with that
 * turned, the figure of one day would tell them.
 */
export function soDeQuemVeTodos(usado: { authority: string; title: string }, conta?: string): Hooks {
  const veTodos = (acting: Acting) => acting.can(usado.authority) && deTalentosVisiveis(acting) === undefined;
  return {
    refuses: (_record, acting, deed) => (deed !== 'remove' || veTodos(acting) ? undefined : notSeeingUses()),
    async beforeSave(_tx, { value, before, acting }) {
      if (!conta || !before || value[conta] === before[conta] || veTodos(acting)) return;
      throw refuse.invalid([
        { field: conta, message: `Só quem vê ${usado.title} de todas as áreas muda o que conta no indicador` },
      ]);
    },
  };
}

export const motivoDesligamentoHooks = soDeQuemVeTodos(desligamentos, 'turnover');
export const tipoOcorrenciaHooks = soDeQuemVeTodos(colaboradoresOcorrencias, 'absenteismo');
export const providenciasHooks = soDeQuemVeTodos(colaboradoresOcorrencias);
