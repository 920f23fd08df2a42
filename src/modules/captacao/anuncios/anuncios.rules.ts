import { textOfHtml } from '#kit/fields/html-text.ts';

/** Words by which an ad would choose between people for what the law does not let it ask (Lei 9.029/1995, CLT 373-A, Lei 14.611/2023). */
const PROIBIDAS: readonly RegExp[] = [
  /\b(sexo|g[eê]nero)\s+(masculino|feminino)\b/i,
  /\b(solteir[oa]s?|casad[oa]s?|divorciad[oa]s?)\b/i,
  /\b(sem|n[aã]o ter) filhos\b/i,
  /\bgr[aá]vidas?\b/i,
  /\b(idade (m[aá]xima|m[ií]nima|entre|at[eé])|at[eé] \d{2} anos|entre \d{2} e \d{2} anos)\b/i,
  /\bboa apar[eê]ncia\b/i,
  /\b(ra[cç]a|cor da pele|pele (branca|negra|clara|escura))\b/i,
  /\b(evang[eé]lic[oa]s?|cat[oó]lic[oa]s?|religi[aã]o)\b/i,
  /\bnome (limpo|sujo)|\bspc\b|\bserasa\b/i,
];

/** What the ad says and the law does not let it ask for, in the ad's own words. */
export function dizeresProibidos(titulo: string, descricao: string): string[] {
  const texto = `${titulo} ${textOfHtml(descricao)}`;
  return PROIBIDAS.flatMap((proibida) => proibida.exec(texto)?.[0] ?? []);
}
