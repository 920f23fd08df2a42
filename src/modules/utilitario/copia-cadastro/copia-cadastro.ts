import { counted } from '#kit/br/text.ts';
import { byName, namesOf } from '#kit/fields/by-name.ts';
import { choices } from '#kit/fields/choice.ts';
import { having, type Values } from '#kit/fields/field.ts';
import { refId } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';

/** The registries that can be copied between companies, in the order of writing, with the ones that each depends on. */
export const cadastrosCopiaveis = {
  'areas-organizacionais': { titulo: 'Áreas Organizacionais', pede: [] },
  'grupos-ocupacionais': { titulo: 'Grupos Ocupacionais', pede: [] },
  indices: { titulo: 'Índices', pede: [] },
  'niveis-competencia': { titulo: 'Níveis de Competência', pede: [] },
  conhecimentos: { titulo: 'Conhecimentos', pede: ['areas-organizacionais'] },
  habilidades: { titulo: 'Habilidades', pede: ['areas-organizacionais'] },
  atitudes: { titulo: 'Atitudes', pede: ['areas-organizacionais'] },
  cargos: {
    titulo: 'Cargos',
    pede: ['areas-organizacionais', 'grupos-ocupacionais', 'conhecimentos', 'habilidades', 'atitudes'],
  },
  'faixas-salariais': {
    titulo: 'Faixas Salariais',
    pede: ['cargos', 'areas-organizacionais', 'grupos-ocupacionais', 'conhecimentos', 'habilidades', 'atitudes', 'indices'],
  },
} as const satisfies Readonly<Record<string, { titulo: string; pede: readonly string[] }>>;

export type CadastroCopiavel = keyof typeof cadastrosCopiaveis;

const nomesCopiaveis = namesOf(cadastrosCopiaveis);

/** The module of all of them. */
export const ROOT = 'cargo-salario';

/** Whether a registry, by `module/slug`, is one of them. */
export const isCopiavel = (target: string): boolean =>
  target.startsWith(`${ROOT}/`) && Object.hasOwn(cadastrosCopiaveis, target.slice(ROOT.length + 1));

/** The chosen registries and those that they depend on, in the order of writing. */
export const comDependencias = (escolhidos: readonly CadastroCopiavel[]): CadastroCopiavel[] => {
  const all = new Set<string>(escolhidos.flatMap((nome) => [nome, ...cadastrosCopiaveis[nome].pede]));
  return nomesCopiaveis.filter((nome) => all.has(nome));
};

const EMPRESAS = 'utilitario/empresas';

/** The demand of a copy: two companies that differ, and at least one registry. */
export const copiaCadastro = defineForm({
  fields: {
    empresaOrigemId: having(refId('Empresa de origem', EMPRESAS), { span: 6 }),
    empresaDestinoId: having(refId('Empresa de destino', EMPRESAS), { span: 6 }),
    cadastros: having(
      choices(
        'Cadastros',
        byName(nomesCopiaveis, (nome) => cadastrosCopiaveis[nome].titulo),
      ),
      { span: 12 },
    ),
  },
  *rules({ empresaOrigemId, empresaDestinoId }) {
    if (empresaOrigemId === empresaDestinoId)
      yield { field: 'empresaDestinoId', message: 'Empresas Selecionadas devem ser diferentes' };
  },
});

export type Pedido = Values<typeof copiaCadastro.fields>;

/** The result of a copy, by registry. */
export interface CopiaFeita {
  cadastro: string;
  titulo: string;
  copiados: number;
  /** existed under the same name, left as they were */
  existentes: number;
}

/** The result of a copy in words: 'Cargos: 1.200 registros copiados, 3 já existiam; …' */
export const dizCopia = (feitas: readonly CopiaFeita[]): string =>
  feitas
    .map(({ titulo, copiados, existentes }) => {
      const novos = counted(copiados, 'registro copiado', 'registros copiados');
      const antes = counted(existentes, 'já existia', 'já existiam');
      return `${titulo}: ${novos}, ${antes}`;
    })
    .join('; ');
