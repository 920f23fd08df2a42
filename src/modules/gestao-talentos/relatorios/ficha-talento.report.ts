import { refId, refIds } from '#kit/fields/reference.ts';
import { defineDocument } from '#kit/report/report.ts';

/** The most records of one document. */
export const MAIS_FICHAS = 300;

export const fichaTalento = defineDocument({
  id: 'ficha-talento',
  title: 'Ficha do Talento',
  description: 'Dados pessoais, documentos e histórico de cargos e salários de um talento, em PDF.',
  authority: 'ROLE_REL_FICHA_TALENTO',
  filter: { talentoId: refId('Talento', 'gestao-talentos/talentos') },
  also: { path: 'talentos/:talentoId/ficha', format: 'pdf' },
});

/** The records of several talents in one document, each on a page of its own; asked for from the list. */
export const fichasTalentos = defineDocument({
  id: 'fichas-talentos',
  title: 'Fichas de Talentos',
  authority: fichaTalento.authority,
  menu: false,
  filter: { talentosIds: refIds('Talentos', 'gestao-talentos/talentos', 1, MAIS_FICHAS) },
});
