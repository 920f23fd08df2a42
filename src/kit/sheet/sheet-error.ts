/** Why a spreadsheet cannot be read. */
export type SheetFault =
  | 'format'
  | 'old-format'
  | 'encrypted'
  | 'corrupt'
  | 'empty'
  | 'no-sheet'
  | 'too-large'
  | 'swollen'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-much-text'
  | 'row-numbers'
  | 'too-slow';

const sentences: Record<SheetFault, string> = {
  format: 'O arquivo não é uma planilha. Salve o arquivo como XLSX ou CSV.',
  'old-format': 'Este formato de planilha não é lido. Salve o arquivo como XLSX ou CSV.',
  encrypted: 'A planilha está protegida por senha. Retire a senha e envie o arquivo novamente.',
  corrupt: 'O arquivo está danificado e não pôde ser lido. Abra a planilha, salve-a novamente e repita o envio.',
  empty: 'A planilha está vazia.',
  'no-sheet': 'A aba escolhida não existe na planilha.',
  'too-large': 'A planilha é grande demais para ser lida. Divida o arquivo em partes menores.',
  swollen:
    'O arquivo se expande de modo anormal ao ser aberto, e por isso não foi lido. Abra a planilha, salve-a novamente como XLSX e repita o envio.',
  'too-many-rows': 'A planilha tem linhas demais. Divida o arquivo em partes menores.',
  'too-many-columns': 'A planilha tem colunas demais.',
  'too-much-text': 'A planilha tem uma linha com texto demais. Reduza os textos das células e repita o envio.',
  'row-numbers':
    'A planilha tem linhas numeradas fora de ordem, com números repetidos ou sem um número válido. Abra a planilha, salve-a novamente e repita o envio.',
  'too-slow': 'A leitura da planilha demorou demais e foi interrompida. Divida o arquivo em partes menores.',
};

/** A spreadsheet that cannot be read, with a sentence for its owner. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly fault: SheetFault;

  constructor(fault: SheetFault, sentence = sentences[fault]) {
    super(sentence);
    this.fault = fault;
  }
}
