import type { Writable } from 'node:stream';
import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import { unsayable } from '#kit/registry/registry.ts';
import type { Column } from '#kit/sheet/column.ts';
import { writeXlsx } from '#kit/sheet/xlsx/xlsx-writer.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';
import { blankInput, type CellFault, fieldList, shown, textOf } from './import.ts';

const MOST_FAULTS_TOLD = 500;
const MOST_WARNINGS_TOLD = 100;

/** Whether a name is enough to make a record of this registry, and this person may make it. */
function canMake({ registry }: Store, acting: Acting): boolean {
  if (registry.readOnly || registry.scope !== 'empresa' || !acting.can(`${registry.authority}_EDITAR`)) return false;
  const input = { ...blankInput(registry), [registry.label]: 'Nome' };
  return !unsayable(registry, acting.can) && check(registry, input, worldOf(acting)).ok;
}

/** Unknown names that could become records: by field, how many and the first of them. */
async function makeable(db: Queryable, batch: Batch, fields: Fields, storeOf: (target: string) => Store, acting: Acting) {
  const possible = Object.entries(fields).filter(
    ([, { kind, target }]) => kind === 'ref' && target && canMake(storeOf(target), acting),
  );
  if (possible.length === 0) return [];
  const rows = await db.query<{ campo: string; total: number; nomes: string[] }>({
    text: `select campo, count(*)::int as total, (array_agg(valor order by valor))[1:10] as nomes from (
        select distinct f ->> 'campo' as campo, f ->> 'valor' as valor from importacao_linhas l, jsonb_array_elements(l.falhas) f
        where l.importacao_id = $1 and l.falhas is not null and f ->> 'tipo' = 'inexistente' and f ->> 'campo' = any($2)) x group by campo`,
    values: [batch.id, possible.map(([campo]) => campo)],
  });
  const asked = new Set(batch.criar);
  return possible.flatMap(([campo, { label, target }]) => {
    const found = rows.find((row) => row.campo === campo);
    if (!found && !asked.has(campo)) return [];
    const singular = storeOf(target ?? '').registry.singular;
    return [{ campo, rotulo: label, singular, total: found?.total ?? 0, nomes: found?.nomes ?? [], criar: asked.has(campo) }];
  });
}

interface Telling {
  fields: Fields;
  storeOf(target: string): Store;
  acting: Acting;
  /** required fields of the configuration can be ignored */
  canRelax: boolean;
}

/** A batch as the screen gets it: faults in the order of the file, the first 500 of them. */
export async function describe(db: Queryable, batch: Batch, { fields, storeOf, acting, canRelax }: Telling) {
  const rows = await db.query<{ linha: number; falhas: CellFault[] }>({
    text: 'select linha, falhas from importacao_linhas where importacao_id = $1 and falhas is not null order by linha limit $2',
    values: [batch.id, MOST_FAULTS_TOLD],
  });
  const warned = await db.query<{ linha: number; avisos: string[]; total: number }>({
    text: `select linha, avisos, (count(*) over ())::int as total from importacao_linhas
      where importacao_id = $1 and falhas is null and avisos is not null order by linha limit $2`,
    values: [batch.id, MOST_WARNINGS_TOLD],
  });
  const columnOf = new Map(batch.colunas.map(({ coluna, campo }) => [campo, coluna]));
  const falhas = rows
    .flatMap(({ linha, falhas: of }) =>
      of.map((fault) => ({
        linha,
        coluna: columnOf.get(fault.campo) ?? null,
        ...fault,
        campo: Object.hasOwn(fields, fault.campo) ? fault.campo : null,
      })),
    )
    .slice(0, MOST_FAULTS_TOLD);
  const { id, empresaId: _empresa, usuarioId: _usuario, cadastro: _cadastro, arquivoId: _arquivo, inicio, ...told } = batch;
  return {
    importacaoId: id,
    ...told,
    inicio: inicio.map(({ row, cells }) => ({ linha: row, celulas: cells.slice(0, 12).map(shown) })),
    campos: fieldList(fields),
    falhas,
    avisos: warned.flatMap(({ linha, avisos }) => avisos.map((mensagem) => ({ linha, mensagem }))),
    avisosTotal: warned[0]?.total ?? 0,
    criaveis: await makeable(db, batch, fields, storeOf, acting),
    podeIgnorarOpcionais: canRelax,
  };
}

const column = (key: string, label: string, width: number): Column => ({ key, label, type: 'text', width });
const written = (cell: unknown): string => {
  const text = textOf(cell);
  return typeof cell === 'object' && cell !== null ? formatDate(text) : typeof cell === 'number' ? text.replace('.', ',') : text;
};

interface FaultyRow {
  linha: number;
  celulas: unknown[];
  correcoes: Record<string, unknown> | null;
  falhas: CellFault[];
}

/** The faulty rows as they are now, each with its faults beside it: corrected and sent again, they are an import of their own. */
export async function writeFaulty(db: Database, batch: Batch, fields: Fields, out: Writable): Promise<void> {
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
    for await (const lines of db.stream<FaultyRow>({
      text: 'select linha, celulas, correcoes, falhas from importacao_linhas where importacao_id = $1 and falhas is not null order by linha',
      values: [batch.id],
    }))
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
