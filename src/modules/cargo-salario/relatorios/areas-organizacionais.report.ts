import { choice } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { refId } from '#kit/fields/reference.ts';
import { defineDocument } from '#kit/report/report.ts';

/** REP-027: the tree of areas on paper; the call of document 2 §7 is a GET of the list. */
export const areasOrganizacionaisDocumento = defineDocument({
  id: 'areas-organizacionais',
  title: 'Áreas Organizacionais',
  description: 'A árvore das áreas com responsáveis, corresponsáveis e número de talentos ativos, em PDF.',
  authority: 'ROLE_CAD_AREA_ORGANIZACIONAL',
  filter: {
    situacao: optional(choice('Situação', { A: 'Ativas', I: 'Inativas' })),
    areaOrganizacionalId: optional(refId('A partir da área', 'cargo-salario/areas-organizacionais')),
  },
  also: { path: 'areas-organizacionais/relatorio', format: 'pdf' },
});
