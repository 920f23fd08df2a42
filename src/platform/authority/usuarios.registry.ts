import type { World } from '#kit/acting/world.ts';
import { activity, choice } from '#kit/fields/choice.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { cpf } from '#kit/fields/identity.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { email, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { VER_COMO } from './ver-como.ts';

const EDITS = 'ROLE_CAD_USUARIO_EDITAR';
/** One's own password is changed in the user menu. */
const isOther = ({ id }: Readonly<Record<string, unknown>>, { usuarioId }: World) => id !== usuarioId;
const hasAddress = ({ email }: Readonly<Record<string, unknown>>) => typeof email === 'string';

/** Internal users. The password is no field: its owner sets it by the link of an invitation or of a recovery. */
export const usuarios = defineRegistry({
  id: 'usuarios',
  title: 'Usuários',
  singular: 'Usuário',
  authority: 'ROLE_CAD_USUARIO',
  scope: 'global',
  people: {},
  // Passwords and sessions end with their user and do not come back.
  bin: false,
  // Whoever names somebody in a record may choose among the people of the company: a recruiter, an interviewer, somebody cited.
  privateNames: [
    'ROLE_CAD_SOLICITACAO_PESSOAL_EDITAR',
    'ROLE_CAD_ENTREVISTA_CANDIDATO_EDITAR',
    'ROLE_CAD_ANOTACAO_CANDIDATO_EDITAR',
  ],
  fields: {
    nome: text('Nome', 100),
    cpf: cpf(),
    email: optional(email('E-mail')),
    ativo: activity(),
    acesso: having(
      computed(choice('Acesso', { ATIVO: 'Ativo', CONVIDADO: 'Convidado', NUNCA_ENTROU: 'Nunca entrou', INATIVO: 'Inativo' })),
      { tones: { ATIVO: 'good', CONVIDADO: 'waiting', NUNCA_ENTROU: 'quiet', INATIVO: 'quiet' } },
    ),
    acessos: having(
      rows('Acessos', { empresa: ref('Empresa', 'utilitario/empresas'), perfil: ref('Perfil', 'utilitario/perfis') }),
      { anyOrder: true },
    ),
  },
  columns: ['nome', 'cpf', 'email', 'acesso'],
  filters: ['nome', 'cpf', 'email', 'acesso', 'ativo'],
  headline: { lines: ['email'], state: 'acesso' },
  deeds: {
    convidar: {
      label: 'Convidar',
      authority: EDITS,
      when: (record, world) => record.acesso === 'NUNCA_ENTROU' && hasAddress(record) && isOther(record, world),
    },
    'reenviar-convite': {
      label: 'Reenviar convite',
      authority: EDITS,
      when: (record, world) => record.acesso === 'CONVIDADO' && hasAddress(record) && isOther(record, world),
    },
    'redefinir-senha': {
      label: 'Redefinir senha',
      authority: EDITS,
      when: (record, world) => record.acesso === 'ATIVO' && hasAddress(record) && isOther(record, world),
    },
    'copiar-link': {
      label: 'Copiar link de acesso',
      authority: EDITS,
      when: (record, world) => record.acesso !== 'INATIVO' && isOther(record, world),
    },
    'por-que': { label: 'Por que vê?', authority: 'ROLE_CAD_USUARIO' },
    'ver-como': { label: 'Ver como', authority: VER_COMO, when: ({ acesso }) => acesso !== 'INATIVO' },
  },
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
