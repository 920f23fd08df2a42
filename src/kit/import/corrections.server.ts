import { z } from 'zod';
import { isWellFormedText } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { Files } from '#kit/files/files.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Batch, batchOf, elsewhere } from './batch.server.ts';
import { type Heading, remap } from './heading.ts';
import { CONFIRMED, type ColumnMap } from './import.ts';
import { byKnownNames, type Naming } from './known-names.server.ts';
import { forgetMemory, remember } from './memory.server.ts';
import { countRows } from './room.server.ts';
import { type Asked, askHeading, chooseHeading, isStill } from './stage.server.ts';

const soundText = (max: number) => z.string().max(max, { abort: true }).refine(isWellFormedText);
const name = soundText(300);
const cell = z.union([soundText(32_767), z.number(), z.boolean(), z.null()]);

const schema = z.object({
  /** another sheet of the workbook */
  aba: name.optional(),
  /** the number of the row, among the first ones of the sheet, that holds the titles of the columns */
  cabecalho: z.int().min(1).max(10_000_000).optional(),
  mapa: z.record(name, name.nullable()).optional(),
  celulas: z
    .array(z.object({ linha: z.int().min(1).max(10_000_000), campo: name, valor: cell }))
    .max(5_000)
    .optional(),
  /** every faulty cell of the field with this value */
  iguais: z
    .array(z.object({ campo: name, de: soundText(200), para: cell }))
    .max(500)
    .optional(),
  /** fields whose unknown names become new records */
  criar: z.array(name).max(50).optional(),
  /** single unknown names that become new records */
  criarNomes: z
    .array(z.object({ campo: name, nome: soundText(200).min(1) }))
    .max(500)
    .optional(),
  /** rows with one of these faults are left out */
  pular: z
    .array(z.object({ campo: name, mensagem: soundText(2_000) }))
    .max(200)
    .optional(),
  /** rows that wait for a confirmation of this sentence, one of them or all, have it */
  confirmar: z
    .array(z.object({ mensagem: soundText(2_000), linha: z.int().min(1).max(10_000_000).optional() }))
    .max(500)
    .optional(),
  /** rows that were left out come back */
  retomar: z.boolean().optional(),
  /** what the company remembers of files with these titles is dropped, and the columns are proposed anew */
  esquecer: z.boolean().optional(),
  modo: z.enum(['inserir', 'inserirOuAtualizar']).optional(),
  ignoraOpcionaisObrigatorios: z.boolean().optional(),
});

type Corrections = z.output<typeof schema>;

/** Corrections, and the heading that they ask for. */
interface Correction extends Corrections {
  asked?: Asked | null;
}

/** Characters in all corrections of a row together: one full cell, and short ones. */
const MOST_TEXT_OF_CORRECTIONS = 40 * 1024;
/** The same of what replaces equal cells, for it may go into every row. */
const MOST_TEXT_OF_EQUALS = 8 * 1024;

/** A longer text is not remembered for other files: it is neither a choice nor a label. */
const LONGEST_SWAP = 200;

/** The most text that one row gets by replacing equal cells. */
function textOfEquals(iguais: NonNullable<Corrections['iguais']>): number {
  const longest = new Map<string, number>();
  for (const { campo, para } of iguais)
    if (typeof para === 'string') longest.set(campo, Math.max(longest.get(campo) ?? 0, para.length));
  return [...longest.values()].reduce((sum, length) => sum + length, 0);
}

