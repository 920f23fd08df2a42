import { dentro, type Linha, limpo, type Parte } from './folha.ts';
import { CARGO, partesDe } from './partes.ts';
import { periodosDe } from './periodo.ts';
import type { ExperienciaProposta, Proposto } from './proposto.ts';

const LUGAR = /^[\p{L} .'-]+[,/-]\s*\p{Lu}{2}$|^\p{Lu}{2}$/u;
const NARRA =
  /^(?:principais|atividades?|atribuicoes|responsab|responsavel|descricao|resultados|projetos|realiz|atu(?:ei|acao|ando|ava)|periodo|motivo|salario|tempo)/;

/** A period, and the lines around it that say who and what. */
export function experienciasEm(linhas: readonly Linha[], hoje: string): Proposto<ExperienciaProposta>[] {
  const achadas: Proposto<ExperienciaProposta>[] = [];
  const comPeriodo = linhas.map((linha) =>
    periodosDe(linha.raso, hoje).length === 1 ? periodosDe(linha.raso, hoje)[0] : undefined,
  );
  let livre = 0;
  for (const [onde, achado] of comPeriodo.entries()) {
    const linha = linhas[onde];
    if (!achado || !linha) continue;
    const antes: Linha[] = [];
    for (let la = onde - 1; la >= livre && antes.filter(({ texto }) => !LUGAR.test(texto)).length < 2; la -= 1) {
      const uma = linhas[la];
      if (!uma || !ehCabeca(uma)) break;
      antes.unshift(uma);
    }
    const depois: Linha[] = [];
    for (let la = onde + 1; la <= onde + 2; la += 1) {
      const uma = linhas[la];
      if (!uma || comPeriodo[la] || !ehCabeca(uma)) break;
      depois.push(uma);
    }
    const ditos = [linha, ...antes].flatMap((uma) => partesDe(uma, hoje));
    const par =
      parDe(ditos) ??
      parDe([...ditos, ...depois.slice(0, 1).flatMap((uma) => partesDe(uma, hoje))]) ??
      parDe([...ditos, ...depois.flatMap((uma) => partesDe(uma, hoje))]);
    livre = onde + 1;
    if (!par) continue;
    const [primeira, ultima] = [
      Math.min(...par.map(({ inicio }) => inicio), linha.inicio),
      Math.max(...par.map(({ fim }) => fim), linha.fim),
    ];
    const [cargo, empresa] = par;
    achadas.push({
      valor: { empresa: empresa.texto, cargo: cargo.texto, periodo: achado.periodo },
      trecho: { inicio: primeira, fim: ultima },
    });
  }
  return achadas;
}

const ehCabeca = ({ texto, raso: igual }: Parte) =>
  texto.length > 1 &&
  texto.length <= 90 &&
  /^\p{Lu}|^\p{N}/u.test(texto) &&
  !/[.;]$/.test(texto.replace(/\b(?:ltda|s\.a|inc|cia|eireli|me)\.$/i, '')) &&
  !NARRA.test(igual);

/** The position and the company, if exactly one piece is a position and exactly one other is left. */
function parDe(partes: readonly Parte[]): [cargo: Parte, empresa: Parte] | undefined {
  const uteis = partes.filter(
    ({ texto, raso: igual }) => texto.length >= 2 && texto.length <= 90 && !LUGAR.test(texto) && !NARRA.test(igual),
  );
  const cargos = uteis.filter(({ raso: igual }) => CARGO.test(igual));
  const [cargo] = cargos;
  if (!cargo || cargos.length > 1) return undefined;
  const [empresa, ...outras] = uteis.filter((uma) => uma !== cargo);
  if (empresa) return outras.length === 0 && /^[\p{Lu}\p{N}]/u.test(empresa.texto) ? [cargo, empresa] : undefined;
  return juntos(cargo);
}

/** 'Analista de RH na Empresa X', 'Vendedora, Loja Y'. */
function juntos(inteiro: Parte): [Parte, Parte] | undefined {
  const corte = /(?<!\s)\s+(?:n[ao]|em)\s+(?=\p{Lu})|(?<!\s)\s*,\s+(?=\p{Lu})|(?<!\s)\s+@\s+/u.exec(inteiro.texto);
  if (!corte) return undefined;
  const [cargo, empresa] = [
    limpo(dentro(inteiro, 0, corte.index)),
    limpo(dentro(inteiro, corte.index + corte[0].length, inteiro.texto.length)),
  ];
  return empresa.texto.length >= 2 && !CARGO.test(empresa.raso) ? [cargo, empresa] : undefined;
}
