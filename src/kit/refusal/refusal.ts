import type { Issue } from './issues.ts';

/** A refusal by a business rule, with the sentence for the user. Hooks and routes throw it; one handler answers it. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** fields of the answer besides message and code */
  readonly extra: Record<string, unknown>;
  constructor(code: string, message: string, status = 400, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.extra = extra;
  }
}

/**
 * Faults that an answer lists: more than anybody corrects at a time. Whoever sends a million faults gets the number of the rest.
 */
const MOST_TOLD = 1_000;

const untold = (count: number): string =>
  count > MOST_TOLD
    ? `. São mostrados ${MOST_TOLD.toLocaleString('pt-BR')} problemas; há mais ${(count - MOST_TOLD).toLocaleString('pt-BR')}.`
    : '';

/** The faults of fields in a refusal, if it has any. */
export const faultsOf = ({ extra: { errors } }: Refusal): readonly Issue[] | undefined =>
  Array.isArray(errors) ? errors : undefined;

/** The sentences that the sender of what is refused must confirm, if it may be confirmed. */
export const askedBy = ({ extra: { confirmar } }: Refusal): readonly string[] | undefined =>
  Array.isArray(confirmar) ? confirmar : undefined;

/** What was looked up a moment ago, in another transaction: it may be gone since. */
export function stillThere<T>(found: T | undefined): T {
  if (found === undefined) throw refuse.notFound();
  return found;
}

const TOO_MUCH = 'RESPOSTA_GRANDE';

export const isTooMuch = (error: unknown): boolean => error instanceof Refusal && error.code === TOO_MUCH;

export const refuse = {
  notFound: () => new Refusal('NAO_ENCONTRADO', 'O recurso solicitado não foi encontrado.', 404),
  forbidden: () => new Refusal('NAO_AUTORIZADO', 'Não autorizado.', 403),
  viewing: () =>
    new Refusal(
      'VENDO_COMO',
      'Você está vendo o sistema como outra pessoa: nada pode ser alterado. Saia dessa visão para voltar às suas autorizações.',
      403,
    ),
  /** Nobody hears it. */
  gone: () => new Refusal('CONEXAO_ENCERRADA', 'A conexão foi encerrada antes da resposta.'),
  noSpace: () =>
    new Refusal('SEM_ESPACO', 'O servidor está sem espaço em disco. Nada foi gravado; avise quem administra o programa.', 507),
  /** More than one answer may hold, in the database's rows or as JSON. */
  tooMuch: () => new Refusal(TOO_MUCH, 'Isso é grande demais para uma resposta só. Peça menos de cada vez.', 422),
  /** The same of the answer to a deed, which may be done. */
  unsaid: () =>
    new Refusal(TOO_MUCH, 'A resposta é grande demais. O que foi pedido pode estar gravado: confira antes de repetir.', 422),
  expired: () => new Refusal('SESSAO_EXPIRADA', 'Sessão expirada.', 401),
  invalid: (issues: Issue[]) =>
    new Refusal('FIELD_VALIDATION_VIOLATION', `Preencha os campos indicados${untold(issues.length)}`, 400, {
      errors: issues.slice(0, MOST_TOLD),
    }),
  /** Possible, but seldom meant: the sender repeats the request with `confirma: true`. */
  unconfirmed: (confirmar: readonly string[]) =>
    new Refusal('CONFIRMACAO_NECESSARIA', `Confirme antes de salvar: ${confirmar.join(' ')}`, 409, { confirmar }),
  stale: (registro: unknown) =>
    new Refusal(
      'REGISTRO_ALTERADO',
      'Este registro foi alterado por outra pessoa. Confira os dados atuais antes de salvar.',
      409,
      { registro },
    ),
};