/** What the screen changes of a batch before it is judged again. */
export function judgeCorrections(body: unknown, batch: Batch, fields: Fields): Corrections {
  const read = schema.safeParse(body ?? {});
  if (!read.success) throw refuse.invalid([{ field: read.error.issues[0]?.path.join('.') ?? '', message: 'Valor inválido' }]);
  const { mapa = {}, celulas = [], iguais = [], criar = [], criarNomes = [], cabecalho, aba } = read.data;
  const issues: { field: string; message: string }[] = [];
  const isField = (field: string, campo: string) => {
    if (!Object.hasOwn(fields, campo)) issues.push({ field, message: `O campo ${campo} não existe neste cadastro` });
  };
  const columns = new Set(batch.colunas.map(({ coluna }) => coluna));
  const campos = Object.values(mapa).filter((campo) => campo !== null);
  for (const coluna of Object.keys(mapa))
    if (!columns.has(coluna)) issues.push({ field: `mapa.${coluna}`, message: 'A coluna não existe no arquivo' });
  for (const campo of campos) isField('mapa', campo);
  if (new Set(campos).size < campos.length) issues.push({ field: 'mapa', message: 'Um campo só pode vir de uma coluna' });
  for (const [index, { campo }] of celulas.entries()) isField(`celulas.${index}.campo`, campo);
  for (const [index, { campo }] of iguais.entries()) isField(`iguais.${index}.campo`, campo);
  for (const campo of new Set([...criar, ...criarNomes.map((one) => one.campo)])) {
    isField('criar', campo);
    if (fields[campo] && fields[campo].kind !== 'ref')
      issues.push({ field: 'criar', message: `O campo ${campo} não nomeia outro cadastro` });
  }
  if (textOfEquals(iguais) > MOST_TEXT_OF_EQUALS)
    issues.push({ field: 'iguais', message: 'O texto é longo demais para várias células: corrija uma por uma' });
  if (aba !== undefined && !batch.abas.includes(aba)) issues.push({ field: 'aba', message: 'Escolha uma das abas da planilha' });
  if (cabecalho !== undefined && Object.keys(mapa).length + celulas.length + iguais.length > 0)
    issues.push({ field: 'cabecalho', message: 'Escolha o cabeçalho antes de corrigir colunas e células' });
  if (issues.length > 0) throw refuse.invalid(issues);
  return read.data;
}

/** The corrections with their heading, for which wide rows are searched before anything is locked. */
export async function withHeading(corrections: Corrections, batch: Batch, fields: Fields): Promise<Correction> {
  const { cabecalho = batch.cabecalho, esquecer } = corrections;
  const isAsked = esquecer || cabecalho !== batch.cabecalho;
  return { ...corrections, asked: isAsked ? await askHeading(batch, cabecalho, fields) : null };
}

/**
 * Writes the corrections into the batch and answers it as it is judged next. One correction may fill very many cells, which count
 * as stored like the cells of the file.
 */
export async function correct(
  tx: Tx,
  files: Files,
  batch: Batch,
  correction: Correction,
  fields: Fields,
  naming: Naming,
): Promise<Batch> {
  let next = batch;
  await files.hold(
    batch,
    async () => {
      // Read again under the lock of its new state: an erasure may have emptied titles and first rows.
      const standing = await batchOf(tx, batch.id);
      if (correction.asked && !isStill(correction.asked, standing)) throw elsewhere();
      next = await write(tx, standing, correction, fields, naming);
      await countRows(tx, batch);
    },
    tx,
  );
  return next;
}

/** Most single names of one batch that become records. */
const MOST_MADE = 5_000;

/** The columns as the file alone proposes them. */
async function proposed(
  tx: Tx,
  batch: Batch,
  { colunas }: Pick<Heading, 'colunas'>,
  fields: Fields,
  naming: Naming,
): Promise<ColumnMap[]> {
  await forgetMemory(tx, batch);
  // A later part of the file may be wider than its first rows.
  const all = batch.colunas.map(({ coluna }) => colunas.find((one) => one.coluna === coluna) ?? { coluna, campo: null });
  return byKnownNames(tx, { ...batch, colunas: all }, fields, naming);
}

