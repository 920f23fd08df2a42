/** One name of a list whose indentation says what stands below what. */
export interface Branch {
  /** the number of its line, from 1 */
  linha: number;
  nivel: number;
  nome: string;
}

/** Columns that a tab takes. */
const TAB = 4;

/**
 * Reads a list typed or pasted with two or more spaces, or tabs, before what stands below another name; bullets and empty lines
 * do not count. A line that is deeper than the one above it is one level deeper, however far it is indented.
 */
export function readIndented(text: string): Branch[] {
  const open: number[] = [];
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const rest = line.trimStart();
    const blank = line.slice(0, line.length - rest.length);
    const nome = rest
      .replace(/^(?:[-*•–]|\d{1,3}[.)])\s+/u, '')
      .replace(/\s+/gu, ' ')
      .trim();
    if (nome === '') return [];
    const width = [...blank].reduce((sum, sign) => sum + (sign === '\t' ? TAB : 1), 0);
    while (open.length > 0 && (open.at(-1) ?? 0) >= width) open.pop();
    const nivel = open.length;
    open.push(width);
    return [{ linha: index + 1, nivel, nome }];
  });
}

/** A line of the list as the server answers it. */
export interface BranchTold extends Branch {
  situacao: 'existe' | 'nova' | 'falha';
  mensagem?: string;
}

export interface ListTold {
  linhas: BranchTold[];
  /** records that the list makes */
  novas: number;
}
