import { z } from 'zod';
import { activity, choice } from '#kit/fields/choice.ts';
import { computed, field, having, optional } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { VER_COMO } from './ver-como.ts';

/** The grant of all companies: a user who holds it in one profile has that profile in every company. */
export const ALL_COMPANIES = 'ROLE_GERAL_TODAS_EMPRESAS';

const authority = z.string('Autorização inválida').regex(/^ROLE_[A-Z0-9_]{1,80}$/, 'Autorização inválida');

/** Profiles: named sets of authorities that users hold per company. */
export const perfis = defineRegistry({
  id: 'perfis',
  title: 'Perfis',
  singular: 'Perfil',
  authority: 'ROLE_CAD_PERFIL',
  scope: 'global',
  most: 20_000,
  privateNames: true,
  fields: {
    nome: text('Nome', 80),
    descricao: optional(text('Descrição', 250)),
    ativo: activity(),
    autoridades: having(
      field(
        'choices',
        'Autorizações',
        z
          .array(authority, 'Selecione ao menos uma autorização')
          .min(1, 'Selecione ao menos uma autorização')
          .max(2_000, 'Autorizações demais'),
        {},
      ),
      { span: 12 },
    ),
    efeito: having(computed(choice('Autorizações sem efeito', { ALGUMA: 'Há' })), { tones: { ALGUMA: 'waiting' } }),
  },
  columns: ['nome', 'descricao', 'efeito', 'ativo'],
  filters: ['nome', 'descricao', 'efeito', 'ativo'],
  deeds: {
    'ver-como': { label: 'Ver como', authority: VER_COMO, when: ({ ativo }) => ativo === true },
  },
  findable: { detail: ['descricao'] },
  search: ['nome', 'descricao'],
  unique: [['nome']],
});
