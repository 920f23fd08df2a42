import type { Fields } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';

/** Rows of a talent that the dynamic report shows as a column. */
export const listasDoTalento = {
  formacoes: longText('Formações', 4_100),
  idiomas: longText('Idiomas', 4_100),
  dependentes: longText('Dependentes', 4_100),
  experiencias: longText('Experiências profissionais', 4_100),
  historicos: longText('Histórico de cargos', 4_100),
} satisfies Fields;

export type ListaDoTalento = keyof typeof listasDoTalento;

export const ehLista = (nome: string): nome is ListaDoTalento => Object.hasOwn(listasDoTalento, nome);
