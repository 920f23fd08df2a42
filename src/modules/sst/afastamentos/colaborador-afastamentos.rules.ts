import { obrigatorio } from '#kit/br/text.ts';
import { eachRule } from '#kit/form/check.ts';
import { backwards } from '#kit/form/period.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { Lifecycle } from '#kit/registry/lifecycle.ts';
import { type CampoDaClasse, type Classe, camposDaClasse, exige } from './classes.ts';

interface Afastamento {
  inicio: string;
  fim: string | null;
  periodoAquisitivoIni: string | null;
  periodoAquisitivoFim: string | null;
}

/** The order of dates. */
export const faltasDoAfastamento = (afastamento: Afastamento): Iterable<Issue> =>
  eachRule(
    () => backwards('fim', afastamento.inicio, afastamento.fim),
    () => backwards('periodoAquisitivoFim', afastamento.periodoAquisitivoIni, afastamento.periodoAquisitivoFim),
  );

const labels: Readonly<Partial<Record<CampoDaClasse, string>>> = {
  cnpj: 'CNPJ',
  papelCessao: 'Ônus da cessão ou requisição',
  onus: 'Ônus da remuneração',
};

/** The fields that the class of the reason requires and the leave lacks. */
export function* faltasDaClasse(classe: Classe, value: Readonly<Record<string, unknown>>): Generator<Issue> {
  for (const campo of camposDaClasse)
    if (exige(campo, classe) && (value[campo] === null || value[campo] === undefined || value[campo] === ''))
      yield { field: campo, message: obrigatorio(labels[campo] ?? campo) };
}

const NADA_AGUARDA = 'Este afastamento não aguarda resposta do sistema de pessoal.';
const RESPONDER = {
  from: ['AGUARDANDO', 'COM_ERRO'],
  authority: 'ROLE_INTEGRACAO_PESSOAL',
  blind: true,
  why: NADA_AGUARDA,
} as const;

/**
 * STA-022: the answers of the personnel system. Only leaves of an integrated company have a state, and every save waits for a new
 * answer; the state reports the progress elsewhere and forbids nothing here.
 */
export const integracaoDoAfastamento = {
  field: 'statusAC',
  initial: 'AGUARDANDO',
  board: false,
  states: { AGUARDANDO: {}, COM_ERRO: {}, SEM_ERRO: {} },
  transitions: {
    confirmar: {
      ...RESPONDER,
      label: 'Confirmar pelo sistema de pessoal',
      done: 'Afastamento confirmado com sucesso.',
      to: 'SEM_ERRO',
      ask: 'Confirmar este afastamento pelo sistema de pessoal?',
    },
    recusar: {
      ...RESPONDER,
      label: 'Recusar pelo sistema de pessoal',
      done: 'Afastamento recusado com sucesso.',
      to: 'COM_ERRO',
      ask: 'Recusar este afastamento pelo sistema de pessoal? Ele continua pendente até ser corrigido e aceito.',
      danger: true,
    },
  },
} as const satisfies Lifecycle;
