import type { Definicao } from './definition.ts';

/** What the editor is given: the document, what it may do with it, and by which `versao` a save is judged. */
export interface ParaEditar {
  /** of the edits; the number of the version that is asked is `numero` */
  versao: number;
  numero: number;
  congelada: boolean;
  notaMinima: number;
  podeEditar: boolean;
  /** why it cannot be changed now */
  motivo: string | null;
  definicao: Definicao;
}

/** What an edit does to what was already asked. */
export const dizVersao = ({ numero, congelada }: Pick<ParaEditar, 'numero' | 'congelada'>): string =>
  congelada
    ? `Versão ${numero} · já foi usada: uma alteração começa a versão ${numero + 1}, e os resultados de antes ficam como estão.`
    : `Versão ${numero} · ainda não foi usada.`;
