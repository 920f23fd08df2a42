/** What stands in a cell whose number is no date, as spreadsheet programs show it. */
export const NO_DATE = '########';

/** Whether a cell holds what a spreadsheet program writes in place of a value. */
export const isCellError = (text: string): boolean =>
  /^(#{4,}|#(REF|DIV\/0|VALOR|VALUE|NOME|NAME|NULO|NULL|N[ÚU]M|DESPEJAR|SPILL|CALC)[!?]|#N\/[AD])$/i.test(text);
