import { counted } from '#kit/br/text.ts';

/** What goes with removed records: rows of one kind, and how many. */
export interface Going {
  titulo: string;
  quantidade: number;
}

/** Where a removed record is still used: the title of a registry, and how many of its records, if the reader may know. */
export interface Use {
  titulo: string;
  quantidade: number | null;
}

/** What a removal would do, before it is done. */
export interface RemovalPreview {
  /** names of the records that would be removed, the first ones */
  nomes: string[];
  /** how many would be removed */
  total: number;
  leva: Going[];
  /** what else would happen, in sentences */
  tambem: string[];
  falhas: { id: number; nome: string | null; message: string }[];
  /** of one record that is used elsewhere: where */
  usadoEm: Use[];
  /** whether the removed records can be restored */
  lixeira: boolean;
}

/** Names that a preview gives; it counts the rest. */
export const MOST_NAMED = 5;

/** How many days removed records can be restored. */
export const DAYS_IN_BIN = 30;

/** 'Dependentes: 2' for each kind; 'Arquivos: 1'. */
export const goingText = (leva: readonly Going[]): string =>
  leva.map(({ titulo, quantidade }) => `${titulo}: ${quantidade.toLocaleString('pt-BR')}`).join('; ');

/** The sum of what goes with several records. */
export function goingTogether(all: readonly (readonly Going[])[]): Going[] {
  const sums = new Map<string, number>();
  for (const { titulo, quantidade } of all.flat()) sums.set(titulo, (sums.get(titulo) ?? 0) + quantidade);
  return [...sums].map(([titulo, quantidade]) => ({ titulo, quantidade }));
}

/** Above so many records or rows a person types what they remove. */
const MUCH = 20;

/** What must be typed before the removal; null: a click is enough. */
export function typedFor({ nomes, total, leva }: RemovalPreview, isPeople: boolean): string | null {
  const rows = leva.reduce((sum, { quantidade }) => sum + quantidade, 0);
  if (total === 1) return isPeople || rows > MUCH ? (nomes[0] ?? null) : null;
  return total > MUCH || rows > MUCH ? String(total) : null;
}

export const removedSentence = (total: number): string =>
  total === 1
    ? 'Registro removido com sucesso.'
    : counted(total, 'registro removido com sucesso.', 'registros removidos com sucesso.');
