import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly, type Values } from '#kit/fields/field.ts';
import { ref, refId } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** STA-027: the codes of ENU-043, in the words of an action. */
export const situacoesDaAcao = { I: 'Não iniciada', A: 'Em andamento', C: 'Concluída' } as const;
export const tonsDaAcao = { I: 'quiet', A: 'waiting', C: 'good' } as const;

/** How an action goes: what its talent and whoever is responsible for it write. */
export const doAcompanhamento = {
  acompanhamentoSituacao: having(choice('Situação', situacoesDaAcao), { initial: 'I', tones: tonsDaAcao, span: 12 }),
  acompanhamentoInicio: optional(date('Início do acompanhamento')),
  acompanhamentoTermino: optional(date('Término do acompanhamento')),
  acompanhamentoObservacao: optional(longText('Observação do acompanhamento', 2_000)),
};

const daAcao = {
  nome: having(text('Ação', 255), { hint: 'O que será feito: um curso, um projeto, uma conversa por mês.', span: 12 }),
  meta: having(longText('Meta', 1_000), { hint: 'Como se saberá que deu certo.' }),
  previsaoInicio: date('Previsão de início'),
  previsaoTermino: optional(date('Previsão de término')),
};

/** What of an action came out of an evaluation. */
const deOndeVeio = {
  competencia: optional(ref('Competência', 'cargo-salario/competencias')),
  avaliacaoDesempenho: optional(ref('Avaliação', 'avaliacao/avaliacoes-desempenho')),
};

const responsavelId = refId('Responsável', 'gestao-talentos/talentos');

type Datas = Pick<
  Values<typeof daAcao & typeof doAcompanhamento>,
  'previsaoInicio' | 'previsaoTermino' | 'acompanhamentoInicio' | 'acompanhamentoTermino' | 'acompanhamentoSituacao'
>;

/** RUL-352 to 355, and a situation that agrees with the days. */
export function* regrasDaAcao(acao: Datas): Iterable<Issue> {
  const { previsaoInicio, previsaoTermino, acompanhamentoInicio: inicio, acompanhamentoTermino: termino } = acao;
  const { acompanhamentoSituacao: situacao } = acao;
  if (previsaoTermino && previsaoTermino < previsaoInicio)
    yield { field: 'previsaoTermino', message: 'Data de previsão de término é menor que a data de previsão de início.' };
  if (termino && !inicio)
    yield {
      field: 'acompanhamentoInicio',
      message: 'Existe data de acompanhamento término, logo é necessário a inclusão da data de acompanhamento início.',
    };
  else if (situacao !== 'I' && !inicio) yield { field: 'acompanhamentoInicio', message: 'Informe quando a ação começou.' };
  if (inicio && inicio < previsaoInicio)
    yield {
      field: 'acompanhamentoInicio',
      message: 'A data de início do acompanhamento não pode ser menor que a data de previsão de início.',
    };
  if (inicio && termino && termino < inicio)
    yield {
      field: 'acompanhamentoTermino',
      message: 'A data de término do acompanhamento não pode ser menor que a data de início do acompanhamento.',
    };
  if (situacao === 'C' && !termino) yield { field: 'acompanhamentoTermino', message: 'Informe quando a ação terminou.' };
  if (situacao !== 'C' && termino) yield { field: 'acompanhamentoSituacao', message: 'Uma ação que terminou está concluída.' };
  if (situacao === 'I' && inicio && !termino)
    yield { field: 'acompanhamentoSituacao', message: 'Uma ação que começou está em andamento.' };
}

/** An action as its own routes take it; whose it is stands in the address. */
export const formaDaAcao = defineForm({
  fields: { ...daAcao, responsavelId, ...deOndeVeio, ...doAcompanhamento },
  rules: regrasDaAcao,
});

/** SCR-386: the dialog of an action. What it came out of goes with it unasked, and how it goes has a dialog of its own. */
export const dialogoDaAcao = defineForm({
  fields: { ...daAcao, responsavelId },
  rules: (acao) =>
    regrasDaAcao({ ...acao, acompanhamentoSituacao: 'I', acompanhamentoInicio: null, acompanhamentoTermino: null }),
});

/** ENT-103: an action of somebody's development plan. The plan of a talent is all of theirs. */
export const planosAcao = defineRegistry({
  id: 'planos-acao',
  title: 'Ações de Desenvolvimento',
  singular: 'Ação de Desenvolvimento',
  authority: 'ROLE_CAD_PLANO_ACAO',
  scope: 'empresa',
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    ...daAcao,
    responsavelId,
    // The name for lists, which have bare ids only.
    responsavel: computed(text('Responsável', 100)),
    ...deOndeVeio,
    ...doAcompanhamento,
    // Whoever put it in may change it, wherever they stand.
    autor: having(optional(readOnly(ref('Incluída por', 'utilitario/usuarios'))), { snapshot: true }),
  },
  sections: [
    { title: 'O que se fará', fields: ['colaborador', 'nome', 'meta', 'responsavelId', 'previsaoInicio', 'previsaoTermino'] },
    { title: 'De onde veio', fields: ['competencia', 'avaliacaoDesempenho', 'autor'] },
    {
      title: 'Acompanhamento',
      fields: ['acompanhamentoSituacao', 'acompanhamentoInicio', 'acompanhamentoTermino', 'acompanhamentoObservacao'],
    },
  ],
  columns: ['nome', 'colaborador', 'responsavel', 'previsaoInicio', 'previsaoTermino', 'acompanhamentoSituacao'],
  filters: ['nome', 'colaborador', 'responsavelId', 'competencia', 'previsaoTermino', 'acompanhamentoSituacao'],
  sort: { field: 'previsaoTermino', order: 'asc' },
  headline: { lines: ['colaborador', 'previsaoTermino'], state: 'acompanhamentoSituacao' },
  calendar: { from: 'previsaoInicio', to: 'previsaoTermino' },
  privateNames: true,
  visibleWhen: { responsavel: () => false },
  rules: regrasDaAcao,
  sample: (_registro, n) => ({
    previsaoInicio: '2026-01-10',
    previsaoTermino: '2026-06-30',
    acompanhamentoSituacao: 'A',
    acompanhamentoInicio: '2026-01-12',
    acompanhamentoTermino: null,
    nome: `Ação de exemplo ${n}`,
  }),
  empty: {
    why: 'Um plano de desenvolvimento diz o que alguém fará para crescer, até quando e com quem: parte das lacunas de uma avaliação concluída, ou de uma conversa.',
  },
});
