import sql from 'sql-template-tag';
import type { ExternalActing } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { inPieces, partsOf } from '#kit/http/answer-size.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { AVALIACOES, emPalavras } from '../avaliacoes/dadas.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { DE_OUTROS } from '../candidatos/de-outros.ts';
import type { situacoesDaCandidatura, situacoesDaEntrevista } from '../candidaturas/codigos.ts';
import { antesDaUniao, avisoDaUniao, oQueNaoEsta } from './avisos.server.ts';
import { candidatoDa } from './cadastro.server.ts';
import { meusDocumentos } from './documentos.server.ts';
import { lendo } from './lugares.server.ts';
import { rascunhoDe } from './rascunho.server.ts';
import { nomeDoPasso } from './selecao.server.ts';

export type Dados = Readonly<Record<string, unknown>>;

/** Rows of an account's long lists, read page by page while they are told: `depois` is the id that the page comes after. */
async function* aosPoucos<T extends { id: number }>(
  contaId: number,
  quantas: number,
  leia: (depois: number) => Promise<T[]>,
): AsyncGenerator<T, void, void> {
  for (let depois: number | undefined = 0; depois !== undefined; ) {
    const desde: number = depois;
    const lidas = await lendo.hold(contaId, () => leia(desde));
    yield* lidas;
    depois = lidas.length < quantas ? undefined : lidas.at(-1)?.id;
  }
}

async function* semId<T extends { id: number }>(linhas: AsyncIterable<T>): AsyncGenerator<Omit<T, 'id'>, void, void> {
  for await (const { id: _, ...uma } of linhas) yield uma;
}

interface Mensagem {
  id: number;
  candidatura: number;
  assunto: string;
  texto: string | null;
  enviadaEm: string;
}
/** Messages may be long. */
const MENSAGENS = 20;

const mensagensA = (db: Queryable, contaId: number, candidatoId: number | null) =>
  aosPoucos(contaId, MENSAGENS, (depois) =>
    db.query<Mensagem>(sql`
      select m.id, m.candidatura_id as candidatura, m.assunto, m.texto, m.enviado_em as "enviadaEm"
      from candidaturas_emails m join candidaturas k on k.id = m.candidatura_id
      where k.candidato_id = ${candidatoId} and m.id > ${depois} order by m.id limit ${MENSAGENS}`),
  );

interface Passo {
  id: number;
  data: string;
  etapa: string;
  candidatura: number | null;
}
const PASSOS = 5_000;

const passosDe = (db: Queryable, contaId: number, candidatoId: number | null) =>
  aosPoucos(contaId, PASSOS, (depois) =>
    db.query<Passo>(sql`
      select h.id, h.data::text, ${nomeDoPasso} as etapa, h.candidatura_id as candidatura from candidatos_historicos h
      left join candidaturas k on k.id = h.candidatura_id left join etapas_seletivas e on e.id = h.etapa_seletiva_id
      where h.candidato_id = ${candidatoId} and h.id > ${depois} order by h.id limit ${PASSOS}`),
  );

interface Entrevista {
  id: number;
  candidatura: number;
  data: string;
  hora: string;
  local: string | null;
  endereco: string | null;
  situacao: keyof typeof situacoesDaEntrevista;
}
const ENTREVISTAS = 1_000;

/** What is planned and was not announced yet is HR's, until its day has passed. */
const entrevistasDe = (db: Queryable, contaId: number, { candidatoId, hoje }: { candidatoId: number | null; hoje: string }) =>
  aosPoucos(contaId, ENTREVISTAS, (depois) =>
    db.query<Entrevista>(sql`
      select e.id, e.candidatura_id as candidatura, e.data::text, left(e.hora, 5) as hora, e.local, e.endereco, e.situacao
      from candidaturas_entrevistas e join candidaturas k on k.id = e.candidatura_id
      where k.candidato_id = ${candidatoId} and (e.avisar_candidato or e.data < ${hoje}::date) and e.id > ${depois} order by e.id limit ${ENTREVISTAS}`),
  );

interface Respondida {
  id: number;
  titulo: string;
  candidatura: number;
  respondidaEm: string;
}
type Avaliacao = Respondida & { respostas: Awaited<ReturnType<typeof emPalavras>> };

async function* comRespostas(
  db: Queryable,
  contaId: number,
  respondidas: readonly Respondida[],
): AsyncGenerator<Avaliacao, void, void> {
  for (const uma of respondidas) yield { ...uma, respostas: await lendo.hold(contaId, () => emPalavras(db, uma.id)) };
}

