import sql, { join, raw } from 'sql-template-tag';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { httpClient, loginAt } from '#app/server-process.server.ts';
import { CAIXAS, LIMITES, PADRAO } from '#modules/avaliacao/public.server.ts';
import { at } from './percentile.ts';
import type { Place } from './places.ts';
import type { ResultsFigure } from './questionarios.ts';
import { openStage, type Stage } from './requests.ts';

const TARGET = 1_000;
const ROUNDS = 12;

/** Everybody of the company in a concluded evaluation, each result with twelve competencies, and fifty people moved. */
async function fill({ db, empresaId }: Stage): Promise<{ avaliacao: number; id: number }> {
  const { avaliacao } = await db.only<{ avaliacao: number }>(sql`
    insert into avaliacoes_desempenho (empresa_id, titulo, data_ini, data_fim, tipo, peso_competencias, situacao)
    values (${empresaId}, 'Medida', '2026-01-01', '2026-01-31', '2.0', 1, 'C') returning id as avaliacao`);
  const resultado = JSON.stringify({
    competencias: Array.from({ length: 12 }, (_, n) => ({
      id: n,
      nome: `Competência de número ${n}`,
      tipo: 'H',
      peso: 1,
      exigido: 80,
      nivelExigido: 'Pleno',
      obtido: 60,
      auto: 70,
      porPapel: { L: 60, U: 70 },
    })),
  });
  await db.query(sql`
    insert into avaliados_desempenho (empresa_id, avaliacao_desempenho_id, colaborador_id, area_id, cargo_id, desempenho, potencial, resultado)
    select ${empresaId}, ${avaliacao}, t.id, t.area_atual_id, t.cargo_atual_id, 100 * random(), 100 * random(), ${resultado}::jsonb
    from talentos t where t.empresa_id = ${empresaId}`);
  const { percentualBaixoPotencial, percentualAltoPotencial, percentualBaixoDesempenho, percentualAltoDesempenho } = LIMITES;
  const textos = CAIXAS.flatMap((caixa) => [
    [`box${caixa}_nomeclatura`, PADRAO[caixa].nomeclatura] as const,
    [`box${caixa}_descricao`, PADRAO[caixa].descricao] as const,
  ]);
  const { id } = await db.only<{ id: number }>(sql`
    insert into ninebox (empresa_id, titulo, nome, data, situacao, percentual_baixo_potencial, percentual_alto_potencial, percentual_baixo_desempenho,
      percentual_alto_desempenho, ${join(textos.map(([coluna]) => raw(coluna)))})
    values (${empresaId}, 'Medida', 'Medida', '2026-02-01', 'E', ${percentualBaixoPotencial}, ${percentualAltoPotencial}, ${percentualBaixoDesempenho},
      ${percentualAltoDesempenho}, ${join(textos.map(([, texto]) => texto))}) returning id`);
  await db.query(sql`insert into ninebox_avaliacoes_desempenho (registro_id, alvo_id, ordem) values (${id}, ${avaliacao}, 1)`);
  await db.query(sql`
    insert into movimentos_nine_box (empresa_id, nine_box_id, colaborador_id, passo, de, para, calculada, desempenho, potencial, motivo, usuario_id)
    select ${empresaId}, ${id}, colaborador_id, 1, 5, 6, 5, 50, 50, 'Medida', (select min(id) from usuarios) from avaliados_desempenho
    where avaliacao_desempenho_id = ${avaliacao} order by colaborador_id limit 50`);
  await db.query({ text: 'vacuum analyze avaliados_desempenho' });
  return { avaliacao, id };
}

/** An evaluation of everybody with its results, and the nine-box of it: made once. */
export async function concluded(stage: Stage): Promise<{ avaliacao: number; id: number }> {
  const there = await stage.db.one<{ id: number; avaliacao: number }>(sql`
    select n.id, x.alvo_id as avaliacao from ninebox n join ninebox_avaliacoes_desempenho x on x.registro_id = n.id
    where n.empresa_id = ${stage.empresaId} and n.nome = 'Medida' limit 1`);
  return there ?? (await fill(stage));
}

/** The nine-box of everybody in one large company: whole, one area of it, a box's people, the managers. */
export async function measureNineBox(place: Place): Promise<ResultsFigure[]> {
  const stage = await openStage(place);
  const { server, empresaId } = stage;
  const { id } = await concluded(stage);
  const client = httpClient(server.url, await loginAt(server.url, DEMO_LOGINS[0].cpf, DEMO_PASSWORD, empresaId));
  try {
    const base = `/api/avaliacao/ninebox`;
    const inteiro = (await client('GET', `${base}/chart/${id}`)).body as { total: number; areas: { fatia: string }[] };
    const asked: readonly [operation: string, url: string][] = [
      [`quadro de ${inteiro.total.toLocaleString('pt-BR')} pessoas`, `${base}/chart/${id}`],
      ['quadro de uma área', `${base}/chart/${id}?area=${inteiro.areas[0]?.fatia}`],
      ['pessoas de um quadrante', `${base}/chart/${id}/pessoas?caixas=5`],
      ['pessoas por parte do nome', `${base}/chart/${id}/pessoas?busca=silva`],
      ['por gestor', `${base}/${id}/gestores`],
    ];
    const figures: ResultsFigure[] = [];
    for (const [operation, url] of asked) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now();
        const { status, body } = await client('GET', url);
        times.push(performance.now() - begun);
        if (status !== 200) throw new Error(`${url}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
      figures.push({ operation, p50: at(times, 0.5), p95: at(times, 0.95), target: TARGET });
    }
    return figures;
  } finally {
    client.close();
    await stage.stop();
  }
}
