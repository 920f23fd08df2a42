import { activity, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref, refs } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { quemAprova } from './codigos.ts';

/** People whom one step names: each request has a copy of them. */
const MAIS_PESSOAS = 50;

/** The chain that a staffing request passes; a company without steps approves in one go. */
export const etapasAprovacao = defineRegistry({
  id: 'etapas-aprovacao',
  title: 'Etapas de Aprovação',
  singular: 'Etapa de Aprovação',
  authority: 'ROLE_CAD_ETAPA_APROVACAO',
  scope: 'empresa',
  most: 50,
  empty: {
    why: 'Por quem uma solicitação de pessoal passa até ser aprovada: a área, o RH, o orçamento. Sem etapas, quem pode aprovar aprova de uma vez.',
  },
  fields: {
    ordem: integer('Ordem', { min: 1, max: 99 }),
    nome: text('Nome', 60),
    quem: having(choice('Quem aprova', quemAprova), { initial: 'U' }),
    usuarios: optional(refs('Pessoas', 'utilitario/usuarios', 0, MAIS_PESSOAS)),
    substituto: having(optional(ref('Substituto', 'utilitario/usuarios')), {
      hint: 'Aprova no lugar de quem está fora, e é avisado quando o prazo passa.',
    }),
    prazoDias: having(optional(integer('Prazo (dias)', { min: 1, max: 365 })), {
      hint: 'Passado o prazo, também decide quem pode aprovar solicitações de todas as áreas. Vazio: sem prazo.',
    }),
    ativo: activity('Ativa'),
  },
  columns: ['ordem', 'nome', 'quem', 'prazoDias', 'ativo'],
  filters: ['nome', 'quem', 'ativo'],
  sort: { field: 'ordem', order: 'asc' },
  unique: [['nome']],
  sample: () => ({ quem: 'A', usuarios: [] }),
  visibleWhen: { usuarios: ({ quem }) => quem === 'U' },
  requiredWhen: { usuarios: ({ quem }) => quem === 'U' },
});
