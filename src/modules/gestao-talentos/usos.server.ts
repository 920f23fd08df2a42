import { notSeeingUses } from '#kit/store/guarded-uses.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { desligamentos } from './desligamentos/desligamentos.registry.ts';
import { colaboradoresOcorrencias } from './ocorrencias/colaboradores-ocorrencias.registry.ts';
import { deTalentosVisiveis } from './talentos/visiveis.server.ts';

/**
 * What records about people name is removed by who sees all of these: asked each day whether a reason is in use, others would learn why the one
 * person left whose dismissal is known.
 */
const soDeQuemVeTodos = (de: { authority: string }): Hooks => ({
  refuses: (_record, acting, deed) =>
    deed !== 'remove' || (acting.can(de.authority) && deTalentosVisiveis(acting) === undefined) ? undefined : notSeeingUses(),
});

export const motivoDesligamentoHooks = soDeQuemVeTodos(desligamentos);
export const tipoOcorrenciaHooks = soDeQuemVeTodos(colaboradoresOcorrencias);
export const providenciasHooks = soDeQuemVeTodos(colaboradoresOcorrencias);
