import { instant } from '#kit/fields/date.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { code } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { DAYS_IN_BIN } from '#kit/registry/removal.ts';

/** `/utilitario/lixeira`: removed records, for 30 days. Everybody sees those that they could see and remove in the registry itself. */
export const lixeira = defineRegistry({
  id: 'lixeira',
  title: 'Lixeira',
  singular: 'Registro removido',
  authority: 'ROLE_CAD_LIXEIRA',
  scope: 'empresa',
  fields: {
    nome: text('Registro', 300),
    cadastro: text('Cadastro', 200),
    removidoEm: instant('Removido em'),
    usuario: text('Removido por', 200),
    // The name at the time; `conta` identifies the user.
    conta: having(optional(ref('Conta', 'utilitario/usuarios')), { snapshot: true }),
    leva: optional(text('Com ele', 2_000)),
    ficaAte: computed(instant('Fica até')),
    registroId: code('Código do Registro'),
  },
  columns: ['nome', 'cadastro', 'removidoEm', 'usuario', 'leva', 'ficaAte'],
  search: ['nome', 'cadastro'],
  filters: ['cadastro', 'removidoEm', 'conta'],
  sort: { field: 'removidoEm', order: 'desc' },
  label: 'nome',
  readOnly: true,
  empty: { why: `O que se remove fica aqui por ${DAYS_IN_BIN} dias, e pode ser restaurado.` },
  view: true,
});
