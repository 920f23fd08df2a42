/** Records of one kind that the search shows; more are in their list. */
export const PER_GROUP = 5;

/** Records that the search remembers as opened. */
export const MOST_RECENT = 6;

/** A record, or a deed with it. */
export interface Achado {
  titulo: string;
  detalhe: string;
  caminho: string;
}

/** The answer of `GET /api/busca`. */
export interface Achados {
  acoes: Achado[];
  /** the text is an action of the user's without the name of a record */
  faltaNome: boolean;
  grupos: {
    /** `module/registry` */
    cadastro: string;
    titulo: string;
    itens: Achado[];
    /** there are more of them in the list */
    mais: boolean;
  }[];
}
