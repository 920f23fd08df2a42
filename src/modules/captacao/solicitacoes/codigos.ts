/** ENU-013: what the approval says. */
export const statusDaSolicitacao = { I: 'Em análise', A: 'Aprovada', R: 'Reprovada' } as const;

/** Why nobody is hired by a request that is not approved. */
export const naoContrata: Readonly<Record<keyof typeof statusDaSolicitacao, string | null>> = {
  I: 'A solicitação ainda não foi aprovada: ninguém é contratado por ela.',
  A: null,
  R: 'A solicitação foi reprovada: ninguém é contratado por ela.',
};

/** ENU-014: where a request stands; `suspensa`, `encerrada` and `cancelada` of the wire follow from it. */
export const situacoesDaSolicitacao = { A: 'Aberta', S: 'Suspensa', E: 'Encerrada', C: 'Cancelada' } as const;

/** ENU-002: 'Indiferente' is the answer that the law expects (CLT 373-A, Lei 9.029/1995). */
export const sexosDaSolicitacao = { I: 'Indiferente', M: 'Masculino', F: 'Feminino' } as const;

export const tiposDeVaga = { E: 'Externa', I: 'Interna', M: 'Interna e externa' } as const;

/** Who decides a step of the approval. */
export const quemAprova = { A: 'Quem responde pela área', U: 'Pessoas escolhidas' } as const;

/** A step of the approval of one request. */
export const situacoesDaAprovacao = { P: 'Aguardando', A: 'Aprovada', R: 'Reprovada' } as const;

/** ENU-014 of the list's filter: T is all of them. */
export const visualizacoes = { T: 'Todas', A: 'Em andamento', S: 'Suspensas', E: 'Encerradas', C: 'Canceladas' } as const;
