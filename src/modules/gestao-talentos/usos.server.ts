import type { Acting } from '#kit/acting/acting.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { notSeeingUses } from '#kit/store/guarded-uses.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { desligamentos } from './desligamentos/desligamentos.registry.ts';
import { colaboradoresOcorrencias } from './ocorrencias/colaboradores-ocorrencias.registry.ts';
import { deTalentosVisiveis } from './talentos/visiveis.server.ts';

type De = { authority: string; title: string };

const veTodos = (acting: Acting, { authority }: De) => acting.can(authority) && deTalentosVisiveis(acting) === undefined;

/**
 * Whether a reason or a kind counts in a figure, as its field `conta` says, is changed by who sees all records that name it: with that turned,
 * the figure of one day would tell others the reason of whoever left on it.
 */
export const contaDeQuemVeTodos = (de: De, conta: string): Hooks => ({
  async beforeSave(_tx, { value, before, acting }) {
    if (!before || value[conta] === before[conta] || veTodos(acting, de)) return;
    throw refuse.invalid([{ field: conta, message: `Só muda o que conta no indicador quem vê, de todas as áreas: ${de.title}` }]);
  },
});

/**
 * What records about people name is removed by who sees all of these: asked each day whether a reason is in use, others would learn why the one
 * person left whose dismissal is known.
 */
export const soDeQuemVeTodos = (de: De): Hooks => ({
  refuses: (_record, acting, deed) => (deed !== 'remove' || veTodos(acting, de) ? undefined : notSeeingUses()),
});

export const motivoDesligamentoHooks = { ...soDeQuemVeTodos(desligamentos), ...contaDeQuemVeTodos(desligamentos, 'turnover') };
export const tipoOcorrenciaHooks = {
  ...soDeQuemVeTodos(colaboradoresOcorrencias),
  ...contaDeQuemVeTodos(colaboradoresOcorrencias, 'absenteismo'),
};
export const providenciasHooks = soDeQuemVeTodos(colaboradoresOcorrencias);
