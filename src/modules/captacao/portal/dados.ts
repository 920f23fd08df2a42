/** A field as the server describes it for the portal. */
export interface Campo {
  nome: string;
  rotulo: string;
  tipo: string;
  obrigatorio: boolean;
  ajuda?: string;
  maximo?: number;
  opcoes?: readonly (readonly [string, string])[];
  /** the list of the portal that has its choices */
  lista?: string;
  /** media types of files */
  aceita?: readonly string[];
  campos?: readonly Campo[];
  /** shown while the field beside it has this value */
  quando?: readonly [string, boolean | string];
}

export interface Secao {
  id: string;
  titulo: string;
  ajuda?: string;
  campos: readonly Campo[];
  /** a long step in parts, which are folded while nothing in them is demanded */
  grupos?: readonly { titulo: string; nomes: readonly string[] }[];
}

export type Dados = Record<string, unknown>;

export interface Opcao {
  id: number;
  nome: string;
}

/**
 * A number as people write it: `1.234,5`, or `1234.5` where a keyboard has no comma. What is no number is given to the server as it was typed, which
 * says so.
 */
export function lido(texto: string): number | string | null {
  const limpo = texto.trim();
  if (limpo === '') return null;
  // Thousands have three digits behind their dot.
  const comVirgula = limpo.includes(',') ? limpo : limpo.replace(/\.(?=\d{1,2}$)/, ',');
  const numero = Number(comVirgula.replaceAll('.', '').replace(',', '.'));
  return Number.isFinite(numero) ? numero : limpo;
}

export const escrito = (valor: unknown): string =>
  typeof valor === 'number' ? String(valor).replace('.', ',') : typeof valor === 'string' ? valor : '';
