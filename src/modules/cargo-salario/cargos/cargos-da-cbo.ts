import { having } from '#kit/fields/field.ts';
import { refs } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';

/** Most positions that are made at once: each is saved on its own, in one transaction. */
export const MAXIMO_DE_CARGOS = 200;

/** Most occupations of one answer; every sector has fewer. */
export const MAXIMO_DE_OCUPACOES = 200;

const MAXIMO_DO_NOME = 100;

/** What the chosen positions have in common. */
export const cargosDaCbo = defineForm({
  fields: {
    areasOrganizacionais: having(refs('Áreas Organizacionais', 'cargo-salario/areas-organizacionais'), { span: 12 }),
  },
});

/** An occupation, as a position would be made of it. */
export interface Ocupacao {
  codigo: string;
  nome: string;
  /** the company has a position of this name */
  existe: boolean;
}

export interface Ocupacoes {
  content: Ocupacao[];
  total: number;
}

export interface CargosCriados {
  criados: number;
  existentes: number;
}

/** The occupation's title as a position's name, which is shorter. */
export function nomeDoCargo(descricao: string): string {
  const nome = descricao.replace(/\s+/gu, ' ').trim();
  return nome.length <= MAXIMO_DO_NOME ? nome : `${nome.slice(0, MAXIMO_DO_NOME - 1).trimEnd()}…`;
}

/** '422105' → '4221-05' */
export const formatCbo = (codigo: string): string => `${codigo.slice(0, 4)}-${codigo.slice(4)}`;
