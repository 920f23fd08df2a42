import type { Trecho } from './folha.ts';

/** A month (`2019-03`), or a year where no month is written; `fim` null: it goes on. */
export interface Periodo {
  inicio: string;
  fim: string | null;
}

const MESES = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];
const MES =
  'jan(?:eiro)?|fev(?:ereiro)?|mar(?:co)?|abr(?:il)?|maio?|jun(?:ho)?|jul(?:ho)?|ago(?:sto)?|set(?:embro)?|out(?:ubro)?|nov(?:embro)?|dez(?:embro)?';
const ANO = '(?:19|20)\\d{2}';
const ponto = (n: number) =>
  `(?:\\d{1,2}[/.](?<dm${n}>\\d{1,2})[/.](?<da${n}>${ANO})|(?<m${n}>\\d{1,2})\\s?[/.-]\\s?(?<a${n}>${ANO})|(?<nome${n}>${MES})\\.?\\s*(?:de\\s+|/|-)?\\s*(?<na${n}>${ANO}|\\d{2}(?!\\d))|(?<so${n}>${ANO}))`;
const AGORA = '(?<agora>(?:o\\s+|a\\s+)?(?:momento|data|dias?)?\\s*(?:atual(?:mente)?|presente?|hoje|momento))';
const INTERVALO = new RegExp(
  `(?<![\\d/.-])(?:de\\s+|desde\\s+)?${ponto(1)}\\s*(?:-|–|—|a|ate|/)\\s*(?:ate\\s+)?(?:${ponto(2)}|${AGORA})(?![\\d/])`,
  'g',
);
const DESDE = new RegExp(`(?:desde|a partir de|inicio(?: em)?:?)\\s+${ponto(1)}(?![\\d/])`, 'g');
const INICIO_E_FIM = new RegExp(
  `(?:inicio|entrada|admissao)\\s*:?\\s*${ponto(1)}[\\s,;|–-]*(?:termino|saida|fim|demissao|desligamento)\\s*:?\\s*(?:${ponto(2)}|${AGORA})`,
  'g',
);

type Grupos = Readonly<Record<string, string | undefined>>;

function instante(grupos: Grupos, n: number): string | undefined {
  const mes = grupos[`dm${n}`] ?? grupos[`m${n}`];
  const nome = grupos[`nome${n}`];
  const ano = grupos[`da${n}`] ?? grupos[`a${n}`] ?? grupos[`na${n}`] ?? grupos[`so${n}`];
  if (!ano) return undefined;
  const inteiro = ano.length === 2 ? String(Number(ano) > 50 ? 1900 + Number(ano) : 2000 + Number(ano)) : ano;
  const qual = nome ? MESES.indexOf(nome.slice(0, 3)) + 1 : Number(mes ?? 0);
  if (mes === undefined && !nome) return inteiro;
  return qual >= 1 && qual <= 12 ? `${inteiro}-${String(qual).padStart(2, '0')}` : undefined;
}

export interface Achado extends Trecho {
  periodo: Periodo;
}

/** The periods of a line without accents, each with its place in the line. */
export function periodosDe(linha: string, hoje: string): Achado[] {
  const achados: Achado[] = [];
  for (const forma of [INICIO_E_FIM, INTERVALO, DESDE])
    for (const achado of linha.matchAll(forma)) {
      const grupos: Grupos = achado.groups ?? {};
      const periodo = { inicio: instante(grupos, 1), fim: forma === DESDE || grupos.agora ? null : instante(grupos, 2) };
      const lugar = { inicio: achado.index, fim: achado.index + achado[0].length };
      if (isPossible(periodo, hoje) && !achados.some((outro) => lugar.inicio < outro.fim && outro.inicio < lugar.fim))
        achados.push({ ...lugar, periodo });
    }
  return achados;
}

/** Years are compared with months by the year alone. */
function isPossible(periodo: { inicio: string | undefined; fim: string | null | undefined }, hoje: string): periodo is Periodo {
  const { inicio, fim } = periodo;
  if (inicio === undefined || fim === undefined || inicio > hoje) return false;
  return fim === null || fim.slice(0, inicio.length) >= inicio.slice(0, fim.length);
}
