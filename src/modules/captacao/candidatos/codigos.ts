/** ENU-002 of a person: I is an answer too (matrix 38). */
export const sexosDoCandidato = { I: 'Não informado', M: 'Masculino', F: 'Feminino' } as const;

/** Whether somebody lets the company consider them for vacancies that they did not apply to. */
export const outrasVagas = { S: 'Autoriza', N: 'Não autorizou', R: 'Retirou a autorização', I: 'Não perguntado' } as const;

/** Whether HR has said that the account of the portal is of this person. */
export const contaNoPortal = {
  S: 'Conferida',
  N: 'Não conferida',
  I: 'Não tem',
} as const;

/** The bond that a candidate looks for. */
export const colocacoes = { E: 'Emprego', S: 'Estágio', A: 'Aprendizagem', T: 'Trabalho temporário' } as const;
