import { fold } from '#kit/br/text.ts';

type Dados = Readonly<Record<string, unknown>>;

/** Something that a CV says, for one place of the record. */
export interface Sugestao {
  /** the first field that it fills, or the list to which it adds a row */
  campo: string;
  rotulo: string;
  /** what is suggested, in words */
  dito: string;
  /** how the CV itself says it */
  trecho: string;
  /** the fields that it fills … */
  valores?: Dados | undefined;
  /** … or the row that it adds */
  linha?: Dados | undefined;
  /** what the row needs besides, by its labels */
  falta: readonly string[];
}

/** What became of reading a CV: `A`: not yet; `L`: read; `S`: it has no text, for the reason in `motivo`. */
export interface Leitura {
  situacao: 'A' | 'L' | 'S';
  motivo: string | null;
  sugestoes: readonly Sugestao[];
}

/** What tells the rows of a list apart. */
const CHAVES: Readonly<Record<string, readonly string[]>> = {
  formacoes: ['curso'],
  idiomas: ['idioma'],
  experiencias: ['empresa', 'dataAdmissao'],
};

const escrito = (valor: unknown): string => (typeof valor === 'string' || typeof valor === 'number' ? String(valor) : '');
const igual = (valor: unknown): string =>
  typeof valor === 'object' && valor !== null
    ? escrito((valor as { id?: unknown }).id)
    : fold(escrito(valor)).replace(/[^a-z0-9@]/g, '');
/** Days of a CV are guesses: a job is the same if it began in the same month. */
const parteIgual = (nome: string, { [nome]: valor }: Dados): string =>
  igual(nome.startsWith('data') && typeof valor === 'string' ? valor.slice(0, 7) : valor);

const linhasDe = (dados: Dados, campo: string): Dados[] => (Array.isArray(dados[campo]) ? (dados[campo] as Dados[]) : []);

function jaConsta({ campo, valores, linha }: Sugestao, dados: Dados): boolean {
  if (valores) return Object.keys(valores).every((nome) => igual(valores[nome]) === igual(dados[nome]));
  const chaves = CHAVES[campo] ?? [];
  return linhasDe(dados, campo).some((uma) => chaves.every((nome) => parteIgual(nome, uma) === parteIgual(nome, linha ?? {})));
}

/** What the record does not say yet. */
export const novidades = (sugestoes: readonly Sugestao[], dados: Dados): Sugestao[] =>
  sugestoes.filter((uma) => !jaConsta(uma, dados));

/** What stands in the place of a suggestion now; empty: nothing. */
export const hoje = ({ valores }: Sugestao, dados: Dados): string =>
  Object.keys(valores ?? {})
    .map((nome) => escrito(dados[nome]))
    .filter(Boolean)
    .join(' ');

/** The fields that change when these suggestions are taken; rows are added to those that stand. */
export function aceitas(sugestoes: readonly Sugestao[], dados: Dados): Record<string, unknown> {
  const novos: Record<string, unknown> = {};
  for (const { campo, valores, linha } of sugestoes) {
    Object.assign(novos, valores);
    if (linha) novos[campo] = [...linhasDe({ ...dados, ...novos }, campo), linha];
  }
  return novos.experiencias ? { ...novos, primeiroEmprego: false } : novos;
}
