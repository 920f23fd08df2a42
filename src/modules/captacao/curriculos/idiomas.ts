import { dentro, type Linha, type Parte, raso, trecho } from './folha.ts';
import type { IdiomaProposto, Proposto } from './proposto.ts';

const IDIOMAS = [
  'Inglês',
  'Espanhol',
  'Francês',
  'Alemão',
  'Italiano',
  'Mandarim',
  'Japonês',
  'Libras',
  'Russo',
  'Árabe',
  'Coreano',
];
const LINGUA = IDIOMAS.map(raso).join('|');
const NIVEL = 'basic[oa]|iniciante|intermediari[oa]|avancad[oa]|fluente|fluencia|nativ[oa]|proficiente';
const COM_NIVEL = new RegExp(
  `\\b(?<lingua>${LINGUA})\\b[\\s:,(–—-]{0,4}(?:nivel\\s+|lingua\\s+)?(?<depois>${NIVEL})\\b|\\b(?<antes>${NIVEL})\\s+(?:em|de|no|do)\\s+(?<linguaDepois>${LINGUA})\\b`,
  'g',
);

const nivelDe = (palavra: string): IdiomaProposto['nivel'] =>
  /^(basic|inici)/.test(palavra) ? 'BASICO' : palavra.startsWith('intermedi') ? 'INTERMEDIARIO' : 'AVANCADO';

export function idiomasEm(linhas: readonly Linha[]): Proposto<IdiomaProposto>[] {
  const achados = new Map<string, Proposto<IdiomaProposto>>();
  const propoe = (lingua: string, nivel: string | undefined, onde: Parte) => {
    const idioma = IDIOMAS.find((um) => raso(um) === lingua);
    if (idioma && !achados.has(idioma))
      achados.set(idioma, { valor: { idioma, ...(nivel ? { nivel: nivelDe(nivel) } : {}) }, trecho: trecho(onde) });
  };
  for (const linha of linhas)
    for (const { 0: inteiro, index, groups = {} } of linha.raso.matchAll(COM_NIVEL))
      propoe(
        groups.lingua ?? groups.linguaDepois ?? '',
        groups.depois ?? groups.antes,
        dentro(linha, index, index + inteiro.length),
      );
  for (const linha of linhas)
    if (linha.secao === 'idiomas')
      for (const { 0: lingua, index } of linha.raso.matchAll(new RegExp(`\\b(?:${LINGUA})\\b`, 'g')))
        propoe(lingua, undefined, dentro(linha, index, index + lingua.length));
  return [...achados.values()];
}
