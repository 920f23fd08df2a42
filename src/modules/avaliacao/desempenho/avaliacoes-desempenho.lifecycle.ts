import type { Lifecycle } from '#kit/registry/lifecycle.ts';

export const situacoesDaAvaliacao = { N: 'Em preparação', L: 'Liberada', B: 'Bloqueada', C: 'Concluída' } as const;

export const LIBERAR = 'ROLE_LIBERAR_AVALIACAO_DESEMPENHO';
const FICA = 'Uma avaliação que já foi liberada não é excluída.';

/**
 * STA-017: an evaluation is prepared, and released and blocked as often as needed. Beyond it: concluded, its results stand, and nobody
 * answers any more.
 */
export const vidaDaAvaliacao: Omit<Lifecycle, 'field'> = {
  initial: 'N',
  states: {
    N: {},
    L: { remove: FICA },
    B: { remove: FICA },
    C: { edit: 'Uma avaliação concluída não muda mais.', remove: FICA },
  },
  transitions: {
    liberar: {
      label: 'Liberar',
      done: 'Avaliação liberada.',
      from: ['N', 'B'],
      to: 'L',
      authority: LIBERAR,
      why: 'Só uma avaliação em preparação ou bloqueada pode ser liberada.',
    },
    bloquear: {
      label: 'Bloquear',
      done: 'Avaliação bloqueada.',
      from: ['L'],
      to: 'B',
      authority: LIBERAR,
      why: 'Só uma avaliação liberada pode ser bloqueada.',
      ask: 'Ninguém responde enquanto ela estiver bloqueada. O que já foi respondido fica guardado.',
    },
    concluir: {
      label: 'Concluir',
      done: 'Avaliação concluída.',
      from: ['L', 'B'],
      to: 'C',
      authority: LIBERAR,
      why: 'Só uma avaliação liberada ou bloqueada pode ser concluída.',
      ask: 'Ninguém mais responde, e os resultados ficam como estão, para o Nine Box, os relatórios e quem foi avaliado.',
    },
  },
};