async function write(tx: Tx, given: Batch, correction: Correction, fields: Fields, naming: Naming): Promise<Batch> {
  const {
    mapa = {},
    celulas = [],
    iguais = [],
    criar,
    criarNomes = [],
    pular = [],
    confirmar = [],
    retomar,
    esquecer,
    modo,
    cabecalho,
    ignoraOpcionaisObrigatorios,
    asked,
  } = correction;
  const found = asked?.heading;
  const chosen =
    cabecalho === undefined || cabecalho === given.cabecalho
      ? given
      : await chooseHeading(tx, given, { cabecalho, found }, fields, naming);
  const batch: Batch = {
    ...chosen,
    colunas: remap(esquecer && found ? await proposed(tx, chosen, found, fields, naming) : chosen.colunas, mapa),
    criarNomes: [...chosen.criarNomes, ...criarNomes].slice(-MOST_MADE),
    criar: criar ?? chosen.criar,
    modo: modo ?? chosen.modo,
    ignoraOpcionais: ignoraOpcionaisObrigatorios ?? chosen.ignoraOpcionais,
  };
  await tx.query({
    text: 'update importacoes set colunas = $2, criar = $3, modo = $4, ignora_opcionais = $5, criar_nomes = $6, gravados = 0 where id = $1',
    values: [
      batch.id,
      JSON.stringify(batch.colunas),
      JSON.stringify(batch.criar),
      batch.modo,
      batch.ignoraOpcionais,
      JSON.stringify(batch.criarNomes),
    ],
  });
  // What an undone batch had written is history; it starts again.
  await tx.query({
    text: 'update importacao_linhas set registro_antes_id = registro_id, registro_id = null, registro_versao = null, antes = null where importacao_id = $1 and registro_id is not null',
    values: [batch.id],
  });
  const swaps = iguais.flatMap(({ campo, de, para }) =>
    typeof para === 'string' && para.length <= LONGEST_SWAP ? [{ campo, de, para }] : [],
  );
  await remember(tx, batch, { mapped: Object.keys(mapa).length > 0, swaps }, fields, naming.storeOf);
  if (retomar)
    await tx.query({
      text: 'update importacao_linhas set pulada = false where importacao_id = $1 and pulada',
      values: [batch.id],
    });
  if (pular.length > 0)
    await tx.query({
      text: `update importacao_linhas l set pulada = true where l.importacao_id = $1 and l.falhas is not null and exists (
          select from jsonb_to_recordset(l.falhas) as f(campo text, mensagem text)
          join jsonb_to_recordset($2::jsonb) as c(campo text, mensagem text) using (campo, mensagem))`,
      values: [batch.id, JSON.stringify(pular)],
    });
  if (confirmar.length > 0)
    await tx.query({
      text: `update importacao_linhas l set correcoes = coalesce(l.correcoes, '{}') || jsonb_build_object($3::text, l.existente_id)
        where l.importacao_id = $1 and l.falhas is not null and l.existente_id is not null and not l.apagada and exists (
          select from jsonb_to_recordset(l.falhas) as f(mensagem text, tipo text) join jsonb_to_recordset($2::jsonb) as c(mensagem text, linha int) using (mensagem)
          where f.tipo = 'confirmar' and coalesce(c.linha, l.linha) = l.linha)`,
      values: [batch.id, JSON.stringify(confirmar), CONFIRMED],
    });
  const corrected = async (text: string, given: readonly object[]) => {
    const row = await tx.one<{ linha: number }>({
      text: `with feitas as (${text} returning l.linha, length(l.correcoes::text) as texto) select linha from feitas where texto > ${MOST_TEXT_OF_CORRECTIONS} order by linha limit 1`,
      values: [batch.id, JSON.stringify(given)],
    });
    if (row)
      throw refuse.invalid([
        { field: 'celulas', message: `A linha ${row.linha} tem texto demais em correções: corrija o arquivo e envie-o de novo` },
      ]);
  };
  if (iguais.length > 0)
    await corrected(
      `update importacao_linhas l set correcoes = coalesce(l.correcoes, '{}') || x.novas from (
          select l.linha, jsonb_object_agg(c.campo, c.para) as novas from importacao_linhas l
          cross join jsonb_to_recordset(l.falhas) as f(campo text, valor text)
          join jsonb_to_recordset($2::jsonb) as c(campo text, de text, para jsonb) on c.campo = f.campo and c.de = f.valor
          where l.importacao_id = $1 and l.falhas is not null group by l.linha) x
        where l.importacao_id = $1 and l.linha = x.linha and not l.apagada`,
      iguais,
    );
  if (celulas.length > 0)
    await corrected(
      `update importacao_linhas l set correcoes = coalesce(l.correcoes, '{}') || x.novas from (
          select c.linha, jsonb_object_agg(c.campo, c.valor) as novas from jsonb_to_recordset($2::jsonb) as c(linha int, campo text, valor jsonb) group by c.linha) x
        where l.importacao_id = $1 and l.linha = x.linha and not l.apagada`,
      celulas,
    );
  return batch;
}
