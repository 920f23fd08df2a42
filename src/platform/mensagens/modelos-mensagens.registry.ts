import { activity } from '#kit/fields/choice.ts';
import { having, readOnly } from '#kit/fields/field.ts';
import { richText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** `/utilitario/modelos-mensagens`: a company's own texts of messages, in place of the declared ones. */
export const modelosMensagens = defineRegistry({
  id: 'modelos-mensagens',
  title: 'Modelos de Mensagens',
  singular: 'Modelo de Mensagem',
  authority: 'ROLE_CAD_MODELO_MENSAGEM',
  scope: 'empresa',
  fields: {
    tipo: text('Mensagem', 120),
    titulo: readOnly(text('Título', 120)),
    assunto: having(text('Assunto', 200), { hint: 'Uma variável entre chaves, como {{nome}}, é trocada pelo seu valor.' }),
    corpo: richText('Texto', 20_000),
    ativo: activity(),
  },
  columns: ['titulo', 'assunto', 'ativo'],
  search: ['titulo', 'assunto'],
  label: 'titulo',
  unique: [['tipo']],
});
