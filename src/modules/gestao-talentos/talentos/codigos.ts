import { formatDate } from '#kit/br/date.ts';
import type { Tone } from '#kit/fields/field.ts';

export const vinculos = {
  E: 'Emprego',
  S: 'Estágio',
  A: 'Aprendiz',
  T: 'Temporário',
  O: 'Sócio',
  ED: 'Empregado Doméstico',
  TA: 'Trabalhador Avulso',
  SE: 'Segurado Especial',
} as const;

/** What payroll programs and sheets write for them. */
export const vinculosDitos = {
  E: ['Empregado', 'Empregada', 'CLT', 'Empregado CLT', 'Celetista', 'Efetivo', 'Efetiva', 'Mensalista', 'Horista'],
  S: ['Estagiário', 'Estagiária'],
  A: ['Jovem aprendiz', 'Menor aprendiz'],
  T: ['Temporária', 'Trabalhador temporário', 'Contrato temporário'],
  O: ['Sócia'],
  ED: ['Doméstico', 'Doméstica', 'Empregada doméstica'],
  TA: ['Avulso', 'Avulsa', 'Trabalhadora avulsa'],
} as const satisfies Partial<Record<keyof typeof vinculos, readonly string[]>>;

/** Bonds without a salary, which no collective agreement adjusts: internship, partner, rural worker on their own account. */
export const SEM_SALARIO = ['S', 'O', 'SE'] as const satisfies readonly (keyof typeof vinculos)[];

/** A and D follow from the dates alone; the others wait for the personnel system (document 2 §4). */
export const situacoes = {
  A: 'Ativo',
  D: 'Desligado',
  G: 'Aguardando confirmação',
  C: 'Cancelado',
  U: 'Aguardando confirmação de desligamento',
} as const;

/** The colour of a situation in lists. */
export const tonsDaSituacao = { A: 'good', D: 'quiet', G: 'waiting', C: 'quiet', U: 'waiting' } as const;

/** The situation of somebody whose last day is known and has not passed: 'Ativo · último dia 22/11/2026'. */
export const situacaoDita = (
  { situacao, dataDesligamento }: Readonly<Record<string, unknown>>,
  { today }: { today: string },
): { text: string; tone: Tone } | undefined =>
  situacao === 'A' && typeof dataDesligamento === 'string' && dataDesligamento >= today
    ? { text: `${situacoes.A} · último dia ${formatDate(dataDesligamento)}`, tone: 'waiting' }
    : undefined;

/** The situations by which a list is filtered, and all of them. */
export const filtrosDeSituacao = {
  A: 'Ativos',
  D: 'Desligados',
  T: 'Todos',
  G: situacoes.G,
  C: 'Cancelados',
  U: situacoes.U,
} as const;

/** The answers that the company awaits from an integrated personnel system. */
export const esperas = { G: 'Admissão', C: 'Admissão cancelada', U: 'Desligamento' } as const;

export const motivos = {
  C: 'Contratação',
  P: 'Promoção',
  T: 'Transferência',
  R: 'Reajuste salarial',
  O: 'Outro',
} as const;
