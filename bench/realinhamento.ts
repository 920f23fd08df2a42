import sql from 'sql-template-tag';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { type HttpAnswer, type HttpClient, httpClient, loginAt, until } from '#app/server-process.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { LongFigure } from './long.ts';
import { at } from './percentile.ts';
import type { Place } from './places.ts';
import { cpuOf } from './processes.ts';
import { openStage, type Stage } from './requests.ts';

const TABLES = '/api/cargo-salario/tabelas-reajustes-colaboradores';

/** What everybody earns today, as one number: cancelling has to bring it back. */
const payroll = ({ db, empresaId }: Stage) =>
  db.one<{ n: number; total: string; entries: number }>(sql`
    select count(*)::int as n, sum(salario_atual) as total,
      (select count(*)::int from talentos_historicos h join talentos t on t.id = h.registro_id where t.empresa_id = ${empresaId}) as entries
    from talentos where empresa_id = ${empresaId}`);

/** Somebody else's list, asked again and again, `every` so many ms, until told to stop: what they wait meanwhile. */
export function readOn(client: HttpClient, every = 0): () => Promise<string> {
  const times: number[] = [];
  let faults = 0;
  let stopped = false;
  const reading = (async () => {
    for (let page = 0; !stopped; page += 1) {
      const started = performance.now();
      const { status } = await client('GET', `/api/gestao-talentos/talentos?page=${page % 50}&size=15&sort=nome,asc`);
      times.push(performance.now() - started);
      if (status !== 200) faults += 1;
      await new Promise((resolve) => setTimeout(resolve, every));
    }
  })();
  return async () => {
    stopped = true;
    await reading;
    return `leituras de outro: ${times.length}, p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms, pior ${Math.max(...times).toFixed(0)} ms${faults ? `, ${faults} recusadas` : ''}`;
  };
}

/** A collective adjustment of everybody: its lines and what it would cost, applied by two people at once while a third one reads, taken back. */
export async function measureRealignment(place: Place, people: number): Promise<LongFigure[]> {
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  const { server, db, empresaId } = stage;
  const person = async () => httpClient(server.url, await loginAt(server.url, DEMO_LOGINS[0].cpf, DEMO_PASSWORD, empresaId));
  const [one, two, reader] = [await person(), await person(), await person()];
  const figures: LongFigure[] = [];
  const nome = `Medida ${Date.now()}`;
  const timed = async <T>(
    scenario: string,
    target: number,
    work: () => Promise<T>,
    note: (result: T) => string | Promise<string>,
  ): Promise<T> => {
    const cpu = cpuOf([server.child.pid as number]);
    const started = performance.now();
    const result = await work();
    const seconds = (performance.now() - started) / 1_000;
    const cpuSeconds = (cpuOf([server.child.pid as number]) - cpu) / 1_000;
    figures.push({ scenario, seconds, cpuSeconds, target, note: await note(result) });
    return result;
  };
  const ended = async (client: HttpClient, { status, body }: HttpAnswer): Promise<string> => {
    if (status !== 202) return `${status} ${JSON.stringify(body)?.slice(0, 160)}`;
    const { tarefaId } = body as { tarefaId: number };
    const { estado, mensagem } = await until(async () => {
      const now = (await client('GET', `/api/tarefas/${tarefaId}`)).body as { estado: string; mensagem: string | null };
      return now.estado !== 'fila' && now.estado !== 'executando' && now;
    }, 600_000);
    return `${estado}: ${mensagem ?? ''}`;
  };
  try {
    const before = await payroll(stage);
    const ids = async (table: 'estabelecimentos' | 'areas_organizacionais') =>
      (await db.query<{ id: number }>({ text: `select id from ${table} where empresa_id = $1`, values: [empresaId] })).map(
        ({ id }) => id,
      );
    const created = await one('POST', TABLES, { nome, data: addDays(today(), 1), tipoReajuste: 'P' });
    const { id } = created.body as { id: number };
    const form = {
      tabelaReajuste: id,
      estabelecimentosIds: await ids('estabelecimentos'),
      areasIds: await ids('areas_organizacionais'),
      reajustePor: '1',
      valorDissidio: 5,
      tambemPorFaixaEIndice: true,
    };
    const said = ({ status, body }: HttpAnswer) => `${status} ${JSON.stringify(body)?.slice(0, 120)}`;
    await timed(
      `realignment of ${people.toLocaleString('en')}: its lines`,
      10,
      async () => ended(one, await one('POST', '/api/cargo-salario/reajustes-colaboradores/aplicar-dissidio', form)),
      (told) => told,
    );
    await timed('  what it would cost', 10, () => one('GET', `${TABLES}/${id}/total-folha`), said);
    await timed('  equity between women and men', 10, () => one('GET', `${TABLES}/${id}/equidade`), said);
    const stopReading = readOn(reader);
    await timed(
      '  applied, two people at once',
      60,
      async () => {
        const answers = await Promise.all([one, two].map((client) => client('POST', `${TABLES}/${id}/aplicar`, {})));
        return Promise.all(answers.map((answer) => ended(one, answer)));
      },
      async (told) => `${told.join(' | ')} | ${await stopReading()}`,
    );
    await timed('  what it has cost', 10, () => one('GET', `${TABLES}/${id}/total-folha`), said);
    await timed(
      '  taken back',
      60,
      async () => ended(one, await one('POST', `${TABLES}/${id}/cancelar-reajuste`)),
      async (told) =>
        `${told} ${JSON.stringify(await payroll(stage)) === JSON.stringify(before) ? 'cada centavo de volta' : 'A FOLHA MUDOU'}`,
    );
  } finally {
    for (const client of [one, two, reader]) client.close();
    await db.tx(async (tx) => {
      await tx.query(
        sql`delete from reajustes_colaboradores where tabela_reajuste_id in (select id from tabelas_reajustes_colaboradores where nome = ${nome})`,
      );
      await tx.query(sql`delete from tabelas_reajustes_colaboradores where nome = ${nome}`);
    });
    await stage.stop();
  }
  return figures;
}
