import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { faltasDoFiltroDeTalentos } from './talentos-areas-organizacionais.rules.ts';

export const talentosAreasOrganizacionais = defineReport({
  id: 'talentos-areas-organizacionais',
  title: 'Talentos por Área Organizacional',
  authority: 'ROLE_REL_TALENTOS_AREAS_ORGANIZACIONAIS',
  filter: {
    filtrarPor: having(choice('Filtrar por', { '1': 'Área Organizacional', '2': 'Grupo Ocupacional' }), { initial: '1' }),
    areasIds: optional(refIds('Áreas Organizacionais', 'cargo-salario/areas-organizacionais', 0)),
    gruposOcupacionaisIds: optional(refIds('Grupos Ocupacionais', 'cargo-salario/grupos-ocupacionais', 0)),
    cargosIds: optional(refIds('Cargos', 'cargo-salario/cargos', 0)),
    estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
    statusSolicitacao: having(choice('Situação', { T: 'Todos', A: 'Ativos', D: 'Desligados' }), { initial: 'T' }),
  },
  row: {
    area: text('Área Organizacional', 2_000),
    matricula: text('Matrícula', 30),
    nome: text('Nome', 100),
    cargo: text('Cargo', 100),
    faixa: text('Faixa Salarial', 30),
    estabelecimento: text('Estabelecimento', 100),
    dataAdmissao: date('Admissão'),
    situacao: text('Situação', 20),
    salario: having(money('Salário'), { sensitive: true }),
  },
  group: 'area',
  totals: ['salario'],
  orientation: 'landscape',
  rules: faltasDoFiltroDeTalentos,
});
