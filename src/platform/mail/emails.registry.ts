import { boolean, choice } from '#kit/fields/choice.ts';
import { instant } from '#kit/fields/date.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** `/utilitario/caixa-saida`: every message that was sent or could not be sent; without SMTP it can be read here. */
export const caixaSaida = defineRegistry({
  id: 'caixa-saida',
  title: 'Caixa de Saída',
  singular: 'E-mail',
  authority: 'ROLE_CAD_CAIXA_SAIDA',
  scope: 'global',
  empty: { why: 'Os e-mails que o sistema enviar aparecem aqui, com o que foi feito de cada um.' },
  fields: {
    criadoEm: instant('Criado em'),
    para: text('Para', 300),
    assunto: text('Assunto', 300),
    estado: having(
      choice('Situação', {
        PENDENTE: 'Aguardando envio',
        ENVIANDO: 'Sendo enviado',
        ENVIADO: 'Enviado',
        RETIDO: 'Retido (sem SMTP)',
        INTERROMPIDO: 'Interrompido',
        FALHOU: 'Falhou',
      }),
      {
        tones: { PENDENTE: 'waiting', ENVIANDO: 'waiting', ENVIADO: 'good', RETIDO: 'quiet', INTERROMPIDO: 'bad', FALHOU: 'bad' },
      },
    ),
    enviadoEm: instant('Enviado em'),
    empresa: optional(ref('Empresa', 'utilitario/empresas')),
    tentativas: integer('Tentativas'),
    erro: optional(longText('Erro', 500)),
    texto: longText('Mensagem', 200_000),
    linkDeCandidato: computed(boolean('Com link de candidato')),
  },
  columns: ['criadoEm', 'para', 'assunto', 'empresa', 'estado', 'enviadoEm'],
  search: ['para', 'assunto'],
  sort: { field: 'criadoEm', order: 'desc' },
  label: 'assunto',
  readOnly: true,
  deeds: {
    'copiar-link': {
      label: 'Copiar link do candidato',
      authority: 'ROLE_CAD_USUARIO_EDITAR',
      when: ({ linkDeCandidato, estado }) => linkDeCandidato === true && estado !== 'ENVIADO',
    },
  },
  view: true,
  told: true,
});
