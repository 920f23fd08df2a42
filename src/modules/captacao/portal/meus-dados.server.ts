import sql from 'sql-template-tag';
import type { ExternalActing } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import type { Fields } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { textOfHtml } from '#kit/fields/html-text.ts';
import { inPieces, partsOf } from '#kit/http/answer-size.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { AVALIACOES, emPalavras } from '../avaliacoes/dadas.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { DE_OUTROS } from '../candidatos/de-outros.ts';
import { situacoesDaCandidatura, situacoesDaEntrevista } from '../candidaturas/codigos.ts';
import { antesDaUniao, avisoDaUniao, oQueNaoEsta } from './avisos.server.ts';
import { candidatoDa } from './cadastro.server.ts';
import { meusDocumentos } from './documentos.server.ts';
import { lendo } from './lugares.server.ts';
import { rascunhoDe } from './rascunho.server.ts';
import { nomeDoPasso } from './selecao.server.ts';

type Dados = Readonly<Record<string, unknown>>;

interface Mensagem {
  candidatura: number;
  assunto: string;
  texto: string | null;
  enviadaEm: string;
}
/** Messages may be long, and there may be thousands of them. */
const MENSAGENS = 20;

async function* mensagensA(db: Queryable, contaId: number, candidatoId: number | null): AsyncGenerator<Mensagem, void, void> {
  for (let depois: number | undefined = 0; depois !== undefined; ) {
    const lidas: (Mensagem & { id: number })[] = await lendo.hold(contaId, () =>
      db.query(sql`
        select m.id, m.candidatura_id as candidatura, m.assunto, m.texto, m.enviado_em as "enviadaEm"
        from candidaturas_emails m join candidaturas k on k.id = m.candidatura_id
        where k.candidato_id = ${candidatoId} and m.id > ${depois} order by m.id limit ${MENSAGENS}`),
    );
    for (const { id: _, ...uma } of lidas) yield uma;
    depois = lidas.length < MENSAGENS ? undefined : lidas.at(-1)?.id;
  }
}

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
  const historico = await db.query<{ id: number; data: string; etapa: string; candidatura: number | null }>(sql`
    select h.id, h.data::text, ${nomeDoPasso} as etapa, h.candidatura_id as candidatura from candidatos_historicos h
    left join candidaturas k on k.id = h.candidatura_id left join etapas_seletivas e on e.id = h.etapa_seletiva_id where h.candidato_id = ${id ?? null} order by h.id`);
  // What is planned and was not announced yet is HR's, until its day has passed.
  const entrevistas = await db.query<{
    candidatura: number;
    data: string;
    hora: string;
    local: string | null;
    endereco: string | null;
    situacao: keyof typeof situacoesDaEntrevista;
  }>(sql`
    select e.candidatura_id as candidatura, e.data::text, left(e.hora, 5) as hora, e.local, e.endereco, e.situacao
    from candidaturas_entrevistas e join candidaturas k on k.id = e.candidatura_id where k.candidato_id = ${id ?? null}
      and (e.avisar_candidato or e.data < ${acting.today}::date) order by e.id`);
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
    historico,
    entrevistas,
    documentos: documentos.map(({ versao: _, ...documento }) => documento),
    consentimentos,
    /** read while they are told: together they are as long as somebody likes */
    mensagens: mensagensA(db, contaId, id ?? null),
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
  const [mensagens, avaliacoes] = [await comeco(dados.mensagens), await comeco(dados.avaliacoes)];
  return {
    dados: { ...dados, mensagens: mensagens.lidas, avaliacoes: avaliacoes.lidas },
    falta: mensagens.falta || avaliacoes.falta,
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

export type Par = [nome: string, valor: string];
export interface Secao {
  titulo: string;
  campos?: Par[];
  itens?: Par[][];
  colunas?: string[];
  linhas?: string[][];
  texto?: string;
}

/** Longer texts stand below their own title. */
const LONGO = 120;
const FINALIDADES: Readonly<Record<string, string>> = { termo: 'Termo de privacidade', banco: 'Considerar em outras vagas' };
const instante = (valor: string | null) => (valor === null ? '' : formatCell('instant', valor));
const dia = (valor: string | null) => (valor === null ? '' : formatCell('date', valor));

export const pares = (fields: Fields, dados: Dados): Par[] =>
  Object.entries(dados).flatMap(([nome, valor]): Par[] => {
    const field = fields[nome];
    const texto = field && field.kind !== 'rows' ? fieldText(field, valor) : '';
    return field && texto !== '' ? [[field.label, texto]] : [];
  });

/** A registration on paper: its single values, its lists, and its long texts. */
function doCadastro(titulo: string, fields: Fields, dados: Dados | undefined): Secao[] {
  if (!dados) return [];
  const valores = pares(fields, dados);
  const curtos = valores.filter(([, valor]) => valor.length <= LONGO);
  const listas = Object.entries(dados).flatMap(([nome, linhas]): Secao[] => {
    const field = fields[nome];
    if (field?.kind !== 'rows' || !Array.isArray(linhas)) return [];
    // A draft is kept as it came: a row of it may be anything.
    const ditas = linhas.filter((linha: unknown): linha is Dados => typeof linha === 'object' && linha !== null);
    return [{ titulo: field.label, itens: ditas.map((linha) => pares(field.fields ?? {}, linha)) }];
  });
  return [
    ...(curtos.length > 0 ? [{ titulo, campos: curtos }] : []),
    ...listas,
    ...valores.filter(([, valor]) => valor.length > LONGO).map(([nome, texto]) => ({ titulo: nome, texto })),
  ];
}

/** The same as the file, for reading: what `meus-dados.typ` draws. */
export function emSecoes(
  {
    conta,
    oQueNaoEsta: naoEsta,
    uniao,
    cadastro,
    cadastroComecado,
    antesDaUniao: antes,
    candidaturas,
    historico,
    entrevistas,
    mensagens,
    documentos,
    avaliacoes,
    consentimentos,
  }: Awaited<ReturnType<typeof comecoDe>>['dados'],
  settings: Dados,
): Secao[] {
  const fields: Fields = fieldsIn(candidatos, settings);
  const vagaDe = new Map(candidaturas.map(({ id, vaga }) => [id, vaga]));
  return [
    {
      titulo: 'Conta',
      campos: [
        ['Nome', conta.nome],
        ['CPF', CPF.format(conta.cpf)],
        ['E-mail', conta.email ?? ''],
        ['Criada em', instante(conta.criadaEm)],
      ],
    },
    { titulo: 'O que não está aqui', texto: naoEsta },
    ...(uniao === null ? [] : [{ titulo: 'Cadastro unificado', texto: uniao }]),
    ...doCadastro('Cadastro', fields, cadastro),
    ...doCadastro('Cadastro começado, ainda não enviado', fields, cadastroComecado),
    ...antes.flatMap((um) => doCadastro(`Outro cadastro, antes da união em ${instante(um.unificadoEm)}`, fields, um.cadastro)),
    ...(candidaturas.length > 0
      ? [
          {
            titulo: 'Candidaturas',
            colunas: ['Vaga', 'Situação', 'Inscrita em', 'Encerrada em', 'Resposta até', 'Recado da empresa'],
            linhas: candidaturas.map(({ vaga, situacao, inscritaEm, encerradaEm, respostaAte, recado }) => [
              vaga,
              situacoesDaCandidatura[situacao],
              instante(inscritaEm),
              instante(encerradaEm),
              dia(respostaAte),
              recado ?? '',
            ]),
          },
        ]
      : []),
    ...(historico.length > 0
      ? [
          {
            titulo: 'Histórico',
            colunas: ['Data', 'Vaga', 'Etapa'],
            linhas: historico.map(({ data, candidatura, etapa }) => [dia(data), vagaDe.get(candidatura ?? 0) ?? '', etapa]),
          },
        ]
      : []),
    ...(entrevistas.length > 0
      ? [
          {
            titulo: 'Entrevistas',
            colunas: ['Vaga', 'Quando', 'Onde', 'Situação'],
            linhas: entrevistas.map(({ candidatura, data, hora, local, endereco, situacao }) => [
              vagaDe.get(candidatura) ?? '',
              `${dia(data)} às ${hora}`,
              [local, endereco].filter(Boolean).join(' · '),
              situacoesDaEntrevista[situacao],
            ]),
          },
        ]
      : []),
    ...(mensagens.length > 0
      ? [
          {
            titulo: 'E-mails da seleção',
            colunas: ['Enviado em', 'Vaga', 'Assunto', 'Mensagem'],
            linhas: mensagens.map(({ candidatura, assunto, texto, enviadaEm }) => [
              instante(enviadaEm),
              vagaDe.get(candidatura) ?? '',
              assunto,
              texto ?? '',
            ]),
          },
        ]
      : []),
    ...(documentos.length > 0
      ? [
          {
            titulo: 'Documentos anexados',
            colunas: ['Descrição', 'Data', 'Arquivo', 'Endereço', 'Observação'],
            linhas: documentos.map(({ descricao, data, anexo, url, observacao }) => [
              descricao,
              dia(data),
              anexo?.nome ?? '',
              url ?? '',
              observacao ?? '',
            ]),
          },
        ]
      : []),
    ...avaliacoes.map(({ titulo, candidatura, respondidaEm, respostas }) => ({
      titulo: `Avaliação ${titulo}, de ${vagaDe.get(candidatura) ?? ''}, respondida em ${dia(respondidaEm)}`,
      colunas: ['Pergunta', 'Resposta'],
      linhas: respostas.map(({ pergunta, resposta }) => [pergunta, resposta]),
    })),
    ...(consentimentos.length > 0
      ? [
          {
            titulo: 'Consentimentos',
            colunas: ['Para quê', 'Dado em', 'Retirado em', 'Endereço de rede', 'Versão'],
            linhas: consentimentos.map(({ finalidade, aceitoEm, retiradoEm, endereco, versao }) => [
              FINALIDADES[finalidade] ?? finalidade,
              instante(aceitoEm),
              instante(retiradoEm),
              endereco ?? '',
              versao ?? '',
            ]),
          },
        ]
      : []),
    ...[...new Map(consentimentos.flatMap(({ versao, texto }) => (versao && texto ? [[versao, texto] as const] : [])))].map(
      ([versao, texto]) => ({ titulo: `Termo aceito, versão ${versao}`, texto: textOfHtml(texto) }),
    ),
  ];
}
