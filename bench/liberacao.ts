import sql from 'sql-template-tag';
import { type HttpAnswer, httpClient, until } from '#app/server-process.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { type LongFigure, task } from './long.ts';
import type { Place } from './places.ts';
import { openStage, type Stage } from './requests.ts';

const TARGET = 30;
const PESQUISAS = '/api/pesquisa/pesquisas';
const QUESTIONARIOS = '/api/pesquisa/questionarios';
const AVALIACOES = '/api/avaliacao/avaliacoes-desempenho';

const made = ({ status, body }: HttpAnswer): number => {
  const { id } = (body ?? {}) as { id?: number };
  if (id === undefined) throw new Error(`${status} ${JSON.stringify(body)}`);
  return id;
};

/** Invitations are written in the background; they are waited for apart, because nobody else waits for them. */
async function invited({ db }: Stage, donoId: number): Promise<LongFigure> {
  const started = performance.now();
  const mails = async () =>
    await db.only<{ n: number; left: number }>(sql`
      select count(p.bilhete)::int as n, (count(*) filter (where p.bilhete is null and t.email is not null))::int as left
      from participacoes p join rodadas r on r.id = p.rodada_id and r.dono = 'pesquisa/questionarios' and r.dono_id = ${donoId}
      join talentos t on p.pessoa = 'talentos:' || t.id`);
  const { n } = await until(async () => {
    const now = await mails();
    return now.left === 0 && now;
  }, 600_000);
  return {
    scenario: 'their invitations, each with its own link',
    seconds: (performance.now() - started) / 1_000,
    note: `${n} mails`,
  };
}

/** A survey and a performance evaluation of everybody in one large company: who takes part, and the release. */
export async function measureReleases(place: Place, people: number): Promise<LongFigure[]> {
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  const { server, cookie, db, empresaId } = stage;
  const client = httpClient(server.url, cookie);
  const all = people.toLocaleString('en');
  const figures: LongFigure[] = [];
  try {
    const pesquisa = made(await client('POST', `${PESQUISAS}/prontas`, { modelo: 'E' }));
    const survey = { titulo: 'Medida', pesquisa, modo: 'C', minimo: 5, alcance: 'T', dataFim: addDays(today(), 5) };
    const questionario = made(await client('POST', QUESTIONARIOS, survey));
    figures.push(
      await task(stage, `survey released to ${all} people`, TARGET, () =>
        client('POST', `${QUESTIONARIOS}/${questionario}/liberar`, {}),
      ),
      await invited(stage, questionario),
    );
    const avaliacao = made(
      await client('POST', AVALIACOES, {
        titulo: 'Medida',
        dataIni: today(),
        dataFim: addDays(today(), 20),
        avaliarSomenteCompetencias: true,
        tipo: '2.0',
        formato: '0',
        permiteAutoAvaliacao: true,
        anonima: false,
        pesoCompetencias: 1,
        pesoAutoavaliacao: 0,
        pesoLider: 1,
        pesoPar: 1,
        pesoSubordinado: 1,
        pesoAvaliador: 1,
      }),
    );
    figures.push(
      await task(stage, `${all} people put into an evaluation, two roles`, TARGET, () =>
        client('POST', `${AVALIACOES}/${avaliacao}/participantes`, { alcance: 'F', autoavaliacao: true, lider: true }),
      ),
      await task(stage, `evaluation of ${all} people released`, TARGET, () =>
        client('PUT', `${AVALIACOES}/${avaliacao}/liberada/true`),
      ),
    );
    return figures;
  } finally {
    client.close();
    // What was made goes, so that the kept data stay as they were.
    await db.query(sql`delete from emails where empresa_id = ${empresaId}`);
    await db.query(sql`delete from rodadas where empresa_id = ${empresaId}`);
    await db.query(sql`delete from participantes_avaliacao_desempenho where empresa_id = ${empresaId}`);
    await db.query(
      sql`delete from avaliacoes_desempenho where empresa_id = ${empresaId} and titulo = 'Medida' and situacao <> 'C'`,
    );
    await db.query(sql`delete from questionarios where empresa_id = ${empresaId}`);
    await db.query(sql`delete from pesquisas where empresa_id = ${empresaId}`);
    await stage.stop();
  }
}
