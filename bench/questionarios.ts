import { join } from 'node:path';
import sql from 'sql-template-tag';
import { MIGRATIONS, RIGHTS } from '#app/declared.server.ts';
import type { Acting } from '#kit/acting/acting.server.ts';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { DEFINICAO_VAZIA, type Definicao } from '#platform/questionario/definition.ts';
import { releaseRound } from '#platform/questionario/ledger.server.ts';
import type { Fonte } from '#platform/questionario/reader.server.ts';
import { comparison, results } from '#platform/questionario/results.server.ts';
import { at } from './percentile.ts';
import { KEPT, once } from './places.ts';

/** What somebody waits for results, in a database of 10,000,000 answers. */
export interface ResultsFigure {
  operation: string;
  p50: number;
  p95: number;
  target?: number;
}

const ROUNDS = 20;
const RESPONSES = 500_000;
const QUESTIONS = 20;
export const OPTIONS = 5;
/** Each question takes an id, and one for each option. */
const idOf = (question: number) => 1 + question * (OPTIONS + 1);

export const definicao: Definicao = {
  ...DEFINICAO_VAZIA,
  aspectos: [1, 2, 3, 4].map((id) => ({ id: 900 + id, nome: `Aspecto ${id}` })),
  perguntas: Array.from({ length: QUESTIONS }, (_, question) => ({
    id: idOf(question),
    texto: `Pergunta ${question + 1}`,
    tipo: '1',
    ajuda: null,
    obrigatoria: true,
    peso: 1,
    aspectoId: 901 + (question % 4),
    secaoId: null,
    respostas: Array.from({ length: OPTIONS }, (_o, option) => ({
      id: idOf(question) + 1 + option,
      texto: `${option}`,
      peso: option,
    })),
    notaMinima: null,
    notaMaxima: null,
    escala: 'N',
    rotuloMinimo: null,
    rotuloMaximo: null,
    exigirComentario: false,
    comentario: null,
    se: null,
  })),
  proximoId: 1_000,
};

/** 40 areas, 4 bonds, 3 shifts, 2 sexes. */
const dimensoes = ['area', 'vinculo', 'turno', 'sexo'].map((campo) => ({ campo, rotulo: campo, opcoes: {} }));
const lookup = () => {
  throw new Error('no dimension is a registry');
};

async function fill(db: Database): Promise<void> {
  const { empresaId } = await db.only<{ empresaId: number }>(sql`
    insert into empresas (nome, ativo, max_candidata_cargo, tempo_exclusao_candidato) values ('Medida', true, 0, 0) returning id as "empresaId"`);
  const { versaoId } = await db.only<{ versaoId: number }>(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
    values (${empresaId}, 'prova/pesquisas', 1, 1, ${JSON.stringify(definicao)}::jsonb, true) returning id as "versaoId"`);
  const slots = idOf(QUESTIONS - 1);
  for (let round = 1; round <= ROUNDS; round++) {
    // The second half is identified.
    const modo = round <= ROUNDS / 2 ? 'A' : 'I';
    const { id } = await db.only<{ id: number }>(sql`
      insert into rodadas (empresa_id, versao_id, dono, dono_id, titulo, modo, minimo, dimensoes, estado)
      values (${empresaId}, ${versaoId}, 'prova/rodadas', ${round}, 'Rodada', ${modo}, 5, ${JSON.stringify(dimensoes)}::jsonb, 'D') returning id`);
    await db.query(sql`
      with asked as (
        insert into participacoes (id, rodada_id, empresa_id, pessoa, atributos, estado)
        select ${round}::bigint * 1000000 + n, ${id}, ${empresaId}, 'talentos:' || n,
          array[1 + floor(40 * power(random(), 1.7)), 1 + floor(4 * random()), 1 + floor(3 * random()), 1 + floor(2 * random())]::int[], 'R'
        from generate_series(1, ${RESPONSES / ROUNDS}::int) n returning id, atributos)
      insert into respostas_dadas (id, rodada_id, participacao_id, atributos, notas)
      select id, ${id}, case when ${modo} = 'I' then id end, atributos,
        (select array_agg(case when i % ${OPTIONS + 1}::int = 1 then (i + 1 + floor(${OPTIONS}::int * power(random(), 0.6) + 0 * asked.id))::smallint end order by i)
          from generate_series(1, ${slots}::int) i)
      from asked`);
    await db.tx((tx) => releaseRound(tx, lookup, id));
  }
  await db.query({ text: 'vacuum analyze' });
}

async function make(dataDir: string): Promise<void> {
  const server = await openEmbedded({ dataDir });
  const owner = createDatabase({ ...server.owner, statement_timeout: 0 });
  try {
    await migrate(owner, MIGRATIONS, { rights: { ...RIGHTS, role: server.connection.user ?? '' } });
    await fill(owner);
  } finally {
    await owner.close();
    await server.stop();
  }
}

/** Asks as the routes do. */
export async function measureResults(ms: number): Promise<ResultsFigure[]> {
  const dataDir = join(KEPT, 'questionarios');
  await once(dataDir, { ROUNDS, RESPONSES, QUESTIONS }, () => make(dataDir));
  const server = await openEmbedded({ dataDir });
  const db = createDatabase(server.connection);
  try {
    const { empresaId } = await db.only<{ empresaId: number }>(sql`select empresa_id as "empresaId" from rodadas limit 1`);
    const acting = { empresaId, usuarioId: 1, can: () => true } as unknown as Acting;
    const fonte: Fonte = { db, lookup, dono: 'prova/rodadas' };
    const half = sql`select 'talentos:' || n as chave, 'Pessoa' as nome from generate_series(1, 12500) n`;
    const only = (...ids: number[]) => ({ ids, so: true });
    const some = (turn: number) => ({ area: only(1 + (turn % 20), 21, 22), vinculo: only(1, 2), sexo: only(1 + (turn % 2)) });
    const anonymous = (turn: number) => 1 + (turn % (ROUNDS / 2));
    const identified = (turn: number) => ROUNDS / 2 + anonymous(turn);
    const all = async (from: Fonte, asked: Parameters<typeof results>[2]) =>
      Array.fromAsync((await results(from, acting, asked)).grupos);
    const asked: readonly [operation: string, ask: (turn: number) => Promise<unknown>][] = [
      ['rodada anônima inteira', (turn) => all(fonte, { id: anonymous(turn), por: null, filtros: {} })],
      ['anônima por área', (turn) => all(fonte, { id: anonymous(turn), por: 'area', filtros: {} })],
      ['anônima por área, três filtros', (turn) => all(fonte, { id: anonymous(turn), por: 'area', filtros: some(turn) })],
      [
        'duas rodadas por área',
        (turn) => comparison(fonte, acting, { id: anonymous(turn), com: anonymous(turn + 1), por: 'area', filtros: {} }),
      ],
      ['identificada por área', (turn) => all(fonte, { id: identified(turn), por: 'area', filtros: {} })],
      [
        'identificada, metade das pessoas',
        (turn) => all({ ...fonte, pessoas: () => half }, { id: identified(turn), por: 'area', filtros: {} }),
      ],
    ];
    const figures: ResultsFigure[] = [];
    for (const [operation, ask] of asked) {
      const times: number[] = [];
      for (const end = performance.now() + ms; performance.now() < end || times.length < 12; ) {
        const begun = performance.now();
        await ask(times.length);
        times.push(performance.now() - begun);
      }
      figures.push({ operation, p50: at(times, 0.5), p95: at(times, 0.95), target: 1_000 });
    }
    return figures;
  } finally {
    await db.close();
    await server.stop();
  }
}
