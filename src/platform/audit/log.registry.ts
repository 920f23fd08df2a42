import { choice } from '#kit/fields/choice.ts';
import { instant } from '#kit/fields/date.ts';
import { integer } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** `/utilitario/log`: who did what, when; append-only, so a view over the audit trail. */
export const log = defineRegistry({
  id: 'log',
  title: 'Log do Sistema',
  singular: 'Registro do Log',
  authority: 'ROLE_CAD_LOG',
  scope: 'empresa',
  fields: {
    quando: instant('Data e Hora'),
    usuario: text('Usuário', 200),
    acao: choice('Ação', { I: 'Inserção', A: 'Alteração', E: 'Exclusão', L: 'Leitura' }),
    tabela: text('Cadastro', 100),
    registro: integer('Código do Registro'),
    requisicao: text('Requisição', 60),
    mudancas: longText('Alterações', 1_000_000),
  },
  columns: ['quando', 'usuario', 'acao', 'tabela', 'registro'],
  search: ['usuario', 'tabela'],
  sort: { field: 'quando', order: 'desc' },
  label: 'usuario',
  readOnly: true,
  view: true,
});
