import { choice } from '#kit/fields/choice.ts';
import { instant } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** `/utilitario/tarefas`: the background tasks of everybody, so that administrators see final failures. */
export const tarefas = defineRegistry({
  id: 'tarefas',
  title: 'Tarefas em Segundo Plano',
  singular: 'Tarefa',
  authority: 'ROLE_CAD_TAREFA',
  scope: 'global',
  empty: { why: 'Importações, relatórios grandes e outros trabalhos demorados aparecem aqui enquanto andam.' },
  table: 'fila_tarefas',
  fields: {
    criadaEm: instant('Pedida em'),
    titulo: text('Título', 300),
    tipo: text('Tipo', 100),
    usuario: optional(ref('Pedida por', 'utilitario/usuarios')),
    empresa: optional(ref('Empresa', 'utilitario/empresas')),
    estado: having(
      choice('Situação', {
        fila: 'Na fila',
        executando: 'Em andamento',
        concluida: 'Concluída',
        falhou: 'Falhou',
        cancelada: 'Cancelada',
      }),
      { tones: { fila: 'waiting', executando: 'waiting', concluida: 'good', falhou: 'bad', cancelada: 'quiet' } },
    ),
    tentativas: integer('Tentativas'),
    executarEm: instant('Não antes de'),
    concluidaEm: optional(instant('Terminada em')),
    mensagem: optional(longText('Mensagem', 2_000)),
  },
  columns: ['criadaEm', 'titulo', 'usuario', 'empresa', 'estado', 'tentativas', 'concluidaEm'],
  search: ['titulo', 'tipo'],
  filters: ['tipo', 'estado', 'usuario', 'criadaEm'],
  sort: { field: 'criadaEm', order: 'desc' },
  label: 'titulo',
  privateNames: true,
  readOnly: true,
  view: true,
});
