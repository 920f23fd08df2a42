import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { asQueRespondo } from '#modules/estrutura/public.ts';
import { recorte, salarial, statusSolicitacao } from './recorte.ts';
import { faltasDoFiltroDeTalentos } from './talentos-areas-organizacionais.rules.ts';

const ordenarPor = having(choice('Ordenar por', { N: 'Nome', A: 'Admissão', S: 'Salário' }), { initial: 'N' });
const naDataDe = having(optional(date('Na data de')), { hint: 'Vazio: hoje.' });

const comuns = {
  nome: text('Talento', 100),
  matricula: text('Matrícula', 12),
  dataAdmissao: date('Admissão'),
  situacao: choice('Situação', { A: 'Ativo', D: 'Desligado' }),
  salario: salarial('Salário'),
};
const lugares = {
  area: longText('Área Organizacional'),
  grupo: text('Grupo Ocupacional', 100),
  cargo: text('Cargo', 100),
  faixa: text('Faixa Salarial', 14),
  estabelecimento: text('Estabelecimento', 100),
};
const totals = { salario: ['sum', 'average'] } as const;

/** The filter "talents by job or area" of document 2 §3. */
const porCargoOuArea = {
  filtrarPor: having(choice('Filtrar por', { '1': 'Área Organizacional', '2': 'Grupo Ocupacional' }), { initial: '1', span: 12 }),
  ...recorte,
  statusSolicitacao,
  dataBase: naDataDe,
  ordenarPor,
};

interface Escolha {
  filtrarPor?: '1' | '2';
}
const porArea = ({ filtrarPor }: Escolha) => filtrarPor !== '2';
const porGrupo = (filtro: Escolha) => !porArea(filtro);
/** Only the lists of the chosen kind count: areas, or groups and positions. */
const visibleWhen = { areasIds: porArea, gruposOcupacionaisIds: porGrupo, cargosIds: porGrupo };

export const talentosAreasOrganizacionais = defineReport({
  id: 'talentos-areas-organizacionais',
  title: 'Talentos por Área Organizacional',
  description: 'Quem trabalha em cada área, com cargo, faixa e salário, hoje ou na data escolhida.',
  authority: 'ROLE_REL_TALENTOS_AREAS_ORGANIZACIONAIS',
  filter: porCargoOuArea,
  row: { ...lugares, ...comuns },
  groups: ['area'],
  columns: () => ['matricula', 'nome', 'cargo', 'faixa', 'estabelecimento', 'dataAdmissao', 'situacao', 'salario'],
  totals,
  orientation: 'landscape',
  rules: faltasDoFiltroDeTalentos,
  limited: asQueRespondo,
  visibleWhen,
});

export const talentosCargos = defineReport({
  id: 'talentos-cargos',
  title: 'Talentos por Cargo',
  description: 'Quem ocupa cada cargo, com área, faixa e salário, hoje ou na data escolhida.',
  authority: 'ROLE_REL_TALENTOS_CARGOS',
  filter: porCargoOuArea,
  row: { ...lugares, ...comuns },
  groups: ['cargo'],
  columns: () => ['matricula', 'nome', 'faixa', 'area', 'estabelecimento', 'dataAdmissao', 'situacao', 'salario'],
  totals,
  orientation: 'landscape',
  rules: faltasDoFiltroDeTalentos,
  limited: asQueRespondo,
  visibleWhen,
});

export const talentosGruposOcupacionais = defineReport({
  id: 'talentos-grupos-ocupacionais',
  title: 'Talentos por Grupo Ocupacional',
  description: 'Quem trabalha em cada grupo ocupacional, por cargo, com área e salário.',
  authority: 'ROLE_REL_TALENTOS_GRUPOS_OCUPACIONAIS',
  filter: {
    gruposOcupacionaisIds: recorte.gruposOcupacionaisIds,
    estabelecimentosIds: recorte.estabelecimentosIds,
    statusSolicitacao,
    dataBase: naDataDe,
    ordenarPor,
  },
  row: { ...lugares, ...comuns },
  groups: ['grupo', 'cargo'],
  columns: () => ['matricula', 'nome', 'faixa', 'area', 'estabelecimento', 'dataAdmissao', 'situacao', 'salario'],
  totals,
  orientation: 'landscape',
});
