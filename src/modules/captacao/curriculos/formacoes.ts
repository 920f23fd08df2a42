import { type Linha, limpo, type Parte, pedacos } from './folha.ts';
import { CONCLUSAO, partesDe } from './partes.ts';
import { periodosDe } from './periodo.ts';
import type { FormacaoProposta, Proposto } from './proposto.ts';

const TIPOS: readonly (readonly [FormacaoProposta['tipo'], RegExp])[] = [
  ['POS_DOUTORADO', /^pos-?\s?doutorado\b/],
  ['DOUTORADO', /^doutora(?:do|ndo|nda)\b/],
  ['MESTRADO', /^mestra(?:do|ndo|nda)\b/],
  ['ESPECIALIZACAO', /^(?:pos-?\s?graduacao|pos-?\s?graduad[ao]|especializacao|especialista|mba|lato sensu|residencia)\b/],
  [
    'GRADUACAO',
    /^(?:graduacao|graduad[ao]|graduando|bacharel(?:ado|a)?|licenciatura|tecnolog[oa]|tecnologia em|superior|curso superior|ensino superior)\b/,
  ],
  ['TECNICO', /^(?:curso )?tecnic[ao]\b/],
  [undefined, /^(?:ensino (?:medio|fundamental)|[12][oº°] grau|segundo grau|primeiro grau)\b/],
];
const ESCOLA =
  /\b(?:universidade|faculdades?|centro universitario|instituto|escola|colegio|e\.?\s?e\.?\s|senac|senai|senat|sebrae|etec|fatec|cefet|fundacao|if[a-z]{2}|uf[a-z]{1,4}|ue[a-z]{2,3}|usp|unesp|unicamp|puc(?:-?[a-z]{2,5})?|unip|fgv|unopar|uninove|uninter|anhanguera|estacio|unifor|mackenzie|ibmec|insper|liceu|academia|ead)\b/;

/** A level that says nothing of what was studied. */
const SEM_ASSUNTO =
  /^(?:(?:curso |ensino |nivel )?(?:superior|tecnico|graduacao|pos-?\s?graduacao|mestrado|doutorado|mba|bacharelado|licenciatura))(?: (?:in)?complet[ao]| em andamento| cursando)?$/;
const ESTADO = /(?<!\s)\s+(?:em andamento|cursando|(?:in)?complet[ao]|conclu[ií]d[ao]|trancad[ao])\b/gi;

const situacaoDe = (linhas: string, fim: string | null | undefined, hoje: string): FormacaoProposta['situacao'] => {
  if (/\b(incomplet[ao]|trancad[ao]|interrompid[ao]|nao conclui)/.test(linhas)) return 'INCOMPLETO';
  if (
    fim === null ||
    /\b(em andamento|cursando|em curso|previsao|\d{1,2}[oº°ª]? (semestre|periodo|ano)|graduando|mestrando|doutorando)\b/.test(
      linhas,
    )
  )
    return 'EM_ANDAMENTO';
  if ((fim && fim <= hoje) || /\b(complet[ao]|conclu(?:ido|ida|sao)|formad[ao])\b/.test(linhas)) return 'COMPLETO';
  return undefined;
};

/** What one entry of a section has once. */
function sinais(linha: Parte, hoje: string): string[] {
  const partes = partesDe(linha, hoje).flatMap(virgulas);
  return [
    ...(partes.some(temTipo) ? ['tipo'] : []),
    ...(partes.some((uma) => ESCOLA.test(uma.raso) && !temTipo(uma)) ? ['escola'] : []),
    ...(periodosDe(linha.raso, hoje).length > 0 ? ['periodo'] : []),
  ];
}

/** The entries of a section: parted by empty lines, or where the next course, school or period begins. */
export function formacoesEm(linhas: readonly Linha[], hoje: string): Proposto<FormacaoProposta>[] {
  const achadas: Proposto<FormacaoProposta>[] = [];
  let bloco: Parte[] = [];
  const temBloco = new Set<string>();
  const fecha = () => {
    temBloco.clear();
    const formacao = bloco.length > 0 ? formacaoDe(bloco, hoje) : undefined;
    if (formacao) achadas.push(formacao);
    bloco = [];
  };
  for (const linha of linhas) {
    if (!linha.texto) {
      fecha();
      continue;
    }
    const tem = sinais(linha, hoje);
    if (tem.some((sinal) => temBloco.has(sinal))) fecha();
    for (const sinal of tem) temBloco.add(sinal);
    bloco.push(linha);
  }
  fecha();
  return achadas;
}

const mes = (ano = '', mes?: string) => (mes ? `${ano}-${mes.padStart(2, '0')}` : ano);
const temTipo = ({ raso: igual }: Parte) => TIPOS.some(([, forma]) => forma.test(igual));

function formacaoDe(bloco: readonly Parte[], hoje: string): Proposto<FormacaoProposta> | undefined {
  const partes = bloco.flatMap((linha) => partesDe(linha, hoje)).flatMap(virgulas);
  const curso = partes.find(temTipo);
  const escola = partes.find((uma) => uma !== curso && ESCOLA.test(uma.raso) && uma.texto.length <= 100);
  // Without a level the course is what stands beside its school and nothing else.
  const outras = partes.filter(
    (uma) => uma !== escola && uma.texto.length > 3 && !/^(cursando|conclu|complet|incomplet|em andamento)/.test(uma.raso),
  );
  const qual = curso ?? (escola && outras.length === 1 && /^\p{Lu}/u.test(outras[0]?.texto ?? '') ? outras[0] : undefined);
  if (!qual || qual.texto.length > 100 || qual.texto.split(' ').length > 12 || SEM_ASSUNTO.test(qual.raso)) return undefined;
  const juntas = bloco.map((linha) => linha.raso).join('\n');
  const periodo = bloco.flatMap((linha) => periodosDe(linha.raso, hoje))[0]?.periodo;
  const conclusao = CONCLUSAO.exec(juntas);
  const anos = new Set(juntas.match(/\b(?:19|20)\d{2}\b/g));
  const fim = periodo ? periodo.fim : conclusao ? mes(conclusao[2], conclusao[1]) : undefined;
  const situacao = situacaoDe(juntas, fim, hoje);
  const ate = fim === undefined && anos.size === 1 ? [...anos][0] : fim;
  const tipo = curso && TIPOS.find(([, forma]) => forma.test(curso.raso))?.[0];
  const valor: FormacaoProposta = {
    curso: qual.texto.replace(ESTADO, ''),
    ...(tipo ? { tipo } : {}),
    ...(escola ? { local: escola.texto } : {}),
    ...(situacao ? { situacao } : {}),
    ...(periodo ? { periodo } : {}),
    ...(ate ? { conclusao: ate.split('-').reverse().join('/') } : {}),
  };
  return { valor, trecho: { inicio: bloco[0]?.inicio ?? 0, fim: bloco.at(-1)?.fim ?? 0 } };
}

/** Parts a piece that names a school at its commas, and before the school. */
const virgulas = (uma: Parte): Parte[] =>
  ESCOLA.test(uma.raso)
    ? pedacos(
        uma,
        /,\s+(?:pel[ao]\s+|n[ao]\s+)?|(?<!\s)\s+(?:pel[ao]|n[ao])\s+(?=Universidade|Faculdade|Centro|Instituto|Escola|Col[eé]gio|S[Ee][Nn]A|U[FE]|PUC|IF)/g,
      ).map(limpo)
    : [uma];
