/** A company's configuration of one extra field. */
export interface Extra {
  campo: string;
  titulo: string;
  ativoCandidato: boolean;
  obrigatorioCandidato: boolean;
}

/** The extra fields that a company asks its candidates. */
export const extrasUsados = ({ campoExtraCandidato, camposExtras }: Readonly<Record<string, unknown>>): Extra[] =>
  campoExtraCandidato === true && Array.isArray(camposExtras)
    ? (camposExtras as Extra[]).filter(({ ativoCandidato }) => ativoCandidato)
    : [];
