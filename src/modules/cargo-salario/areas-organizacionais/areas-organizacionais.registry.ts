import { activity, boolean } from '#kit/fields/choice.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { email, emails, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { faltasDaArea } from './areas-organizacionais.rules.ts';

// The spec's rows have a company beside each person: here it is the area's own, like the people (`deOutraEmpresa`).
const porEmpresa = () => ({
  empresa: ref('Empresa', 'utilitario/empresas'),
  colaboradorDTO: ref('Talento', 'gestao-talentos/talentos'), // spelled so in the spec
});

export const areasOrganizacionais = defineRegistry({
  id: 'areas-organizacionais',
  title: 'Áreas Organizacionais',
  singular: 'Área Organizacional',
  authority: 'ROLE_CAD_AREA_ORGANIZACIONAL',
  scope: 'empresa',
  most: 10_000,
  empty: {
    why: 'As áreas são a base de tudo: nelas ficam os cargos e as pessoas. Comece pela de cima, e ponha as outras abaixo dela.',
    next: {
      label: 'Incluir por lista',
      to: '/cargo-salario/areas-organizacionais/lista',
      authority: 'ROLE_CAD_AREA_ORGANIZACIONAL_EDITAR',
    },
  },
  fields: {
    nome: having(text('Descrição', 60), { alsoCalled: ['Área', 'Setor', 'Departamento', 'Seção', 'Lotação'] }),
    areaMae: having(optional(ref('Área Mãe', 'cargo-salario/areas-organizacionais')), {
      span: 6,
      alsoCalled: ['Mãe', 'Área pai', 'Pai', 'Área superior', 'Superior', 'Subordinada a', 'Abaixo de'],
    }),
    ativo: activity(),
    exibirOrganograma: boolean('Exibir no organograma', true),
    codigoAC: optional(text('Código AC', 20)),
    email: optional(email('E-mail')),
    emailsNotificacoes: optional(emails('E-mails para notificações')),
    empresaEResponsaveis: optional(rows('Responsáveis', porEmpresa())),
    replicarResponsaveisParaAreasFilhas: having(boolean('Replicar responsáveis para as áreas filhas'), {
      reaches: true,
      hint: 'Ao marcar, e quando os responsáveis desta área mudam, os de todas as áreas filhas são substituídos por eles.',
    }),
    empresaECoresponsaveis: optional(rows('Corresponsáveis', porEmpresa())),
    replicarCorresponsaveisParaAreasFilhas: having(boolean('Replicar corresponsáveis para as áreas filhas'), {
      reaches: true,
      hint: 'Ao marcar, e quando os corresponsáveis desta área mudam, os de todas as áreas filhas são substituídos por eles.',
    }),
    // Stored, because lists sort and search by it; the hooks keep it up to date in the whole branch.
    descricaoHierarquia: readOnly(having(text('Hierarquia', 2_000), { span: 12 })),
    descricaoHierarquiaComEmpresa: computed(text('Hierarquia com empresa', 2_200)),
    nomeResponsaveis: computed(text('Responsáveis', 2_000)),
    nomeCoResponsaveis: computed(text('Corresponsáveis', 2_000)),
    podeEditar: computed(boolean('Pode editar a área mãe')),
    podeEditarStatusAtivo: computed(boolean('Pode editar o status')),
  },
  columns: ['descricaoHierarquia', 'nome', 'nomeResponsaveis', 'ativo'],
  tree: 'areaMae',
  headline: { lines: ['descricaoHierarquia'] },
  findable: { place: 2, detail: ['descricaoHierarquia'] },
  filters: ['nome', 'ativo', 'areaMae', 'codigoAC'],
  search: ['nome', 'descricaoHierarquia'],
  sort: { field: 'descricaoHierarquia', order: 'asc' },
  unique: [['nome', 'areaMae']],
  sections: [
    {
      title: 'Dados gerais',
      fields: [
        'nome',
        'areaMae',
        'ativo',
        'exibirOrganograma',
        'codigoAC',
        'email',
        'emailsNotificacoes',
        'descricaoHierarquia',
        'descricaoHierarquiaComEmpresa',
      ],
    },
    {
      title: 'Responsáveis',
      fields: [
        'empresaEResponsaveis',
        'replicarResponsaveisParaAreasFilhas',
        'empresaECoresponsaveis',
        'replicarCorresponsaveisParaAreasFilhas',
        'nomeResponsaveis',
        'nomeCoResponsaveis',
      ],
    },
  ],
  // Only for the screens: the inputs themselves show whether they may change.
  visibleWhen: { podeEditar: () => false, podeEditarStatusAtivo: () => false },
  rules: faltasDaArea,
});
