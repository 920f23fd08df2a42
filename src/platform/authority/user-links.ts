/** Users that are invited at once, at most. */
export const MOST_INVITED = 200;

interface Named {
  id: number;
  nome: string;
}

/** What came of inviting several users: mailed, a link for each to be handed over, or left out and why. */
export interface Convidados {
  convidados: Named[];
  links: (Named & { link: string })[];
  fora: { id: number; nome: string | null; message: string }[];
}
