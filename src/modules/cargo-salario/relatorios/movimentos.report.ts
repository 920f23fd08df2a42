import { choice } from '#kit/fields/choice.ts';
import { date, month } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { monthsUpToToday, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { tiposSalario } from '#modules/estrutura/public.ts';
import { motivos } from '#modules/gestao-talentos/public.ts';
import { agruparPor, dataBase, grupoDe, hojeNaDataBase, recorte, salarial } from './recorte.ts';

const tiposDePromocao = { H: 'Horizontal', V: 'Vertical' } as const;

const quem = {
  area: text('Área Organizacional', 2_000),
  mesAno: month('Mês/ano'),
  talento: text('Talento', 140),
  data: date('Data'),
};

/** Horizontal: within the position. Vertical: to another one. `ehPromocao` defines a promotion. */
export const promocoes = defineReport({
  id: 'promocoes',
  title: 'Promoções',
  description:
    'Promoções de um período, no mesmo cargo (horizontais) ou para outro (verticais), com o salário antes e depois: históricos de motivo Promoção que trazem salário maior, ou outra faixa sem salário menor. Para quem não vê salários, os que trazem outra faixa.',
  authority: 'ROLE_REL_PROMOCOES',
  filter: {
    ...period,
    tipoPromocao: having(choice('Tipo de promoção', { T: 'Todas', ...tiposDePromocao }), { initial: 'T' }),
    ...recorte,
    agruparPor: agruparPor(),
  },
  row: {
    ...quem,
    tipo: choice('Tipo', tiposDePromocao),
    de: text('De', 140),
    para: text('Para', 140),
    salarioAnterior: salarial('Salário anterior'),
    salarioNovo: salarial('Salário novo'),
    aumento: salarial('Aumento'),
    percentual: having(percentage('Aumento (%)'), { sensitive: 'ROLE_VER_SALARIO' }),
  },
  groups: grupoDe,
  columns: ({ agruparPor: por }) => [
    ...(por === 'TALENTO' ? [] : (['talento'] as const)),
    'data',
    'tipo',
    'de',
    'para',
    ...(por === 'AREA_ORGANIZACIONAL' ? [] : (['area'] as const)),
    'salarioAnterior',
    'salarioNovo',
    'aumento',
    'percentual',
  ],
  totals: { aumento: 'sum', percentual: 'average' },
  orientation: 'landscape',
  rules: periodFaults,
  defaults: monthsUpToToday(1),
});

export const ultimasPromocoes = defineReport({
  id: 'ultimas-promocoes',
  title: 'Últimas Promoções',
  description: 'A última promoção de cada talento ativo e há quantos meses foi; quem nunca foi promovido conta desde a admissão.',
  authority: 'ROLE_REL_ULTIMAS_PROMOCOES',
  filter: {
    dataBase,
    mesesSemPromocao: having(optional(integer('Sem promoção há (meses)', { min: 0, max: 1_200 })), {
      hint: 'Mostra quem está há tantos meses ou mais sem promoção.',
    }),
    ...recorte,
  },
  row: {
    area: quem.area,
    talento: quem.talento,
    dataAdmissao: date('Admissão'),
    cargo: text('Cargo', 100),
    faixa: text('Faixa Salarial', 30),
    dataPromocao: date('Última promoção'),
    tipo: choice('Tipo', tiposDePromocao),
    meses: integer('Meses desde então'),
    salario: salarial('Salário'),
  },
  groups: ['area'],
  totals: { meses: 'average' },
  orientation: 'landscape',
  defaults: hojeNaDataBase,
});

export const situacoesDosTalentos = defineReport({
  id: 'situacoes',
  title: 'Situações',
  description: 'Cada situação de um talento no período: área, cargo, faixa, estabelecimento e salário, e de quando até quando.',
  authority: 'ROLE_REL_SITUACOES',
  filter: { ...period, ...recorte, agruparPor: agruparPor('TALENTO') },
  row: {
    ...quem,
    data: date('A partir de'),
    ate: date('Até'),
    motivo: choice('Motivo', motivos),
    cargo: text('Cargo', 100),
    faixa: text('Faixa Salarial', 30),
    estabelecimento: text('Estabelecimento', 100),
    tipoSalario: having(choice('Tipo do salário', tiposSalario), { sensitive: 'ROLE_VER_SALARIO' }),
    salario: salarial('Salário'),
  },
  groups: grupoDe,
  columns: ({ agruparPor: por }) => [
    ...(por === 'TALENTO' ? [] : (['talento'] as const)),
    'data',
    'ate',
    'motivo',
    ...(por === 'AREA_ORGANIZACIONAL' ? [] : (['area'] as const)),
    'cargo',
    'faixa',
    'estabelecimento',
    'tipoSalario',
    'salario',
  ],
  orientation: 'landscape',
  rules: periodFaults,
  defaults: monthsUpToToday(6),
});

export const alteracoesCargosAreas = defineReport({
  id: 'alteracoes-cargos-e-ou-areas',
  title: 'Alterações de Cargos e/ou Áreas',
  description: 'Quem mudou de cargo, de área ou dos dois no período: de onde, para onde e por quê.',
  authority: 'ROLE_REL_ALTERACOES_CARGOS_AREAS',
  filter: {
    ...period,
    alteracao: having(choice('Alteração', { T: 'Cargo ou área', C: 'Cargo', A: 'Área', E: 'Cargo e área' }), { initial: 'T' }),
    ...recorte,
    agruparPor: agruparPor(),
  },
  row: {
    ...quem,
    motivo: choice('Motivo', motivos),
    cargoAnterior: text('Cargo anterior', 100),
    cargoNovo: text('Cargo novo', 100),
    areaAnterior: text('Área anterior', 2_000),
    areaNova: text('Área nova', 2_000),
  },
  groups: grupoDe,
  columns: ({ agruparPor: por }) => [
    ...(por === 'TALENTO' ? [] : (['talento'] as const)),
    'data',
    'motivo',
    'cargoAnterior',
    'cargoNovo',
    'areaAnterior',
    'areaNova',
  ],
  orientation: 'landscape',
  rules: periodFaults,
  defaults: monthsUpToToday(1),
});
