import { fold, isWellFormedText, obrigatorio } from '#kit/br/text.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import {
  type Condicao,
  type Definicao,
  MAIOR_ID,
  MAIS_OPCOES,
  MAIS_OPCOES_EM_TUDO,
  MAIS_PERGUNTAS,
  type Pergunta,
} from './definition.ts';
import { isChoice } from './evaluate.ts';
import { MAIORES } from './limits.ts';
import { neverShown } from './reach.ts';
import { faltasDasTraducoes } from './translations.ts';

const MAIOR_PESO = 99_999;

/** How many notes each scale can draw. */
export const MAIS_ESTRELAS = 10;
export const MAIS_CARINHAS = 5;

type Faltas = Generator<Issue>;

function* texto(field: string, label: string, valor: string | null, maior: number, isRequired = false): Faltas {
  if (valor === null || valor.trim() === '') {
    if (isRequired) yield { field, message: obrigatorio(label) };
  } else if (valor.length > maior)
    yield { field, message: `${label} deve ter no máximo ${maior.toLocaleString('pt-BR')} caracteres` };
  else if (!isWellFormedText(valor)) yield { field, message: `${label} contém caracteres inválidos` };
}

function* peso(field: string, valor: number | null): Faltas {
  if (valor === null) return;
  if (!(valor >= 0 && valor <= MAIOR_PESO)) yield { field, message: 'Peso deve ser de 0 a 99.999' };
  else if (Math.abs(valor * 100 - Math.round(valor * 100)) > 1e-6)
    yield { field, message: 'Peso deve ter no máximo 2 casas decimais' };
}

const isNota = (nota: number | null): nota is number => nota !== null && Number.isInteger(nota) && nota >= 0 && nota <= 100;

function* escala(em: string, { notaMinima, notaMaxima, escala, rotuloMinimo, rotuloMaximo }: Pergunta): Faltas {
  if (!isNota(notaMinima)) yield { field: `${em}.notaMinima`, message: 'Nota mínima deve ser um número inteiro de 0 a 100' };
  if (!isNota(notaMaxima)) yield { field: `${em}.notaMaxima`, message: 'Nota máxima deve ser um número inteiro de 0 a 100' };
  if (isNota(notaMinima) && isNota(notaMaxima)) {
    const notas = notaMaxima - notaMinima + 1;
    if (notas < 2) yield { field: `${em}.notaMaxima`, message: 'Nota máxima deve ser maior que a nota mínima' };
    else if (escala === 'E' && (notaMinima !== 1 || notas > MAIS_ESTRELAS))
      yield { field: `${em}.notaMaxima`, message: `Estrelas: as notas vão de 1 a, no máximo, ${MAIS_ESTRELAS}` };
    else if (escala === 'C' && notas > MAIS_CARINHAS)
      yield { field: `${em}.notaMaxima`, message: `Carinhas: no máximo ${MAIS_CARINHAS} notas` };
  }
  yield* texto(`${em}.rotuloMinimo`, 'Texto da nota mínima', rotuloMinimo, MAIORES.rotulo);
  yield* texto(`${em}.rotuloMaximo`, 'Texto da nota máxima', rotuloMaximo, MAIORES.rotulo);
}

function* opcoes(em: string, { respostas }: Pergunta): Faltas {
  if (respostas.length < 2) yield { field: `${em}.respostas`, message: 'Opção de resposta: informe ao menos duas' };
  if (respostas.length > MAIS_OPCOES) yield { field: `${em}.respostas`, message: `No máximo ${MAIS_OPCOES} opções de resposta` };
  const vistas = new Set<string>();
  for (const [lugar, opcao] of respostas.entries()) {
    yield* texto(`${em}.respostas.${lugar}.texto`, 'Opção de resposta', opcao.texto, MAIORES.opcao, true);
    yield* peso(`${em}.respostas.${lugar}.peso`, opcao.peso);
    const dobrado = fold(opcao.texto);
    if (dobrado !== '' && vistas.has(dobrado))
      yield { field: `${em}.respostas.${lugar}.texto`, message: 'Esta opção de resposta já existe na pergunta' };
    vistas.add(dobrado);
  }
}

