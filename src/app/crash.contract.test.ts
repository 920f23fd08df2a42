import { afterAll, describe, expect, it } from 'vitest';
import { crashPlaces, type Place } from './crash-places.server.ts';
import {
  type HttpClient,
  httpClient,
  loginAt,
  multipart,
  type ServerProcess,
  startServer,
  until,
} from './server-process.server.ts';

const SAVES = 1_000;
const CLIENTS = 8;
/** More than a request judges itself. */
const ROWS = 2_100;
const ready = 90_000;

describe.each(crashPlaces)('kill -9 on %s', (_name, open) => {
  let place: Place | undefined;
  let server: ServerProcess | undefined;
  const areas: number[] = [];
  afterAll(async () => {
    await server?.stop();
    await place?.end();
  });

  async function restart(env: Record<string, string>): Promise<HttpClient> {
    place ??= await open();
    await server?.stop();
    server = await startServer({ ...place.env, ...env });
    const client = httpClient(server.url, await loginAt(server.url, place.cpf, place.senha), CLIENTS);
    if (areas.length === 0)
      for (const nome of ['Área Um', 'Área Dois'])
        areas.push(((await client('POST', '/api/cargo-salario/areas-organizacionais', { nome })).body as { id: number }).id);
    return client;
  }

  it('loses no acknowledged save and leaves no half of a record, in the middle of 1,000', async () => {
    const client = await restart({ VINCULO_WORKERS: '0' });
    const acknowledged: number[] = [];
    let next = 0;
    let refused = 0;
    const killed = Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < SAVES) {
          const number = next++;
          const answer = await client('POST', '/api/captacao/areas-interesse', {
            nome: `Queda ${number}`,
            areasOrganizacionaisIds: areas,
          }).catch(() => null);
          if (answer === null) return;
          if (answer.status === 201) acknowledged.push((answer.body as { id: number }).id);
          else refused += 1;
        }
      }),
    );
    await until(async () => acknowledged.length >= SAVES / 2);
    await server?.kill();
    await killed;
    expect(refused).toBe(0);
    expect(acknowledged.length).toBeLessThan(SAVES);

    await restart({ VINCULO_WORKERS: '0' });
    expect(server?.readyMs).toBeLessThan(ready);
    const db = await (place as Place).database();
    try {
      const lost = await db.query({
        text: `select x.id from unnest($1::bigint[]) x(id) where not exists (select 1 from areas_interesse a where a.id = x.id)
          or not exists (select 1 from auditoria u where u.tabela = 'areas_interesse' and u.registro_id = x.id and u.acao = 'I')`,
        values: [acknowledged],
      });
      expect(lost).toEqual([]);
      const halves = await db.one<Record<string, number>>({
        text: `select
          (select count(*)::int from areas_interesse a where a.nome like 'Queda %' and not exists (select 1 from auditoria u where u.tabela = 'areas_interesse' and u.registro_id = a.id and u.acao = 'I')) as "withoutAudit",
          (select count(*)::int from auditoria u where u.tabela = 'areas_interesse' and u.acao = 'I' and not exists (select 1 from areas_interesse a where a.id = u.registro_id)) as "auditAlone",
          (select count(*)::int from areas_interesse a where a.nome like 'Queda %' and (select count(*) from areas_interesse_areas_organizacionais l where l.registro_id = a.id) <> 2) as "withoutLinks",
          (select count(*)::int from areas_interesse_areas_organizacionais l where not exists (select 1 from areas_interesse a where a.id = l.registro_id)) as "linksAlone"`,
      });
      expect(halves).toEqual({ withoutAudit: 0, auditAlone: 0, withoutLinks: 0, linksAlone: 0 });
      const kept = await db.one<{ n: number }>({
        text: `select count(*)::int as n from areas_interesse where nome like 'Queda %'`,
      });
      // At most what was under way was written without being acknowledged.
      expect(kept?.n).toBeLessThanOrEqual(acknowledged.length + CLIENTS);
    } finally {
      await db.close();
      await server?.stop();
    }
  });

  it('leaves nothing of an import that was under way, and its task resumes and ends', async () => {
    const client = await restart({ VINCULO_WORKERS: '1' });
    const base = '/api/captacao/areas-interesse/importar';
    const csv = ['Nome;Áreas Organizacionais', ...Array.from({ length: ROWS }, (_, index) => `Importada ${index};Área Um`)].join(
      '\n',
    );
    const file = multipart('areas.csv', Buffer.from(csv));
    const sent = (await client('POST', `${base}/analisar`, file.body, file.headers)).body as { importacaoId: number };
    const at = `${base}/${sent.importacaoId}`;
    const batch = (of: HttpClient) => async () => (await of('GET', at)).body as { estado: string; validos: number };
    const judged = await until(async () => {
      const now = await batch(client)();
      return now.estado !== 'analisando' && now;
    });
    expect(judged).toMatchObject({ estado: 'analisada', validos: ROWS });
    const { tarefaId } = (await client('POST', `${at}/aplicar`, { modo: 'inserir' })).body as { tarefaId: number };
    const before = await (place as Place).database();
    const first = await until(() =>
      before.one<{ trabalhador: string }>({
        text: 'select trabalhador from tarefas where id = $1 and progresso > 0',
        values: [tarefaId],
      }),
    );
    await server?.kill();
    await before.close();

    const again = await restart({ VINCULO_WORKERS: '1' });
    expect(server?.readyMs).toBeLessThan(ready);
    const db = await (place as Place).database();
    const text = `select (select count(*)::int from areas_interesse where nome like 'Importada %') as records,
      (select count(*)::int from auditoria where tabela = 'areas_interesse' and acao = 'I' and mudancas -> 'nome' ->> 1 like 'Importada %') as audited,
      (select estado from importacoes where id = $1) as estado, (select estado from tarefas where id = $2) as tarefa`;
    const look = () => db.one<Record<string, unknown>>({ text, values: [sent.importacaoId, tarefaId] });
    const nothing = { records: 0, audited: 0, estado: 'aplicando' };
    const everything = { records: ROWS, audited: ROWS, estado: 'aplicada', tarefa: 'concluida' };
    try {
      await until(async () => {
        const seen = await look();
        if (seen?.estado === 'aplicada') return true;
        expect(seen).toMatchObject(nothing);
        // Half a minute of silence passes, after which the first worker counts as dead.
        await db.query({
          text: `update tarefas set batida_em = now() - interval '1 minute' where id = $1 and trabalhador = $2 and estado = 'executando'`,
          values: [tarefaId, first.trabalhador],
        });
        return false;
      }, 40_000);
      expect(await look()).toEqual(everything);
      expect((await again('GET', at)).body).toMatchObject({ estado: 'aplicada' });
    } finally {
      await db.close();
      await server?.stop();
    }
  });
});
