import sql from 'sql-template-tag';
import { httpClient } from '#app/server-process.server.ts';
import type { Place } from './places.ts';
import { memoryOfOne } from './processes.ts';
import { openStage } from './requests.ts';

export interface MemoryFigure {
  /** MiB of the server process alone, as it comes up, at the worst and some seconds after the last request */
  before: number;
  peak: number;
  after: number;
  requests: number;
  answers: Record<string, number>;
}

const PEOPLE = '/api/gestao-talentos/talentos';
const HISTORY = '/api/cargo-salario/colaboradores/historicos';
const AT_A_TIME = 8;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a morning asks for: mostly pages, searches and records, some whole lists and sheets. One of them each round. */
function morning(ids: readonly number[], i: number): string {
  const id = ids[i % ids.length];
  switch (i % 20) {
    case 0:
      return `${PEOPLE}/exportar?formato=${i % 40 === 0 ? 'xlsx' : 'csv'}`;
    case 1:
      return `${PEOPLE}?unpaged=true`;
    case 2:
      return `${HISTORY}?unpaged=true`;
    case 3:
      return `${PEOPLE}/${id}/ficha`;
    case 4:
      return '/api/cargo-salario/areas-organizacionais/relatorio';
    case 5:
    case 6:
      return `${PEOPLE}/opcoes?busca=${'abcdefgh'[i % 8]}`;
    case 7:
    case 8:
    case 9:
    case 10:
      return `${PEOPLE}/${id}`;
    case 11:
    case 12:
      return `${PEOPLE}?page=0&size=15&busca=${['silva', 'souza', 'maria', 'joao'][i % 4]}`;
    case 13:
      return `${PEOPLE}/${id}/historico`;
    default:
      return `${PEOPLE}?page=${i % 90}&size=${[15, 50, 100][i % 3]}&sort=${['nome', 'matricula', 'dataAdmissao'][i % 3]},asc`;
  }
}

/** Memory of the server process over so many mixed requests, exports included; its worker and database are processes of their own. */
export async function measureMemory(place: Place, requests = 3_000): Promise<MemoryFigure> {
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  try {
    const pid = stage.server.child.pid as number;
    const of = await stage.db.query<{ id: number }>(
      sql`select id from talentos where empresa_id = ${stage.empresaId} order by id limit 500`,
    );
    const ids = of.map(({ id }) => id);
    const before = memoryOfOne(pid);
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, memoryOfOne(pid))), 250);
    const answers: Record<string, number> = {};
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        const client = httpClient(stage.server.url, stage.cookie);
        while (next < requests) {
          const path = morning(ids, next++);
          const { status } = await client('GET', path);
          const name = `${status}`;
          answers[name] = (answers[name] ?? 0) + 1;
        }
        client.close();
      }),
    );
    await pause(5_000);
    clearInterval(watch);
    return { before, peak, after: memoryOfOne(pid), requests, answers };
  } finally {
    await stage.stop();
  }
}
