import type { Issue } from './issues.ts';

/** A business no, with the sentence that the user needs. Thrown by hooks and routes; one handler answers it. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  /** what the answer carries besides message and code */
  readonly extra: Record<string, unknown>;
  constructor(code: string, message: string, status = 400, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.extra = extra;
  }
}

/** More faults than anybody mends at a time; whoever sends a million hears no more of them. */
const MOST_TOLD = 1_000;

const untold = (count: number): string =>
  count > MOST_TOLD
    ? `. São mostrados ${MOST_TOLD.toLocaleString('pt-BR')} problemas; há mais ${(count - MOST_TOLD).toLocaleString('pt-BR')}.`
    : '';

/** The faults of fields that a refusal tells, if it tells any. */
export const faultsOf = ({ extra: { errors } }: Refusal): readonly Issue[] | undefined =>
  Array.isArray(errors) ? errors : undefined;

export const refuse = {
  notFound: () => new Refusal('NAO_ENCONTRADO', 'O recurso solicitado não foi encontrado.', 404),
  forbidden: () => new Refusal('NAO_AUTORIZADO', 'Não autorizado.', 403),
  noSpace: () =>
    new Refusal('SEM_ESPACO', 'O servidor está sem espaço em disco. Nada foi gravado; avise quem administra o programa.', 507),
  expired: () => new Refusal('SESSAO_EXPIRADA', 'Sessão expirada.', 401),
  invalid: (issues: Issue[]) =>
    new Refusal('FIELD_VALIDATION_VIOLATION', `Preencha os campos indicados${untold(issues.length)}`, 400, {
      errors: issues.slice(0, MOST_TOLD),
    }),
  stale: (registro: unknown) =>
    new Refusal(
      'REGISTRO_ALTERADO',
      'Este registro foi alterado por outra pessoa. Confira os dados atuais antes de salvar.',
      409,
      { registro },
    ),
};
