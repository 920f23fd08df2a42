/** Users that are invited at once, at most. */
export const MOST_INVITED = 200;

interface Named {
  id: number;
  nome: string;
}

/** The result of inviting several users: those who got a mail, links to hand over, and those left out with the reason. */
export interface Convidados {
  convidados: Named[];
  links: (Named & { link: string })[];
  fora: { id: number; nome: string | null; message: string }[];
}
