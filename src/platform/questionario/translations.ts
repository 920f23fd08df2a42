import { fold, isWellFormedText } from '#kit/br/text.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { type Definicao, type Idioma, idiomas, type Traducao } from './definition.ts';
import { MAIORES } from './limits.ts';

/** A text that somebody who answers reads. */
export interface Texto {
  texto: string;
  /** where it stands first */
  onde: string;
  /** most characters, of the narrowest place where it stands */
  maior: number;
}

/** The texts of a questionnaire in the order of the screen; one that stands in several places is there once. */
export function textosDe({ introducao, agradecimento, secoes, perguntas }: Definicao): Texto[] {
  const achados = new Map<string, Texto>();
  const junta = (onde: string, texto: string | null, maior: number) => {
    const limpo = texto?.trim();
    if (!limpo) return;
    const ja = achados.get(limpo);
    if (ja) ja.maior = Math.min(ja.maior, maior);
    else achados.set(limpo, { texto: limpo, onde, maior });
  };
  junta('Introdução', introducao, MAIORES.texto);
  const ditas = new Set<number>();
  for (const [lugar, pergunta] of perguntas.entries()) {
    const secao = secoes.find(({ id }) => id === pergunta.secaoId);
    if (secao && !ditas.has(secao.id)) {
      ditas.add(secao.id);
      junta('Seção', secao.titulo, MAIORES.titulo);
      junta('Texto da seção', secao.texto, MAIORES.texto);
    }
    const onde = (parte: string) => `Pergunta ${lugar + 1}${parte}`;
    junta(onde(''), pergunta.texto, MAIORES.pergunta);
    junta(onde(' · ajuda'), pergunta.ajuda, MAIORES.ajuda);
    for (const opcao of pergunta.respostas) junta(onde(' · resposta'), opcao.texto, MAIORES.opcao);
    junta(onde(' · nota mínima'), pergunta.rotuloMinimo, MAIORES.rotulo);
    junta(onde(' · nota máxima'), pergunta.rotuloMaximo, MAIORES.rotulo);
    junta(onde(' · comentário'), pergunta.comentario, MAIORES.comentario);
  }
  for (const { id, titulo, texto } of secoes)
    if (!ditas.has(id)) {
      junta('Seção', titulo, MAIORES.titulo);
      junta('Texto da seção', texto, MAIORES.texto);
    }
  junta('Agradecimento', agradecimento, MAIORES.texto);
  return [...achados.values()];
}

const paraDe = (traducao: Traducao | undefined) =>
  new Map((traducao?.textos ?? []).flatMap(({ de, para }) => (para.trim() === '' ? [] : [[de, para.trim()] as const])));

const traducaoPara = ({ traducoes }: Definicao, idioma: Idioma) => traducoes.find((uma) => uma.idioma === idioma);

/** How many texts there are, and how many of them somebody has translated. */
export function andamento(definicao: Definicao, idioma: Idioma): { feitos: number; total: number } {
  const para = paraDe(traducaoPara(definicao, idioma));
  const textos = textosDe(definicao);
  return { feitos: textos.filter(({ texto }) => para.has(texto)).length, total: textos.length };
}

/** The languages in which at least one text can be read. */
export const idiomasDe = (definicao: Definicao): Idioma[] =>
  definicao.traducoes.flatMap(({ idioma }) => (andamento(definicao, idioma).feitos > 0 ? [idioma] : []));

/** The same questions in another language: the same ids, and Portuguese where nothing is translated. */
export function emIdioma(definicao: Definicao, idioma: Idioma | null): Definicao {
  const traducao = idioma === null ? undefined : traducaoPara(definicao, idioma);
  if (!traducao) return definicao;
  const para = paraDe(traducao);
  const dito = (texto: string) => para.get(texto.trim()) ?? texto;
  const ouNada = (texto: string | null) => (texto === null ? null : dito(texto));
  return {
    ...definicao,
    introducao: ouNada(definicao.introducao),
    agradecimento: ouNada(definicao.agradecimento),
    secoes: definicao.secoes.map((secao) => ({ ...secao, titulo: dito(secao.titulo), texto: ouNada(secao.texto) })),
    perguntas: definicao.perguntas.map((pergunta) => ({
      ...pergunta,
      texto: dito(pergunta.texto),
      ajuda: ouNada(pergunta.ajuda),
      respostas: pergunta.respostas.map((opcao) => ({ ...opcao, texto: dito(opcao.texto) })),
      rotuloMinimo: ouNada(pergunta.rotuloMinimo),
      rotuloMaximo: ouNada(pergunta.rotuloMaximo),
      comentario: ouNada(pergunta.comentario),
    })),
  };
}

/** One text in another language; '' takes the translation back. */
export const traduzido =
  (idioma: Idioma, de: string, para: string) =>
  (definicao: Definicao): Definicao => ({
    ...definicao,
    traducoes: definicao.traducoes.map((uma) =>
      uma.idioma === idioma
        ? { ...uma, textos: [...uma.textos.filter((um) => um.de !== de), ...(para === '' ? [] : [{ de, para }])] }
        : uma,
    ),
  });

/** Translations of texts that stand in the questionnaire, in their order: what was rewritten waits for another one. */
export function podadas(definicao: Definicao): Traducao[] {
  if (definicao.traducoes.length === 0) return [];
  const textos = textosDe(definicao);
  return (Object.keys(idiomas) as Idioma[]).flatMap((idioma) => {
    const traducao = traducaoPara(definicao, idioma);
    const para = paraDe(traducao);
    return traducao ? [{ idioma, textos: textos.flatMap(({ texto }) => unless(para.get(texto), texto)) }] : [];
  });
}

const unless = (para: string | undefined, de: string) => (para === undefined ? [] : [{ de, para }]);

/** What keeps translations from being saved: too long, or two answers of one question that read the same. */
export function* faltasDasTraducoes(definicao: Definicao): Generator<Issue> {
  const { traducoes } = definicao;
  if (traducoes.length === 0) return;
  const maiores = new Map(textosDe(definicao).map(({ texto, maior }) => [texto, maior]));
  for (const [lugar, { idioma, textos }] of traducoes.entries()) {
    for (const [n, { de, para }] of textos.entries()) {
      const field = `traducoes.${lugar}.textos.${n}.para`;
      const maior = maiores.get(de) ?? MAIORES.texto;
      if (para.length > maior)
        yield { field, message: `${idiomas[idioma]}: a tradução deve ter no máximo ${maior.toLocaleString('pt-BR')} caracteres` };
      else if (!isWellFormedText(para)) yield { field, message: `${idiomas[idioma]}: a tradução contém caracteres inválidos` };
    }
    for (const { respostas } of emIdioma(definicao, idioma).perguntas)
      if (new Set(respostas.map(({ texto }) => fold(texto))).size < respostas.length)
        yield {
          field: `traducoes.${lugar}`,
          message: `${idiomas[idioma]}: duas respostas da mesma pergunta têm a mesma tradução`,
        };
  }
}
