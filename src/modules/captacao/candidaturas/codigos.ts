/** STA-009: what became of an application; N is told to the candidate in decent words. */
export const situacoesDaCandidatura = { A: 'Em andamento', N: 'Não selecionado', D: 'Desistiu', C: 'Contratado' } as const;

/** By which door the candidate came to the vacancy. */
export const origensDaCandidatura = { P: 'Portal', R: 'RH', I: 'Indicação' } as const;

/** ENU-003, of a step of the selection. */
export const aptidoes = { I: 'Indiferente', S: 'Apto', N: 'Não apto' } as const;

export const recomendacoes = { S: 'Recomendo', I: 'Recomendo com ressalvas', N: 'Não recomendo' } as const;

export const situacoesDaEntrevista = { M: 'Marcada', R: 'Realizada', F: 'Candidato faltou', C: 'Desmarcada' } as const;

/** Why nobody is invited or evaluated for a request that is not open. */
export const NAO_CHAMA = 'A vaga não está aberta: ninguém é chamado para entrevistas.';
/** Why the page of such an application, which waits, offers so little. */
export const NAO_SEGUE =
  'A vaga não está aberta: ninguém muda de etapa nem é contratado por ela. A candidatura espera até que se decida.';
export const NAO_AVALIA = 'A vaga não está aberta: ninguém recebe avaliações.';
