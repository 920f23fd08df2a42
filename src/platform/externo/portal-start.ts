/** A company as its portal shows it. */
export interface PortalCompany {
  id: number;
  nome: string;
  corPrincipal: string | null;
  logo: string | null;
  maxCandidataCargo: number;
  termo: { texto: string; versao: string; exigido: boolean };
}

/** Somebody else's bot check, where the installation has keys of one. */
export interface PortalCaptcha {
  chave: string;
  programa: string;
}

/** What a page is drawn with for a visitor: by the server, and by the program when it takes the page over. */
export interface PortalStart {
  empresa: PortalCompany | null;
  /** null: the puzzle */
  captcha: PortalCaptcha | null;
}

/** The element of the page that tells the program so. */
export const START_ID = 'portal-inicio';
