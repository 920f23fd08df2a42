/** The person logged in to the external area: a candidate, never a user. */
export interface ExternalAccount {
  id: number;
  nome: string;
  cpf: string;
  email: string | null;
  versao: number;
  empresa: { id: number; nome: string };
}

/** The same as the server has it. */
export interface HeldAccount extends ExternalAccount {
  /** what it is joined by to accounts of its owner at other companies; null: nothing */
  identidadeId: number | null;
  /** the oldest of the accounts that belong together, or from which one of them was begun, though it may be gone */
  primeira: number;
}

/** One of the accounts that belong together. */
export interface JoinedAccount {
  id: number;
  empresa: { id: number; nome: string };
}
