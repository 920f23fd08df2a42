import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { refId, refIds } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import type { Context } from '#kit/form/form.ts';
import { backwards } from '#kit/form/period.ts';
import { defineDocument, defineReport } from '#kit/report/report.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';

export const REL_NINEBOX = 'ROLE_REL_NINEBOX';

const filter = {
  nineBoxId: having(optional(refId('Nine Box', 'avaliacao/ninebox')), {
    hint: 'Sem escolha, o último do período.',
  }),
  avaliacaoDesempenhoId: optional(refId('Avaliação de desempenho', 'avaliacao/avaliacoes-desempenho')),
  dataIni: optional(date('Data inicial')),
  dataFim: optional(date('Data final')),
  ...areasDoFiltro('areasIds'),
  avaliadoresIds: optional(refIds('Avaliadores', 'gestao-talentos/talentos', 0)),
};

/** CON-097: the year of today. */
const desteAno = ({ today }: Context) => ({ dataIni: `${today.slice(0, 4)}-01-01`, dataFim: `${today.slice(0, 4)}-12-31` });

const emOrdem = ({ dataIni, dataFim }: { dataIni: string | null; dataFim: string | null }) =>
  backwards('dataFim', dataIni, dataFim);

/** REP-042, CALL-314: the grid on paper, who stands where, and the radar of whom somebody chooses. */
export const nineBoxDocumento = defineDocument({
  id: 'ninebox',
  title: 'Nine Box',
  description: 'O quadro, quem está em cada quadrante e o radar de quem você escolher, em PDF.',
  authority: REL_NINEBOX,
  filter: {
    ...filter,
    avaliadosIds: having(optional(refIds('Avaliados', 'gestao-talentos/talentos', 0)), {
      hint: 'Só estas pessoas, cada uma com o seu radar.',
    }),
  },
  defaults: desteAno,
  rules: emOrdem,
  orientation: 'landscape',
  also: { path: 'ninebox/relatorio', method: 'POST', format: 'pdf' },
});

/** The people of the grid as a table, for sheets too. */
export const nineBoxTalentos = defineReport({
  id: 'ninebox-talentos',
  title: 'Talentos por Quadrante do Nine Box',
  description: 'Quem está em cada quadrante, com as notas e o motivo de quem foi calibrado.',
  authority: REL_NINEBOX,
  filter: { ...filter, avaliadosIds: optional(refIds('Avaliados', 'gestao-talentos/talentos', 0)) },
  defaults: desteAno,
  rules: emOrdem,
  orientation: 'landscape',
  row: {
    quadrante: text('Quadrante', 24),
    nome: text('Nome', 100),
    cargo: text('Cargo', 100),
    area: text('Área', 100),
    desempenho: percentage('Desempenho', 1),
    potencial: percentage('Potencial', 1),
    pelasNotas: text('Pelas notas', 24),
    motivo: longText('Motivo da calibragem', 1_000),
  },
  groups: ['quadrante'],
  totals: { nome: 'count' },
});
