/** Why a file has no text, by the code that `textos_de_arquivos` keeps. */
export const SEM_TEXTO = {
  vazio: 'O arquivo não tem texto que possa ser lido.',
  senha: 'O arquivo está protegido por senha.',
  danificado: 'O arquivo está danificado.',
  grande: 'O arquivo é grande demais para ser lido.',
  demorado: 'O arquivo demorou demais para ser lido.',
  formato: 'O texto deste formato de arquivo não é lido.',
  falha: 'O texto não pôde ser lido por um erro inesperado.',
} as const;

export type SemTexto = keyof typeof SEM_TEXTO;

/** Where a text came from: the file's own letters, or letters recognised in pictures. */
export const MEIOS = { camada: 'Texto do arquivo', ocr: 'Reconhecido na imagem' } as const;
export type Meio = keyof typeof MEIOS;

/** `A`: waits to be read; `L`: read; `S`: has no text, for the reason in `motivo`. */
export const SITUACOES_DO_TEXTO = { A: 'Aguardando leitura', L: 'Lido', S: 'Sem texto' } as const;
export type SituacaoDoTexto = keyof typeof SITUACOES_DO_TEXTO;

/** Characters of a text that are kept: fifty closely written pages. */
export const MOST_TEXT = 200_000;
