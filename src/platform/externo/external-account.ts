/** The person logged in to the external area: a candidate, never a user. */
export interface ExternalAccount {
  id: number;
  nome: string;
  cpf: string;
  email: string | null;
  versao: number;
  empresa: { id: number; nome: string };
}
