import { date } from '#kit/fields/date.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Lifecycle } from '#kit/registry/lifecycle.ts';

export const situacoesDoQuestionario = { N: 'Em preparação', L: 'Liberado', E: 'Encerrado' } as const;

const authority = 'ROLE_LIBERAR_QUESTIONARIO';
const FICA = 'Um questionário liberado não é excluído, porque pessoas já foram perguntadas.';

/** Until when a questionnaire is asked, once it is: a new last day. */
export const prazo = defineForm({
  fields: { dataFim: date('Último dia') },
  *rules({ dataFim }, { today }) {
    if (dataFim < today) yield { field: 'dataFim', message: 'O último dia não pode ter passado' };
  },
});

/** A questionnaire is prepared, then people answer, then its results stand. */
export const vidaDoQuestionario: Omit<Lifecycle, 'field'> = {
  initial: 'N',
  states: { N: {}, L: { remove: FICA }, E: { edit: 'Um questionário encerrado não muda mais.', remove: FICA } },
  transitions: {
    liberar: {
      label: 'Liberar',
      done: 'Questionário liberado.',
      from: ['N'],
      to: 'L',
      authority,
      why: 'Só um questionário em preparação pode ser liberado.',
      ask: 'As pessoas escolhidas podem responder desde agora, e quem tem e-mail recebe um link pessoal. A pesquisa, a promessa e quem responde não mudam mais.',
    },
    prorrogar: {
      label: 'Prorrogar',
      done: 'Último dia alterado.',
      from: ['L'],
      to: 'L',
      authority,
      why: 'Só um questionário liberado pode ser prorrogado.',
      form: prazo,
    },
    encerrar: {
      label: 'Encerrar',
      done: 'Questionário encerrado.',
      from: ['L'],
      to: 'E',
      authority,
      why: 'Só um questionário liberado pode ser encerrado.',
      ask: 'Ninguém mais responde, e os resultados ficam prontos. Um questionário anônimo não pode ser reaberto.',
    },
    reabrir: {
      label: 'Reabrir',
      done: 'Questionário reaberto.',
      from: ['E'],
      to: 'L',
      authority,
      why: 'Só um questionário encerrado pode ser reaberto.',
      refuses: ({ modo }) =>
        modo === 'A'
          ? 'Um questionário anônimo não é reaberto: as suas respostas já foram misturadas.'
          : modo === 'C'
            ? 'Um questionário confidencial não é reaberto: o que mudasse nos resultados diria quem respondeu depois.'
            : undefined,
      form: prazo,
    },
  },
};
