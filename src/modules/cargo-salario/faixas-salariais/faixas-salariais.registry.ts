import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { ref, refId, refIds, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import {
  comTipo,
  doRealinhamento,
  MAIS_HISTORICOS,
  quantidadeDoIndice,
  statusDoHistorico,
  tipoSalario,
} from '#modules/estrutura/public.ts';
import { faltasDaFaixa } from './faixas-salariais.rules.ts';

const camposDoHistoricoDeFaixa = {
  data: date('A partir de'),
  tipo: tipoSalario('Tipo'),
  indiceId: optional(refId('Índice', 'cargo-salario/indices')),
  quantidade: optional(quantidadeDoIndice('Quantidade')),
  valor: optional(money('Valor')),
  status: optional(having(choice('Status', statusDoHistorico), { initial: 'C' })),
  tabelaReajuste: readOnly(ref('Realinhamento', 'cargo-salario/tabelas-reajustes-colaboradores')),
};

export const faixasSalariais = defineRegistry({
  id: 'faixas-salariais',
  title: 'Faixas Salariais',
  singular: 'Faixa Salarial',
  authority: 'ROLE_CAD_FAIXA_SALARIAL',
  scope: 'empresa',
  most: 50_000,
  empty: {
    why: 'As faixas dizem os níveis de um cargo e quanto se paga em cada um. Numa planilha, uma linha para cada uma: Cargo, Faixa, CBO e Valor.',
  },
  fields: {
    cargo: ref('Cargo', 'cargo-salario/cargos'),
    nome: having(text('Nome', 30), { hint: 'O cargo vem antes dele: a faixa "I" do cargo Analista é "Analista I".' }),
    codigoAC: optional(text('Código AC', 20)),
    nomeACPessoal: optional(text('Descrição no departamento pessoal', 100)),
    codigoCBO: optional(ref('Código CBO', 'geral/codigos-cbos')),
    certificacoesIds: optional(refIds('Certificações', 'desenvolvimento/certificacao', 0)),
    historicos: rows('Histórico', camposDoHistoricoDeFaixa, 1, {
      dated: 'data',
      max: MAIS_HISTORICOS,
      anew: ['status'],
      lockedWhen: doRealinhamento,
      visibleWhen: { indiceId: comTipo('2', 'tipo'), quantidade: comTipo('2', 'tipo'), valor: comTipo('3', 'tipo') },
      requiredWhen: { indiceId: comTipo('2', 'tipo'), quantidade: comTipo('2', 'tipo'), valor: comTipo('3', 'tipo') },
    }),
    // Stored, because references show it: 'I' alone could be the band of any position. The hooks keep it.
    nomeComCargo: readOnly(text('Faixa Salarial', 140)),
    valorAtual: computed(money('Valor atual')),
  },
  sample: ({ historicos }) => ({
    historicos: (historicos as object[]).map((row) => ({ ...row, tipo: '3', valor: 1500, indiceId: null, quantidade: null })),
  }),
  columns: ['cargo', 'nome', 'codigoCBO', 'valorAtual'],
  findable: { place: 4 },
  filters: ['cargo', 'nome', 'codigoCBO'],
  label: 'nomeComCargo',
  search: ['nomeComCargo'],
  unique: [['cargo', 'nome']],
  visibleWhen: { nomeComCargo: () => false },
  requiredWhen: {
    nomeACPessoal: (_faixa, { settings }) => settings.acIntegra === true,
    codigoCBO: (_faixa, { settings }) => settings.acIntegra !== true,
  },
  rules: faltasDaFaixa,
});
