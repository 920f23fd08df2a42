import { refId } from '#kit/fields/reference.ts';
import { defineDocument } from '#kit/report/report.ts';

export const fichaTalento = defineDocument({
  id: 'ficha-talento',
  title: 'Ficha do Talento',
  description: 'Dados pessoais, documentos e histórico de cargos e salários de um talento, em PDF.',
  authority: 'ROLE_REL_FICHA_TALENTO',
  filter: { talentoId: refId('Talento', 'gestao-talentos/talentos') },
  also: { path: 'talentos/:talentoId/ficha', format: 'pdf' },
});
