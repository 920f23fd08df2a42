import type { Writable } from 'node:stream';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { Column } from '#kit/sheet/column.ts';
import { writeXlsx } from '#kit/sheet/xlsx/xlsx-writer.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';
import { type CellFault, fieldList, MOST_GROUPED, shown, textOf } from './import.ts';
import { canMake, mayInsert } from './makeable.server.ts';
import { readMemory } from './memory.server.ts';

const MOST_FAULTS_TOLD = 500;
const MOST_WARNINGS_TOLD = 100;

/**
 * Unknown names by field, how many and the first of them: those that could become records by their name alone, with those that will, and those
 * whose records this person may make by the form alone.
 */
async function unknownNames(db: Queryable, batch: Batch, fields: Fields, storeOf: (target: string) => Store, acting: Acting) {
  const references = Object.entries(fields).flatMap(([campo, { kind, label, target }]) => {
    if (kind !== 'ref' || !target) return [];
    const store = storeOf(target);
    const byName = canMake(store, acting);
    const { singular } = store.registry;
    return byName || mayInsert(store, acting) ? [{ campo, rotulo: label, singular, cadastro: target, byName }] : [];
  });
  if (references.length === 0) return { criaveis: [], inseriveis: [] };
  const rows = await db.query<{ campo: string; total: number; nomes: string[] }>({
    // Numbered first: the database would gather all of them in its memory for ten.
    text: `select campo, count(*)::int as total, array_agg(valor order by valor) filter (where n <= 10) as nomes from (
      select campo, valor, row_number() over (partition by campo order by valor) as n from (
        select distinct f.campo, f.valor from importacao_linhas l, jsonb_to_recordset(l.falhas) f(campo text, valor text, tipo text)
        where l.importacao_id = $1 and l.falhas @> '[{"tipo": "inexistente"}]' and f.tipo = 'inexistente' and f.campo = any($2)
        union
        select n.key, n.value from importacao_linhas l, jsonb_each_text(l.novos) n where l.importacao_id = $1 and n.key = any($3)) x) y group by campo`,
    values: [batch.id, references.map(({ campo }) => campo), batch.criar],
  });
  const asked = new Set(batch.criar);
  const told = references.flatMap(({ byName, ...about }) => {
    const { total = 0, nomes = [] } = rows.find(({ campo }) => campo === about.campo) ?? {};
    const criar = byName && asked.has(about.campo);
    return total > 0 || criar ? [{ ...about, total, nomes, criar, byName }] : [];
  });
  return {
    criaveis: told.flatMap(({ byName, cadastro: _cadastro, ...one }) => (byName ? [one] : [])),
    inseriveis: told.flatMap(({ byName, criar: _criar, ...one }) => (byName ? [] : [one])),
  };
}

interface Telling {
  /** the field that names a record */
  label: string;
  fields: Fields;
  /** fields without which no new record is made, besides those that are declared required */
  needed: readonly string[];
  storeOf(target: string): Store;
  acting: Acting;
  /** required fields of the configuration can be ignored */
  canRelax: boolean;
}

/** Most faults of one sentence that are told one by one. */
const MOST_ALIKE = 50;
const MOST_GROUPS = 200;
/** Rows of a group that are told by name. */
const FIRST_ROWS = 10;

/** The faults of a batch's first faulty rows, with the row and the name of what the row is about; $2 and $3 are where the name stands. */
const allFaults = `select l.linha, f.n, l.nome, coalesce(f.v ->> 'campo', '') as campo,
      coalesce(f.v ->> 'valor', '') as valor, f.v ->> 'mensagem' as mensagem, f.v ->> 'tipo' as tipo, f.v ->> 'sugestao' as sugestao
    from (select linha, falhas, left(coalesce(correcoes ->> $2::text, celulas ->> $3::int), 100) as nome from importacao_linhas where importacao_id = $1 and falhas is not null order by linha limit ${MOST_GROUPED}) l
    cross join jsonb_array_elements(l.falhas) with ordinality f(v, n)`;

const whereNamed = ({ id, colunas }: Batch, label: string): unknown[] => {
  const at = colunas.findIndex(({ campo }) => campo === label);
  return [id, label, at < 0 ? null : at];
};

interface ToldFault {
  linha: number;
  nome: string | null;
  campo: string;
  valor: string;
  mensagem: string;
  tipo: string | null;
  sugestao: string | null;
}

/** The first faults in the order of the file; of very many with one sentence only some, so that the others are told too. */
const faultsOf = (db: Queryable, batch: Batch, label: string) =>
  db.query<ToldFault>({
    text: `select linha, nome, campo, valor, mensagem, tipo, sugestao from (
        select x.*, row_number() over (partition by campo, mensagem order by linha) as nth from (${allFaults}) x) y
      where nth <= ${MOST_ALIKE} order by linha, n limit ${MOST_FAULTS_TOLD}`,
    values: whereNamed(batch, label),
  });

/** Faults with one sentence, told once: most first. */
const equalFaults = (db: Queryable, batch: Batch, label: string) =>
  db.query<{
    campo: string;
    mensagem: string;
    tipo: string | null;
    sugestao: string | null;
    total: number;
    valores: number;
    valor: string;
    linhas: { linha: number; nome: string | null }[];
  }>({
    text: `select campo, mensagem, max(tipo) as tipo, max(sugestao) as sugestao, count(*)::int as total, count(distinct valor)::int as valores, min(valor) as valor,
        (jsonb_agg(jsonb_build_object('linha', linha, 'nome', nome) order by linha) filter (where nth <= ${FIRST_ROWS})) as linhas
      from (select x.*, row_number() over (partition by campo, mensagem order by linha) as nth from (${allFaults}) x) y
      group by campo, mensagem having count(*) > 1 order by total desc, min(linha) limit ${MOST_GROUPS}`,
    values: whereNamed(batch, label),
  });

