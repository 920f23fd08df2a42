import { activity, boolean, choice } from '#kit/fields/choice.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { ref, refs } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { escolaridades } from '#modules/estrutura/public.ts';

export const cargos = defineRegistry({
  id: 'cargos',
  title: 'Cargos',
  singular: 'Cargo',
  authority: 'ROLE_CAD_CARGO',
  scope: 'empresa',
  most: 20_000,
  empty: {
    why: 'Cada pessoa tem um cargo, e cada cargo as suas faixas salariais.',
    next: { label: 'Escolher da CBO', to: '/cargo-salario/cargos/cbo', authority: 'ROLE_CAD_CARGO_EDITAR' },
  },
  fields: {
    nome: having(text('Nomenclatura', 100), { alsoCalled: ['Função', 'Título do cargo'] }),
    nomeMercado: text('Nomenclatura de Mercado', 100),
    grupoOcupacional: having(optional(ref('Grupo Ocupacional', 'cargo-salario/grupos-ocupacionais')), { span: 6 }),
    areasOrganizacionais: having(refs('Áreas Organizacionais', 'cargo-salario/areas-organizacionais'), {
      alsoCalled: ['Área', 'Áreas', 'Setor', 'Setores', 'Departamento'],
    }),
    ativa: activity(),
    exibirModuloExterno: boolean('Exibir no módulo externo'),
    empresa: computed(ref('Empresa', 'utilitario/empresas')),
    missao: optional(longText('Missão')),
    responsabilidades: optional(longText('Responsabilidades')),
    recrutamento: optional(longText('Recrutamento')),
    etapaSeletivas: optional(refs('Etapas seletivas', 'captacao/etapas-seletivas', 0)),
    conhecimentos: optional(refs('Conhecimentos', 'cargo-salario/conhecimentos', 0)),
    complementoConhecimento: optional(longText('Complemento dos conhecimentos')),
    habilidades: optional(refs('Habilidades', 'cargo-salario/habilidades', 0)),
    complementoHabilidade: optional(longText('Complemento das habilidades')),
    atitudes: optional(refs('Atitudes', 'cargo-salario/atitudes', 0)),
    complementoAtitude: optional(longText('Complemento das atitudes')),
    escolaridade: optional(choice('Escolaridade', escolaridades)),
    areasFormacaoRelacionadas: optional(refs('Áreas de formação relacionadas', 'captacao/areas-formacao', 0)),
    experiencia: optional(longText('Experiência')),
    observacao: optional(longText('Observação')),
    nomeMercadoComStatus: computed(text('Cargo', 200)),
    nomeMercadoComEmpresaEStatus: computed(text('Cargo com empresa', 300)),
    possuiFaixaSalarial: computed(boolean('Possui faixa salarial')),
  },
  columns: ['nome', 'nomeMercado', 'grupoOcupacional', 'ativa'],
  headline: { lines: ['grupoOcupacional'] },
  findable: { place: 3, detail: ['grupoOcupacional'] },
  filters: ['nome', 'nomeMercado', 'grupoOcupacional', 'areasOrganizacionais', 'ativa'],
  search: ['nome', 'nomeMercado'],
  unique: [['nome']],
  visibleWhen: { nomeMercadoComStatus: () => false, nomeMercadoComEmpresaEStatus: () => false, empresa: () => false },
  sections: [
    {
      title: 'Dados gerais',
      fields: ['nome', 'nomeMercado', 'grupoOcupacional', 'areasOrganizacionais', 'ativa', 'exibirModuloExterno'],
    },
    { title: 'Descrição', fields: ['missao', 'responsabilidades', 'recrutamento', 'etapaSeletivas'] },
    {
      title: 'Competências',
      fields: [
        'conhecimentos',
        'complementoConhecimento',
        'habilidades',
        'complementoHabilidade',
        'atitudes',
        'complementoAtitude',
      ],
    },
    { title: 'Requisitos', fields: ['escolaridade', 'areasFormacaoRelacionadas', 'experiencia', 'observacao'] },
  ],
});
