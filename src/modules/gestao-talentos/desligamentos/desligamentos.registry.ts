import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import {
  avisosPrevios,
  estadosDoDesligamento,
  faltasDoDesligamento,
  tiposDeDesligamento,
  vidaDoDesligamento,
} from './desligamentos.rules.ts';

/** Dismissals, from the request to the confirmation or to the cancellation. */
export const desligamentos = defineRegistry({
  id: 'desligamentos',
  title: 'Desligamentos',
  singular: 'Desligamento',
  authority: 'ROLE_CAD_DESLIGAMENTO',
  scope: 'empresa',
  empty: { why: 'Quem sai da empresa passa por aqui: o pedido, a confirmação e o motivo.' },
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    data: date('Data de desligamento'),
    motivo: ref('Motivo', 'gestao-talentos/motivo-desligamento'),
    tipo: choice('Tipo', tiposDeDesligamento),
    avisoPrevio: having(choice('Aviso prévio', avisosPrevios), { initial: 'NAO_SE_APLICA' }),
    dataAviso: optional(date('Data do aviso prévio')),
    modeloEntrevista: having(optional(ref('Modelo de entrevista', 'gestao-talentos/modelos-entrevista-desligamento')), {
      hint: 'Ao confirmar o desligamento, a pessoa recebe por e-mail o link da entrevista.',
    }),
    observacao: optional(longText('Observação', 2_000)),
    status: having(readOnly(choice('Situação', estadosDoDesligamento)), { tones: { U: 'waiting', D: 'good', C: 'quiet' } }),
    resumo: readOnly(text('Nome do talento', 220)),
    /** the day of the confirmation, which a cancellation keeps */
    confirmadoEm: optional(readOnly(date('Confirmado em'))),
  },
  sample: () => ({ data: '2025-06-30', dataAviso: '2025-06-01' }),
  columns: ['colaborador', 'data', 'motivo', 'tipo', 'status'],
  search: ['resumo', 'observacao'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'data', order: 'desc' },
  calendar: { from: 'data', title: 'colaborador' },
  rules: faltasDoDesligamento,
  lifecycle: vidaDoDesligamento,
});