/** What an applied import did, counted. */
const outcomeOf = (db: Queryable, { id }: Batch) =>
  db.one<Record<'incluidos' | 'atualizados' | 'iguais' | 'foraTotal' | 'apagadas', number>>({
    text: `select count(*) filter (where registro_id is not null and antes is null and not apagada)::int as incluidos,
        count(*) filter (where registro_id is not null and antes is not null)::int as atualizados,
        count(*) filter (where registro_id is null and falhas is null and not pulada and not apagada)::int as iguais,
        count(*) filter (where falhas is not null or (pulada and not apagada))::int as "foraTotal",
        count(*) filter (where apagada)::int as apagadas from importacao_linhas where importacao_id = $1`,
    values: [id],
  });

/** A batch as the screen gets it: faults in the order of the file, the first 500 of them. */
export async function describe(db: Queryable, batch: Batch, { label, fields, needed, storeOf, acting, canRelax }: Telling) {
  const rows = await faultsOf(db, batch, label);
  const warned = await db.query<{ linha: number; avisos: string[]; total: number }>({
    text: `select linha, avisos, (count(*) over ())::int as total from importacao_linhas
      where importacao_id = $1 and falhas is null and avisos is not null order by linha limit $2`,
    values: [batch.id, MOST_WARNINGS_TOLD],
  });
  const columnOf = new Map(batch.colunas.map(({ coluna, campo }) => [campo, coluna]));
  const known = (campo: string) => (Object.hasOwn(fields, campo) ? campo : null);
  const falhas = rows.map(({ nome, tipo, sugestao, ...fault }) => ({
    ...fault,
    ...(nome ? { nome } : {}),
    coluna: columnOf.get(fault.campo) ?? null,
    campo: known(fault.campo),
    ...(tipo === null ? {} : { tipo }),
    ...(sugestao === null ? {} : { sugestao }),
  }));
  const done = batch.estado === 'aplicada' ? await outcomeOf(db, batch) : {};
  const groups = await equalFaults(db, batch, label);
  const memory = await readMemory(db, batch);
  const { id, empresaId: _empresa, usuarioId: _usuario, cadastro: _cadastro, arquivoId: _arquivo, inicio, ...told } = batch;
  return {
    importacaoId: id,
    ...told,
    ...done,
    inicio: inicio.map(({ row, cells }) => ({ linha: row, celulas: cells.slice(0, 12).map(shown) })),
    campos: fieldList(fields, needed),
    falhas,
    grupos: groups.map((group) => ({
      ...group,
      coluna: columnOf.get(group.campo) ?? null,
      campo: known(group.campo),
      opcional: known(group.campo) !== null && fields[group.campo]?.required === false && !needed.includes(group.campo),
    })),
    lembrado: memory ? { por: memory.por, em: memory.em, trocas: memory.trocas.length } : null,
    avisos: warned.flatMap(({ linha, avisos }) => avisos.map((mensagem) => ({ linha, mensagem }))),
    avisosTotal: warned[0]?.total ?? 0,
    ...(await unknownNames(db, batch, fields, storeOf, acting)),
    podeIgnorarOpcionais: canRelax,
  };
}

const column = (key: string, label: string, width: number): Column => ({ key, label, type: 'text', width });
const written = (cell: unknown): string => {
  const text = textOf(cell);
  return typeof cell === 'object' && cell !== null ? formatDate(text) : typeof cell === 'number' ? text.replace('.', ',') : text;
};

/** Rows that are read at a time: each may be as long as a row of a file and its corrections. */
const FEW_ROWS = 50;

interface FaultyRow {
  linha: number;
  celulas: unknown[];
  correcoes: Record<string, unknown> | null;
  falhas: CellFault[];
}

/** The faulty rows as they are now, each with its faults beside it: corrected and sent again, they are an import of their own. */
export async function writeFaulty(
  db: Database,
  batch: Batch,
  fields: Fields,
  { out, reader }: { out: Writable; reader: number | null },
): Promise<void> {
  const columns = batch.colunas.map(({ coluna, campo }, index) =>
    column(`c${index}`, campo === null ? coluna : (fields[campo]?.label ?? coluna), 22),
  );
  const labels = new Map(batch.colunas.map(({ campo }, index) => [campo, columns[index]?.label ?? '']));
  const sentence = ({ campo, mensagem, sugestao }: CellFault) => {
    const label = labels.get(campo) ?? fields[campo]?.label ?? '';
    const about = label === '' || mensagem.startsWith(label) ? '' : `${label}: `;
    return `${about}${mensagem}${sugestao ? ` (seria "${sugestao}"?)` : ''}`;
  };
  async function* rows() {
    const faulty = {
      text: 'select linha, celulas, correcoes, falhas from importacao_linhas where importacao_id = $1 and falhas is not null order by linha',
      values: [batch.id],
    };
    for await (const lines of db.stream<FaultyRow>(faulty, FEW_ROWS, reader))
      yield lines.map(({ linha, celulas, correcoes, falhas }) => ({
        ...Object.fromEntries(
          batch.colunas.map(({ campo }, index) => [
            `c${index}`,
            written(campo !== null && correcoes && Object.hasOwn(correcoes, campo) ? correcoes[campo] : celulas[index]),
          ]),
        ),
        linha: String(linha),
        falhas: falhas.map(sentence).join('; '),
      }));
  }
  const all = [...columns, column('linha', 'Linha na planilha enviada', 14), column('falhas', 'Falhas', 60)];
  await writeXlsx({ title: 'Linhas com falhas', columns: all, rows: rows() }, out);
}
