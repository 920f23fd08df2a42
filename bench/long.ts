import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { httpClient, multipart, startServer, until } from '#app/server-process.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { writeXlsx } from '#kit/sheet/xlsx/xlsx-writer.server.ts';
import { KEPT, type Place } from './places.ts';
import { cpuOf, memoryOf, watchMemory } from './processes.ts';
import { openStage, type Stage } from './requests.ts';

export interface LongFigure {
  scenario: string;
  seconds: number;
  /** of the whole program: server, worker and database */
  cpuSeconds?: number;
  peakMiB?: number;
  /** of it, what server, worker and readers of files take; the rest is the database */
  ownMiB?: number;
  note?: string;
  target?: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** From start to listening, with a database that is already made; the median of three. Then the memory of the idle program, worker and database included. */
export async function coldStart({ env }: Place): Promise<{ seconds: number; memory: { rss: number; pss: number } }> {
  const times: number[] = [];
  let memory = { rss: 0, pss: 0 };
  for (let run = 0; run < 3; run += 1) {
    const server = await startServer(env);
    times.push(server.readyMs / 1_000);
    if (run === 2) {
      await pause(5_000);
      memory = memoryOf([server.child.pid as number]);
    }
    await server.stop();
  }
  return { seconds: times.sort((a, b) => a - b)[1] ?? 0, memory };
}

/** Waits for a task and measures the whole program meanwhile. */
export async function task(
  stage: Stage,
  scenario: string,
  target: number,
  start: () => Promise<{ status: number; body: unknown; bytes: Buffer }>,
): Promise<LongFigure> {
  const client = httpClient(stage.server.url, stage.cookie);
  const roots = [stage.server.child.pid as number];
  const stopWatch = watchMemory(roots);
  const cpu = cpuOf(roots);
  const started = performance.now();
  const sent = await start();
  const { tarefaId } = (sent.body ?? {}) as { tarefaId?: number };
  let note: string;
  if (sent.status === 202 && tarefaId) {
    const ended = await until(async () => {
      const now = (await client('GET', `/api/tarefas/${tarefaId}`)).body as { estado: string; mensagem: string | null };
      return now.estado !== 'fila' && now.estado !== 'executando' && now;
    }, 600_000);
    note = `${ended.estado}: ${ended.mensagem ?? ''}`;
  } else note = `${sent.status} ${sent.bytes.length > 2_000 ? `${sent.bytes.length} bytes` : sent.bytes.toString()}`;
  const seconds = (performance.now() - started) / 1_000;
  client.close();
  const { pss: peakMiB, own: ownMiB } = stopWatch();
  return { scenario, seconds, cpuSeconds: (cpuOf(roots) - cpu) / 1_000, peakMiB, ownMiB, note, target };
}

/** A workbook of employees as a personnel system would give it; a messy one has a fault in every tenth row. */
export async function peopleFile(stage: Stage, people: number, isMessy = false): Promise<Buffer> {
  const places = await stage.db.query<{ area: number; faixa: number }>(
    sql`select distinct area_organizacional_id as area, faixa_salarial_id as faixa from talentos_historicos h join talentos t on t.id = h.registro_id where t.empresa_id = ${stage.empresaId} limit 60`,
  );
  const labels = [
    'Nome',
    'CPF',
    'Matrícula',
    'Sexo',
    'Vínculo',
    'Data de nascimento',
    'Data de admissão',
    'E-mail',
    'Área Organizacional',
    'Faixa Salarial',
  ];
  function* rows() {
    for (let from = 0; from < people; from += 1_000)
      yield Array.from({ length: Math.min(1_000, people - from) }, (_, index) => {
        const i = from + index;
        const place = places[i % places.length];
        const isWrong = isMessy && i % 10 === 0;
        return {
          c0: `Pessoa Importada ${i}`,
          c1: CPF.sample(50_000_000 + (isWrong && i % 20 === 0 ? i + 1 : i)),
          c2: `I${i}`,
          c3: i % 2 ? 'Feminino' : 'Masculino',
          c4: 'Emprego',
          c5: isWrong ? '31 de fevereiro de 1990' : '1990-03-15',
          c6: '2024-02-01',
          c7: `pessoa${i}@exemplo.com.br`,
          c8: isWrong ? `Setor ${i % 70}` : String(place?.area ?? ''),
          c9: String(place?.faixa ?? ''),
        };
      });
  }
  const file = join(KEPT, 'pessoas.xlsx');
  await writeXlsx(
    {
      title: 'Pessoas',
      columns: labels.map((label, index) => ({
        key: `c${index}`,
        label,
        type: index === 5 || index === 6 ? ('date' as const) : ('text' as const),
        width: 20,
      })),
      rows: rows(),
    },
    createWriteStream(file),
  );
  return readFileSync(file);
}

/** Reports, exports and imports of the size that the second table of product.md names, in the background, through the wire. */
export async function measureLong(place: Place, people: number): Promise<LongFigure[]> {
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  const client = httpClient(stage.server.url, stage.cookie);
  const figures: LongFigure[] = [];
  try {
    const areas = await stage.db.query<{ id: number; n: number }>(
      sql`select area_atual_id as id, count(*)::int as n from talentos where empresa_id = ${stage.empresaId} and area_atual_id is not null group by 1 order by 2 desc`,
    );
    const chosen: number[] = [];
    let rows = 0;
    for (const { id, n } of areas) {
      if (rows >= people / 5) break;
      chosen.push(id);
      rows += n;
    }
    figures.push(
      await task(stage, `PDF of ${rows.toLocaleString('en')} rows`, 20, () =>
        client('POST', '/api/cargo-salario/relatorios/talentos-areas-organizacionais', {
          filtrarPor: '1',
          areasIds: chosen,
          statusSolicitacao: 'T',
          pdf: true,
        }),
      ),
    );
    figures.push(
      await task(stage, `XLSX of ${people.toLocaleString('en')} employees, every column`, 30, () =>
        client('GET', '/api/gestao-talentos/talentos/exportar?formato=xlsx'),
      ),
    );
    const dryRun = async (rows: number, isMessy: boolean, target: number) => {
      const file = multipart('pessoas.xlsx', await peopleFile(stage, rows, isMessy));
      const what = `${rows.toLocaleString('en')} ${isMessy ? 'messy rows' : 'employees'}, dry run`;
      const figure = await task(stage, `import of ${what}`, target, () =>
        client('POST', '/api/gestao-talentos/talentos/importar/analisar', file.body, file.headers),
      );
      const judged = await stage.db.one(
        sql`select total, validos, falhas_total as falhas, (select falhas from importacao_linhas l where l.importacao_id = i.id and falhas is not null limit 1) as primeira from importacoes i order by id desc limit 1`,
      );
      figures.push({ ...figure, note: `${figure.note} ${JSON.stringify(judged)?.slice(0, 300)}` });
      await stage.db.query(sql`delete from importacoes`);
    };
    // Memory is flat when five times the rows take no more of it.
    await dryRun(people / 5, false, 60);
    await dryRun(people, false, 60);
    await dryRun(people / 2, true, 60);
  } finally {
    client.close();
    await stage.db.query(sql`delete from importacoes`);
    await stage.stop();
  }
  return figures;
}