/** What is stored of the person, without what HR keeps for itself; the registration and its draft by the names of their fields. */
export async function dadosDe({ db, store }: Pick<Services, 'db' | 'store'>, acting: ExternalActing, contaId: number) {
  const conta = stillThere(
    await db.one<{ nome: string; cpf: string; email: string | null; criadaEm: string }>(
      sql`select nome, cpf, email, criada_em as "criadaEm" from contas_externas where id = ${contaId}`,
    ),
  );
  const id = await candidatoDa(db, contaId);
  const registros = store('captacao/candidatos');
  const registro = id === undefined ? undefined : await registros.readWhole(db, acting, id);
  const antes = await antesDaUniao(db, registros.lookup, registro);
  const candidaturas = await db.query<{
    id: number;
    vaga: string;
    situacao: keyof typeof situacoesDaCandidatura;
    inscritaEm: string;
    encerradaEm: string | null;
    respostaAte: string | null;
    recado: string | null;
  }>(sql`
    select k.id, ${tituloParaCandidatos} as vaga, k.situacao, k.inscrita_em as "inscritaEm", k.encerrada_em as "encerradaEm", k.resposta_ate::text as "respostaAte", k.recado
    from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id
    where k.candidato_id = ${id ?? null} order by k.id`);
  const documentos = id === undefined ? [] : await meusDocumentos(db, id, acting);
  const respondidas = await db.query<Respondida>(sql`
    select a.id, r.titulo, k.id as candidatura, a.respondida_em::text as "respondidaEm"
    from candidaturas k join avaliacoes_candidatos a on a.candidatura_id = k.id join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = a.id
    where k.candidato_id = ${id ?? null} and a.respondida_em is not null order by a.id`);
  const consentimentos = await db.query<{
    finalidade: string;
    versao: string | null;
    endereco: string | null;
    aceitoEm: string;
    retiradoEm: string | null;
    texto: string | null;
  }>(sql`
    select a.finalidade, a.versao, a.endereco, a.aceito_em as "aceitoEm", a.retirado_em as "retiradoEm", t.texto from aceites_privacidade a
    left join termos_privacidade t on t.empresa_id = ${acting.empresaId} and t.versao = a.versao where a.conta_id = ${contaId} order by a.id`);
  const rascunho = await rascunhoDe(db, contaId);
  return {
    conta,
    oQueNaoEsta: await oQueNaoEsta(db, acting),
    uniao: await avisoDaUniao(db, acting, contaId, id),
    cadastro: registro && semVazios(registro),
    cadastroComecado: rascunho && semVazios(rascunho),
    antesDaUniao: antes.map(({ cadastro, ...um }) => ({ ...um, cadastro: semVazios(cadastro) })),
    candidaturas,
    documentos: documentos.map(({ versao: _, ...documento }) => documento),
    consentimentos,
    /** read while they are told: together they are as long as somebody likes */
    historico: passosDe(db, contaId, id ?? null),
    entrevistas: semId(entrevistasDe(db, contaId, { candidatoId: id ?? null, hoje: acting.today })),
    mensagens: semId(mensagensA(db, contaId, id ?? null)),
    avaliacoes: comRespostas(db, contaId, respondidas),
  };
}

/** Characters of each long list that are read for paper, which sets fewer. */
const PARA_O_PAPEL = 512 * 1024;

async function comeco<T>(todas: AsyncIterable<T>): Promise<{ lidas: T[]; falta: boolean }> {
  const lidas: T[] = [];
  let letras = 0;
  for await (const uma of todas) {
    if (letras > PARA_O_PAPEL) return { lidas, falta: true };
    letras += JSON.stringify(uma).length;
    lidas.push(uma);
  }
  return { lidas, falta: false };
}

/** The same as far as paper may need it. */
export async function comecoDe(dados: Awaited<ReturnType<typeof dadosDe>>) {
  const [historico, entrevistas] = [await comeco(dados.historico), await comeco(dados.entrevistas)];
  const [mensagens, avaliacoes] = [await comeco(dados.mensagens), await comeco(dados.avaliacoes)];
  return {
    dados: {
      ...dados,
      historico: historico.lidas,
      entrevistas: entrevistas.lidas,
      mensagens: mensagens.lidas,
      avaliacoes: avaliacoes.lidas,
    },
    falta: [historico, entrevistas, mensagens, avaliacoes].some(({ falta }) => falta),
  };
}

/** An object as JSON, piece by piece; each of its lists row by row, also one that is read meanwhile. */
export const emJson = (dados: Dados) => inPieces(partesDe(dados));

async function* partesDe(dados: Dados): AsyncGenerator<string, void, void> {
  let antes = '{';
  for (const [nome, valor] of Object.entries(dados)) {
    if (valor === undefined) continue;
    yield `${antes}${JSON.stringify(nome)}:`;
    antes = ',';
    if (!isListed(valor)) {
      yield* partsOf(valor);
      continue;
    }
    let entre = '[';
    for await (const um of valor) {
      yield entre + JSON.stringify(um);
      entre = ',';
    }
    yield entre === '[' ? '[]' : ']';
  }
  yield '}';
}

const isListed = (valor: unknown): valor is AsyncIterable<unknown> | readonly unknown[] =>
  Array.isArray(valor) || (typeof valor === 'object' && valor !== null && Symbol.asyncIterator in valor);

const semVazios = (dados: Dados): Dados =>
  Object.fromEntries(
    Object.entries(dados).filter(
      ([nome, valor]) => !DE_OUTROS.has(nome) && valor !== null && valor !== '' && !(Array.isArray(valor) && valor.length === 0),
    ),
  );

const rotuloDe = (nome: string) => candidatos.fields[nome as keyof typeof candidatos.fields]?.label ?? nome;

/** The registration under the names of the screen. */
export const comRotulos = (dados: Dados): Dados =>
  Object.fromEntries(Object.entries(dados).map(([nome, valor]) => [rotuloDe(nome), valor]));