/** A condition asks about questions that stand before it, and about what they can answer. */
function* condicao(em: string, se: Condicao | null, antes: ReadonlyMap<number, Pergunta>, todas: ReadonlySet<number>): Faltas {
  if (!se) return;
  if (se.testes.length === 0) yield { field: em, message: 'Diga ao menos uma resposta de que isto depende' };
  for (const [lugar, { perguntaId, eh, valor }] of se.testes.entries()) {
    const field = `${em}.testes.${lugar}`;
    const pergunta = antes.get(perguntaId);
    if (!pergunta)
      yield {
        field,
        message: todas.has(perguntaId)
          ? 'A condição depende de uma pergunta que vem depois: mude a ordem ou a condição'
          : 'A condição depende de uma pergunta que não existe mais',
      };
    else if (eh === 'tem' || eh === 'nao-tem') {
      if (!isChoice(pergunta) || !pergunta.respostas.some(({ id }) => id === valor))
        yield { field, message: 'A condição depende de uma opção de resposta que não existe mais' };
    } else if (eh !== 'respondida' && (pergunta.tipo !== '4' || !isNota(valor)))
      yield { field, message: 'A condição compara uma nota com uma pergunta que não tem nota' };
  }
}

function* faltasDaPergunta(em: string, pergunta: Pergunta): Faltas {
  yield* texto(`${em}.texto`, 'Pergunta', pergunta.texto, MAIORES.pergunta, true);
  yield* texto(`${em}.ajuda`, 'Ajuda', pergunta.ajuda, MAIORES.ajuda);
  yield* texto(`${em}.comentario`, 'Texto do comentário', pergunta.comentario, MAIORES.comentario, pergunta.exigirComentario);
  yield* peso(`${em}.peso`, pergunta.peso);
  if (isChoice(pergunta)) yield* opcoes(em, pergunta);
  if (pergunta.tipo === '4') yield* escala(em, pergunta);
}

/** Ids are one of a kind, and below the next one. */
function* identificadores({ perguntas, secoes, aspectos, proximoId }: Definicao): Faltas {
  const ids = [...secoes, ...aspectos, ...perguntas, ...perguntas.flatMap(({ respostas }) => respostas)].map(({ id }) => id);
  if (ids.some((id) => !Number.isInteger(id) || id < 1 || id >= proximoId) || new Set(ids).size < ids.length)
    yield { field: 'proximoId', message: 'Há identificadores inválidos ou repetidos' };
  if (proximoId > MAIOR_ID + 1)
    yield { field: 'proximoId', message: 'Este questionário já mudou muitas vezes: copie as perguntas para um novo' };
}

/** Questions of a section stand together, so a section begins once. */
function* secoesJuntas({ perguntas }: Definicao): Faltas {
  const vistas = new Set<number | null>();
  for (const [lugar, { secaoId }] of perguntas.entries()) {
    if (perguntas[lugar - 1]?.secaoId === secaoId && lugar > 0) continue;
    if (secaoId !== null && vistas.has(secaoId))
      yield { field: `perguntas.${lugar}.secaoId`, message: 'As perguntas de uma seção ficam juntas' };
    vistas.add(secaoId);
  }
}

/** Faults of definitions that nobody changes any more, as they are read from the database. */
const known = new WeakMap<Definicao, Issue[]>();

/** Everything that keeps a definition from being saved; `perguntas.3.texto` is the fourth question's text. */
export function faultsOfDefinition(definicao: Definicao): Issue[] {
  const found = known.get(definicao) ?? faltasDe(definicao);
  if (!Object.isFrozen(definicao)) return found;
  known.set(definicao, found);
  return found.map((fault) => ({ ...fault }));
}

