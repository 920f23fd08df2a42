import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Wide } from '#kit/query/wide.server.ts';
import { excerptsOf, SEEN, tsquery } from '#kit/text/search.server.ts';
import { type Piece, searchQuery, unordered } from '#kit/text/search.ts';

/** The longest text that is searched. */
const MAIOR_TEXTO = 400_000;

/** The longest character of UTF-8, in bytes. */
const MAIOR_LETRA = 4;

/**
 * The texts of the CVs of a candidate (alias `c`): each file once, and none that begins behind the end of the searched text. How many bytes a text
 * has is known without unpacking it.
 */
const textosLidos = sql`
  select string_agg(l.texto, E'\n' order by l.ordem) from (
    select x.texto, v.ordem, sum(octet_length(x.texto)) over (order by v.ordem rows unbounded preceding) - octet_length(x.texto) as antes
    from (select curriculo_id, min(ordem) as ordem from candidatos_candidato_curriculos where registro_id = c.id group by curriculo_id) v
    join textos_de_arquivos x on x.arquivo_id = v.curriculo_id where x.texto is not null) l
  where l.antes < ${MAIOR_TEXTO * MAIOR_LETRA}::int`;

/** What of a candidate is searched by its words: CVs, what was copied of them, experiences, studies, knowledge. */
const textoDe = sql`concat_ws(E'\n', c.ocr_texto, c.cursos, c.observacao, (${textosLidos}),
  (select string_agg(concat_ws(' ', e.empresa, coalesce(g.nome, e.nome_mercado), e.observacao), E'\n' order by e.ordem)
    from candidatos_experiencias e left join cargos g on g.id = e.cargo_id where e.registro_id = c.id),
  (select string_agg(concat_ws(' ', f.curso, f.local, a.nome), E'\n' order by f.ordem)
    from candidatos_formacoes f join areas_formacao a on a.id = f.area_formacao_id where f.registro_id = c.id),
  (select string_agg(concat_ws(' ', r.titulo, r.organizacao), E'\n' order by r.ordem) from candidatos_certificados r where r.registro_id = c.id),
  (select string_agg(i.nome, ' ') from candidatos_idiomas l join idiomas i on i.id = l.idioma_id where l.registro_id = c.id),
  (select string_agg(k.nome, ' ') from candidatos_conhecimentos l join conhecimentos k on k.id = l.alvo_id where l.registro_id = c.id),
  (select string_agg(g.nome, ' ') from candidatos_cargos l join cargos g on g.id = l.alvo_id where l.registro_id = c.id))`;

/** Writes the searched text of the candidates (alias `c`) anew, where it has changed. */
export async function atualizaBusca(tx: Tx, quais: Sql): Promise<void> {
  await tx.query(sql`
    insert into candidatos_busca (candidato_id, empresa_id, texto)
    select c.id, c.empresa_id, left(${textoDe}, ${MAIOR_TEXTO}) from candidatos c where ${quais}
    on conflict (candidato_id) do update set texto = excluded.texto, empresa_id = excluded.empresa_id
      where candidatos_busca.texto <> excluded.texto`);
}

/** The candidates (alias `t`) of a company whose text has the words; no words: all. */
export function ondeTexto(texto: string, empresaId: number): Wide | Sql | undefined {
  const query = searchQuery(texto);
  if (query === null) return texto.trim() === '' ? undefined : sql`false`;
  const palavras = tsquery(query);
  const soltas = unordered(query);
  return {
    // As an array they are looked up in the order of the key, whether they are ten or half of the table.
    all: sql`t.id = any(array(select candidatos_com_palavras(${empresaId}, ${palavras})))`,
    // A phrase is looked for in texts that have its words: one that seldom stands together is not looked for in all of them.
    some: (most) => sql`
      select ${
        soltas === query
          ? sql`x.ids`
          : sql`array(select b.candidato_id from candidatos_busca b where b.candidato_id = any(x.ids) and b.vetor @@ ${palavras})`
      } as ids, cardinality(x.ids) <= ${most}::int as todos
      from (select array(select candidatos_com_palavras(${empresaId}, ${tsquery(soltas)}) limit ${most + 1}::int) as ids offset 0) x`,
    each: sql`(select b.vetor @@ ${palavras} from candidatos_busca b where b.candidato_id = t.id)`,
    among: (ids) => sql`
      select b.candidato_id as id from candidatos_busca b where b.candidato_id = any(${[...ids]}::bigint[]) and b.vetor @@ ${palavras}`,
    // The index knows words, not where they stand: of a phrase each text with its words is unpacked.
    isCostly: soltas !== query,
  };
}

/** Where the words stand in the texts of the candidates: a line or two of each. */
export async function trechosDe(
  db: Queryable,
  ids: readonly number[],
  texto: string,
): Promise<{ id: number; partes: Piece[] }[]> {
  const query = searchQuery(texto);
  if (query === null) return [];
  const achados = await db.query<{ id: number; texto: string }>(sql`
    select b.candidato_id as id, left(b.texto, ${SEEN}::int) as texto from candidatos_busca b where b.candidato_id = any(${ids}::bigint[]) and b.vetor @@ ${tsquery(query)}`);
  const trechos = await excerptsOf(db, achados, query);
  return achados.map(({ id }) => ({ id, partes: trechos.get(id) ?? [] }));
}
