import sql from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { closeRound, roundOf } from '#platform/questionario/rounds.server.ts';
import { AVALIACOES, avaliacaoDe, calcula } from './resultado.server.ts';
import { LINHAS, numerosDe, semNumeros } from './resultado.ts';

/** How many lines a result of an evaluation that was released has at most. */
export const linhasPorPessoa = async (db: Queryable, avaliacaoId: number): Promise<number> => {
  const { perguntas, competencias } = await db.only<{ perguntas: number; competencias: number }>(sql`
    select coalesce((
      select jsonb_array_length(v.definicao -> 'perguntas') from rodadas r join questionario_versoes v on v.id = r.versao_id
      where r.dono = ${AVALIACOES} and r.dono_id = ${avaliacaoId}), 0) as perguntas, coalesce((
      select max(c.quantas) from (
        select count(*)::int as quantas from config_niveis_faixas_configs_niveis_competencias i
        where i.registro_id in (select a.config_nivel_faixa_id from avaliados_desempenho a where a.avaliacao_desempenho_id = ${avaliacaoId})
        group by i.registro_id) c), 0) as competencias`);
  return perguntas + competencias;
};

/** Characters of results that are written at a time: a few milliseconds. */
const MAIS_TEXTO = 500_000;

const grava = (tx: Tx, resultados: ReadonlyMap<number, string>) =>
  tx.query(sql`
    update avaliados_desempenho a set desempenho = (r.resultado ->> 'desempenho')::numeric, potencial = (r.resultado ->> 'potencial')::numeric,
      performance = (r.resultado ->> 'performance')::numeric, metas = (r.resultado ->> 'metas')::numeric, resultado = r.resultado
    from unnest(${[...resultados.keys()]}::bigint[], ${[...resultados.values()]}::jsonb[]) as r(id, resultado)
    where a.id = r.id`);

/** Nobody answers any more, and the results stand from now on as they are written here: words once, and the numbers of each. */
export async function conclui(tx: Tx, avaliacaoId: number): Promise<void> {
  const avaliacao = await avaliacaoDe(tx, avaliacaoId);
  const rodada = await roundOf(tx, { dono: AVALIACOES, donoId: avaliacaoId });
  if (rodada) await closeRound(tx, rodada.id);
  const ditas = new Set<string>();
  const resultados = new Map<number, string>();
  let tamanho = 0;
  for await (const { id, configId, resultado } of calcula(tx, avaliacao, sql`true`)) {
    for (const qual of LINHAS) {
      const quais = qual === 'competencias' ? `${qual}:${configId}` : qual;
      const itens = ditas.has(quais) ? [] : semNumeros(resultado[qual]);
      ditas.add(quais);
      if (itens.length === 0) continue;
      await tx.query(sql`
        insert into itens_apurados (avaliacao_desempenho_id, quais, itens) values (${avaliacaoId}, ${quais}, ${JSON.stringify(itens)}::jsonb)`);
    }
    const numeros = Object.fromEntries(LINHAS.map((qual) => [qual, numerosDe(resultado[qual])]));
    const texto = JSON.stringify({ ...resultado, ...numeros });
    resultados.set(id, texto);
    tamanho += texto.length;
    if (tamanho < MAIS_TEXTO) continue;
    await grava(tx, resultados);
    resultados.clear();
    tamanho = 0;
  }
  await grava(tx, resultados);
}
