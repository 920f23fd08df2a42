import sql from 'sql-template-tag';
import { httpClient } from '#app/server-process.server.ts';
import type { Place } from './places.ts';
import { definicao, OPTIONS } from './questionarios.ts';
import { type Figure, measure, openStage, type Stage } from './requests.ts';

/** People who answer at the same time. */
const AT_ONCE = 500;
/** A save while one answers, and the sending, must not cost more CPU than lets two processors serve 500 people who save every five seconds. */
const TARGET = 15;
/** How often somebody who answers saves, in ms. */
const PAUSE = 5_000;
/** What a save of one of them may take, in ms, at the 95th percentile. */
const TARGET_95 = 150;
const PEOPLE = 30_000;
/** Numbers of twelve digits, as the last group of an UUID has them: other ones at each run, and for each measurement. */
const FIRST = 100_000_000_000;
const RUNS = 7_000;
const A_RUN = 100_000_000;
const A_MEASUREMENT = 100_000;
/** How far the numbers of a measurement are from those of its warm-up (`measure`). */
const AHEAD = 20_000_000;

/** A round that people answer by their links. The link of the person of number i is `medida-i`. */
async function fill({ db, empresaId }: Stage, from: number): Promise<void> {
  const { versaoId } = await db.only<{ versaoId: number }>(sql`
    insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
    values (${empresaId}, 'prova/pesquisas', ${from}, 1, ${JSON.stringify(definicao)}::jsonb, true) returning id as "versaoId"`);
  const { id } = await db.only<{ id: number }>(sql`
    insert into rodadas (empresa_id, versao_id, dono, dono_id, titulo, modo, minimo, dimensoes, estado)
    values (${empresaId}, ${versaoId}, 'prova/rodadas', ${from}, 'Medida', 'I', 5, '[]'::jsonb, 'A') returning id`);
  for (const first of [from, from + AHEAD])
    await db.query(sql`
      insert into participacoes (id, rodada_id, empresa_id, pessoa, atributos, estado, bilhete)
      select n, ${id}, ${empresaId}, 'medida:' || n, '{}', 'N', sha256(('medida-' || n)::bytea)
      from generate_series(${first}::bigint, ${first + PEOPLE}::bigint) n`);
  await db.query(sql`vacuum analyze participacoes`);
}

/** A user of the company opens a list every half second: all who answer ask from one address, and have no more rights than others beside a user. */
function somebodyWorks({ server, cookie }: Stage): () => void {
  const client = httpClient(server.url, cookie);
  const clock = setInterval(() => void client('GET', '/api/gestao-talentos/talentos?page=0&size=15').catch(() => null), 500);
  return () => {
    clearInterval(clock);
    client.close();
  };
}

/** Many people answer at the same time: a save while they answer, and the sending of all answers. */
export async function measureAnswering(place: Place, ms: number, only?: RegExp): Promise<Figure[]> {
  const stage = await openStage(place);
  const { server, cookie, db } = stage;
  const respostas = definicao.perguntas.map(({ id }, at) => ({ perguntaId: id, respostaId: id + 1 + (at % OPTIONS) }));
  const asked = [
    ['guardar enquanto responde', 'PUT', '/api/publico/responder/rascunho', { revisao: 0 }, 16, 0],
    [`guardar, ${AT_ONCE} pessoas`, 'PUT', '/api/publico/responder/rascunho', { revisao: 0 }, AT_ONCE, PAUSE],
    ['enviar', 'POST', '/api/publico/responder/enviar', { envio: '00000000-0000-4000-8000-{i}' }, 16, 0],
    [
      `enviar, ${AT_ONCE} sem pausa`,
      'POST',
      '/api/publico/responder/enviar',
      { envio: '00000000-0000-4000-8000-{i}' },
      AT_ONCE,
      0,
    ],
  ] as const;
  try {
    const figures: Figure[] = [];
    const run = FIRST + (Math.floor(Date.now() / 1_000) % RUNS) * A_RUN;
    for (const [at, [operation, method, path, more, clients, pause]] of asked.entries()) {
      if (only && !only.test(operation)) continue;
      const from = run + at * A_MEASUREMENT;
      await fill(stage, from);
      const body = JSON.stringify({ bilhete: 'medida-{i}', ...more, respostas });
      const load = {
        url: server.url,
        cookie,
        method,
        paths: [path],
        body,
        clients,
        pause,
        ms: pause ? Math.max(ms, 3 * pause) : ms,
        from,
      };
      const stop = pause ? somebodyWorks(stage) : () => {};
      const own = await measure(server.child.pid as number, stage.postmaster === null ? [] : [stage.postmaster], load);
      stop();
      if (Object.keys(own.faults).length > 0) throw new Error(`${operation}: ${JSON.stringify(own.faults)} ${own.sample}`);
      figures.push({
        operation,
        ...own,
        requests: (own.requests * ms) / load.ms,
        target: TARGET,
        ...(pause ? { target95: TARGET_95 } : {}),
      });
    }
    return figures;
  } finally {
    await db.query(sql`delete from rodadas where dono = 'prova/rodadas'`);
    await db.query(sql`delete from questionario_versoes where dono = 'prova/pesquisas'`);
    await stage.stop();
  }
}
