import sql, { empty } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Idioma, idiomas, type Traducao } from '#platform/questionario/definition.ts';
import type { Texto } from '#platform/questionario/translations.ts';

/** All that the sheets of a company's evaluations may say, and its place on the screen. */
const ditos = (empresaId: number) => sql`(
    with c as (select * from competencias where empresa_id = ${empresaId})
    select btrim(dito) as texto, onde, maior, grupo, nome, parte, lugar from (
      select 0 as grupo, '' as nome, 0 as parte, 0 as lugar, descricao as dito, 'Nível' as onde, 60 as maior
        from niveis_competencia where empresa_id = ${empresaId}
      union all select 1, nome_ord, 0, 0, nome, 'Competência', 100 from c
      union all select 1, nome_ord, 1, 0, observacao, nome || ' · observação', 2000 from c
      union all select 1, c.nome_ord, 2, b.ordem::int, b.descricao, c.nome || ' · comportamento', 250 from c join (
          select registro_id as id, 'C' as tipo, descricao, ordem from conhecimentos_competencias
          union all select registro_id, 'H', descricao, ordem from habilidades_competencias
          union all select registro_id, 'A', descricao, ordem from atitudes_competencias) b
        on b.tipo = c.tipo and b.id = coalesce(c.conhecimento_id, c.habilidade_id, c.atitude_id)
      union all select 1, c.nome_ord, 3, 0, k.descricao, c.nome || ' · critério', 250
        from c join criterios_avaliacao_competencia k on k.competencia_id = c.id) x
    where btrim(dito) <> '')`;

/** Each text once, in the order of the screen. */
export async function textosDasCompetencias(db: Queryable, empresaId: number): Promise<Texto[]> {
  const linhas = await db.query<Texto>(
    sql`select texto, onde, maior from ${ditos(empresaId)} d order by grupo, nome, parte, lugar, texto`,
  );
  const achados = new Map<string, Texto>();
  for (const linha of linhas) {
    const ja = achados.get(linha.texto);
    if (ja) ja.maior = Math.min(ja.maior, linha.maior);
    else achados.set(linha.texto, linha);
  }
  return [...achados.values()];
}

/** The translations of some of a company's texts; without these, all that it has. */
export async function traducoesDe(db: Queryable, empresaId: number, textos?: readonly string[]): Promise<Traducao[]> {
  const so = textos ? sql`and md5(de) in (select md5(btrim(x)) from unnest(${[...textos]}::text[]) x)` : empty;
  const linhas = await db.query<{ idioma: Idioma; de: string; para: string }>(
    sql`select idioma, de, para from traducoes_das_competencias where empresa_id = ${empresaId} ${so} order by id`,
  );
  return (Object.keys(idiomas) as Idioma[]).flatMap((idioma) => {
    const dele = linhas.filter((linha) => linha.idioma === idioma);
    return dele.length === 0 ? [] : [{ idioma, textos: dele.map(({ de, para }) => ({ de, para })) }];
  });
}

interface Mudanca {
  idioma: Idioma;
  textos: readonly { de: string; para: string }[];
}

/** Writes some translations; an empty one is taken back. What was rewritten in Portuguese loses its own. */
export async function grava(tx: Tx, acting: Acting, { idioma, textos }: Mudanca): Promise<void> {
  const { empresaId } = acting;
  await tx.query(sql`select 1 from empresas where id = ${empresaId} for no key update`);
  const nomeados = await tx.query<Pick<Texto, 'texto' | 'maior'>>(sql`
    select texto, min(maior) as maior from ${ditos(empresaId)} d where texto = any(${textos.map(({ de }) => de)}::text[]) group by texto`);
  const maiores = new Map(nomeados.map(({ texto, maior }) => [texto, maior]));
  const faltas = textos.flatMap(({ de, para }, n) => {
    const maior = maiores.get(de);
    const field = `textos.${n}.para`;
    if (maior === undefined) return [{ field, message: 'Este texto mudou em português: recarregue a página.' }];
    return para.length > maior ? [{ field, message: `A tradução deve ter no máximo ${maior} caracteres` }] : [];
  });
  if (faltas.length > 0) throw refuse.invalid(faltas);
  await tx.query(sql`
    delete from traducoes_das_competencias t where empresa_id = ${empresaId} and not exists (
      select from ${ditos(empresaId)} d where d.texto = t.de)`);
  for (const { de, para } of textos) {
    const [antes] = await tx.query<{ id: number; para: string }>(sql`
      delete from traducoes_das_competencias where empresa_id = ${empresaId} and idioma = ${idioma} and de = ${de} returning id, para`);
    const agora =
      para === ''
        ? undefined
        : await tx.only<{ id: number }>(sql`
      insert into traducoes_das_competencias (empresa_id, idioma, de, para) values (${empresaId}, ${idioma}, ${de}, ${para}) returning id`);
    const id = agora?.id ?? antes?.id;
    if (id !== undefined && antes?.para !== para)
      await acting.audit(tx, {
        table: 'traducoes_das_competencias',
        id,
        action: antes ? (agora ? 'A' : 'E') : 'I',
        changes: { [`${idiomas[idioma]}: ${de}`.slice(0, 200)]: [antes?.para ?? null, agora ? para : null] },
      });
  }
}
