import { activity } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { cpf } from '#kit/fields/identity.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { email, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Internal users. The password is no field: its owner sets it through an invitation or a recovery. */
export const usuarios = defineRegistry({
  id: 'usuarios',
  title: 'Usuários',
  singular: 'Usuário',
  authority: 'ROLE_CAD_USUARIO',
  scope: 'global',
  people: {},
  // Passwords and sessions end with their user and do not come back.
  bin: false,
  privateNames: true,
  fields: {
    nome: text('Nome', 100),
    cpf: cpf(),
    email: optional(email('E-mail')),
    ativo: activity(),
    acessos: rows('Acessos', { empresa: ref('Empresa', 'utilitario/empresas'), perfil: ref('Perfil', 'utilitario/perfis') }),
  },
  columns: ['nome', 'cpf', 'email', 'ativo'],
  headline: { lines: ['email'] },
  findable: { detail: ['email'] },
  search: ['nome', 'cpf', 'email'],
  unique: [['cpf']],
  *rules(usuario) {
    const seen = new Set<string>();
    for (const [index, acesso] of usuario.acessos.entries()) {
      const pair = `${acesso.empresa}:${acesso.perfil}`;
      if (seen.has(pair)) yield { field: `acessos.${index}.perfil`, message: 'Este acesso já foi informado' };
      seen.add(pair);
    }
  },
});
