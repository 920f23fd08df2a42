import { choice } from '#kit/fields/choice.ts';
import { instant } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const quemApagou = { P: 'O candidato, no portal', R: 'O RH', A: 'A exclusão automática' } as const;

/** Whose data were erased is known to nobody any more: the receipts say when, by whom and how much (ADR 73). */
export const exclusoesDados = defineRegistry({
  id: 'exclusoes-dados',
  table: 'pedidos_titulares',
  title: 'Exclusões de Dados',
  singular: 'Exclusão de Dados',
  authority: 'ROLE_CAD_EXCLUSAO_DADOS',
  scope: 'empresa',
  readOnly: true,
  empty: {
    why: 'Cada vez que os dados de um candidato são apagados, a seu pedido, pelo RH ou pelo prazo da empresa, fica aqui um recibo sem o nome de ninguém.',
  },
  fields: {
    protocolo: having(readOnly(text('Protocolo', 20)), { hint: 'O número que o candidato recebeu no portal.' }),
    atendidoEm: readOnly(instant('Apagado em')),
    origem: having(readOnly(choice('Quem apagou', quemApagou)), { tones: { P: 'waiting', R: 'quiet', A: 'quiet' } }),
    responsavel: having(optional(readOnly(text('Responsável', 200))), { hint: 'Quem do RH apagou; vazio nos outros casos.' }),
    candidaturas: readOnly(integer('Candidaturas')),
    registros: having(readOnly(integer('Registros')), { hint: 'As linhas do banco de dados que deixaram de existir.' }),
    arquivos: readOnly(integer('Arquivos')),
  },
  columns: ['protocolo', 'atendidoEm', 'origem', 'responsavel', 'candidaturas', 'registros', 'arquivos'],
  filters: ['atendidoEm', 'origem'],
  search: ['protocolo', 'responsavel'],
  label: 'protocolo',
  sort: { field: 'atendidoEm', order: 'desc' },
});
