import sql from 'sql-template-tag';
import { type HttpAnswer, httpClient } from '#app/server-process.server.ts';
import { type LongFigure, task } from './long.ts';
import { concluded } from './nine-box.ts';
import { at } from './percentile.ts';
import type { Place } from './places.ts';
import { memoryOfOne } from './processes.ts';
import { openStage, type Stage } from './requests.ts';

const TARGET = 30;
const QUIET_MS = 3_000;
const LIST = '/api/gestao-talentos/talentos?page=0&size=15';
const PARTICIPANTES = '/api/avaliacao/participante-avaliacao-desempenho/exportar?formato=xlsx&avaliacaoDesempenho=';
const RESULTADO = '/api/avaliacao/relatorios/resultado-avaliacao';

/** A page of a list, again and again until `isOver`: its 95th percentile, ms. */
async function listed({ server, cookie }: Stage, isOver: () => boolean): Promise<number> {
  const client = httpClient(server.url, cookie);
  const times: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    await client('GET', LIST);
    times.push(performance.now() - started);
  }
  client.close();
  return at(times, 0.95);
}

/** A sheet that somebody asks for: what others feel meanwhile, and what the server alone takes. */
async function sheet(stage: Stage, scenario: string, start: () => Promise<HttpAnswer>): Promise<LongFigure> {
  const end = performance.now() + QUIET_MS;
  const quiet = await listed(stage, () => performance.now() > end);
  let isOver = false;
  let peak = 0;
  const meanwhile = listed(stage, () => {
    peak = Math.max(peak, memoryOfOne(stage.server.child.pid as number));
    return isOver;
  });
  const figure = await task(stage, scenario, TARGET, start).finally(() => {
    isOver = true;
  });
  const busy = await meanwhile;
  return {
    ...figure,
    note: `${figure.note}; server at most ${peak} MiB (target 350); a list meanwhile p95 ${busy.toFixed(0)} ms, before ${quiet.toFixed(0)} (target 3 ×)`,
  };
}

/** Two sheets about everybody in one large company: who evaluates whom, and the results. */
export async function measureSheets(place: Place, people: number): Promise<LongFigure[]> {
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  const { server, cookie, db, empresaId } = stage;
  const client = httpClient(server.url, cookie);
  const all = people.toLocaleString('en');
  try {
    const { avaliacao } = await concluded(stage);
    await db.query(sql`
      insert into participantes_avaliacao_desempenho (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso, resumo)
      select ${empresaId}, ${avaliacao}, t.id, t.id, 'U', 1, t.nome || ' – ' || t.nome from talentos t where t.empresa_id = ${empresaId}`);
    await db.query(sql`vacuum analyze participantes_avaliacao_desempenho`);
    return [
      await sheet(stage, `sheet of ${all} participants`, () => client('GET', `${PARTICIPANTES}${avaliacao}`)),
      await sheet(stage, `sheet of ${all} results`, () => client('POST', RESULTADO, { avaliacoesIds: [avaliacao], pdf: false })),
    ];
  } finally {
    client.close();
    await db.query(sql`delete from participantes_avaliacao_desempenho where empresa_id = ${empresaId}`);
    await stage.stop();
  }
}