function faltasDe(definicao: Definicao): Issue[] {
  const achadas = [...faltas(definicao)];
  // A condition that is wrong by itself was told already.
  const erradas = achadas.filter(({ field }) => field.includes('.se'));
  for (const lugar of erradas.length > 0 ? [] : neverShown(definicao))
    achadas.push({ field: `perguntas.${lugar}.se`, message: 'Esta pergunta nunca aparece: a condição não pode ser verdadeira' });
  return achadas;
}

function* faltas(definicao: Definicao): Faltas {
  const { perguntas, secoes, aspectos } = definicao;
  yield* texto('introducao', 'Introdução', definicao.introducao, MAIORES.texto);
  yield* texto('agradecimento', 'Agradecimento', definicao.agradecimento, MAIORES.texto);
  if (perguntas.length > MAIS_PERGUNTAS) yield { field: 'perguntas', message: `No máximo ${MAIS_PERGUNTAS} perguntas` };
  if (perguntas.reduce((sum, { respostas }) => sum + respostas.length, 0) > MAIS_OPCOES_EM_TUDO) {
    yield {
      field: 'perguntas',
      message: `No máximo ${MAIS_OPCOES_EM_TUDO.toLocaleString('pt-BR')} opções de resposta em todas as perguntas`,
    };
    // The rest is not looked at: it would take long.
    return;
  }
  yield* identificadores(definicao);

  const nomes = new Set<string>();
  for (const [lugar, { nome }] of aspectos.entries()) {
    yield* texto(`aspectos.${lugar}.nome`, 'Aspecto', nome, MAIORES.aspecto, true);
    if (nomes.has(fold(nome))) yield { field: `aspectos.${lugar}.nome`, message: 'Já existe um aspecto com este nome' };
    nomes.add(fold(nome));
  }

  const todas = new Set(perguntas.map(({ id }) => id));
  const antes = new Map<number, Pergunta>();
  const doAspecto = new Set(aspectos.map(({ id }) => id));
  const daSecao = new Map(secoes.map((secao, lugar) => [secao.id, { secao, lugar }]));
  const begun = new Set<number>();
  for (const [lugar, pergunta] of perguntas.entries()) {
    const em = `perguntas.${lugar}`;
    yield* faltasDaPergunta(em, pergunta);
    if (pergunta.aspectoId !== null && !doAspecto.has(pergunta.aspectoId))
      yield { field: `${em}.aspecto`, message: 'Este aspecto não existe mais' };
    const dela = pergunta.secaoId === null ? undefined : daSecao.get(pergunta.secaoId);
    if (pergunta.secaoId !== null && !dela) yield { field: `${em}.secaoId`, message: 'Esta seção não existe mais' };
    // What a section depends on stands before its first question.
    if (dela && !begun.has(dela.secao.id)) {
      yield* condicao(`secoes.${dela.lugar}.se`, dela.secao.se, antes, todas);
      begun.add(dela.secao.id);
    }
    yield* condicao(`${em}.se`, pergunta.se, antes, todas);
    antes.set(pergunta.id, pergunta);
  }
  yield* secoesJuntas(definicao);
  for (const [lugar, secao] of secoes.entries()) {
    yield* texto(`secoes.${lugar}.titulo`, 'Título da seção', secao.titulo, MAIORES.titulo, true);
    yield* texto(`secoes.${lugar}.texto`, 'Texto da seção', secao.texto, MAIORES.texto);
    if (!begun.has(secao.id)) yield* condicao(`secoes.${lugar}.se`, secao.se, antes, todas);
  }
  yield* faltasDasTraducoes(definicao);
}

/** What keeps it from being asked: the same, and that it asks nothing. */
export const faultsToAsk = (definicao: Definicao): Issue[] =>
  definicao.perguntas.length === 0
    ? [{ field: 'perguntas', message: 'Inclua ao menos uma pergunta' }]
    : faultsOfDefinition(definicao);
