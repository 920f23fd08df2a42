import { z } from 'zod';
import { choice } from '#kit/fields/choice.ts';
import { instant } from '#kit/fields/date.ts';
import { field, having, optional } from '#kit/fields/field.ts';
import { code } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/**
 * table → title. Empty until `nomeiaCadastros` is called with the modules' titles, because the platform does not import modules.
 */
const cadastros: Record<string, string> = {
  arquivos: 'Arquivos',
  sessoes: 'Acessos',
  contas_externas: 'Contas de Candidatos',
  pendencias_ac: 'Pendências da Integração com a Folha',
  visoes: 'Visões de Listas',
};

/** Sets the title of each table, for list, filter and export of the log. */
export function nomeiaCadastros(titulos: Readonly<Record<string, string>>): void {
  Object.assign(cadastros, titulos);
}

/** The title of each table, sorted by title. */
export const cadastrosDoLog = (): Record<string, string> =>
  Object.fromEntries(Object.entries(cadastros).sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR')));

/** `/utilitario/log`: who did what, when; append-only, so a view over the audit trail. */
export const log = defineRegistry({
  id: 'log',
  title: 'Log do Sistema',
  singular: 'Registro do Log',
  authority: 'ROLE_CAD_LOG',
  scope: 'empresa',
  fields: {
    quando: instant('Data e Hora'),
    // The name at the time; `conta` identifies the user.
    usuario: text('Usuário', 200),
    conta: having(optional(ref('Conta', 'utilitario/usuarios')), { snapshot: true }),
    acao: choice('Ação', { I: 'Inserção', A: 'Alteração', E: 'Exclusão', L: 'Leitura' }),
    // Accepts any code: the trail outlives its registries.
    tabela: field('choice', 'Cadastro', z.string().max(100), { options: cadastros }),
    registro: code('Registro'),
    requisicao: text('Requisição', 60),
  },
  columns: ['quando', 'usuario', 'conta', 'acao', 'tabela', 'registro'],
  search: ['usuario'],
  recurring: 'usuario',
  sort: { field: 'quando', order: 'desc' },
  label: 'usuario',
  readOnly: true,
  view: true,
});
