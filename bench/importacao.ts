import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { type HttpAnswer, httpClient, multipart } from '#app/server-process.server.ts';
import { readSheet } from '#kit/import/read-sheet.server.ts';
import { type LongFigure, task } from './long.ts';
import { KEPT, type Place } from './places.ts';
import { messySheet } from './planilha.ts';
import { readOn } from './realinhamento.ts';
import { openStage, type Stage } from './requests.ts';

const BASE = '/api/gestao-talentos/talentos/importar';

const peopleOf = async ({ db, empresaId }: Stage) =>
  (await db.one<{ n: number }>(sql`select count(*)::int as n from talentos where empresa_id = ${empresaId}`))?.n ?? 0;

/** Names that stand for one record alone. */
async function names({ db, empresaId }: Stage) {
  const areas = await db.query<{ nome: string }>(sql`
    select min(nome) as nome from areas_organizacionais where empresa_id = ${empresaId} and ativo group by nome_ord having count(*) = 1 order by 1 limit 40`);
  const faixas = await db.query<{ nome: string }>(sql`
    select min(nome_com_cargo) as nome from faixas_salariais where empresa_id = ${empresaId} group by nome_com_cargo_ord having count(*) = 1 order by 1 limit 60`);
  return { areas: areas.map(({ nome }) => nome), faixas: faixas.map(({ nome }) => nome) };
}

/** The rows that are still faulty, as the user downloads them: the number of each in the sheet that was sent. */
async function faultyRows(answer: HttpAnswer): Promise<number[]> {
  const file = join(KEPT, 'falhas.xlsx');
  writeFileSync(file, answer.bytes);
  const numbers: number[] = [];
  let place = -1;
  for await (const { cells } of readSheet({ path: file, name: 'falhas.xlsx' }, { maxRows: 200_000, maxBytes: 100_000_000 })) {
    if (place < 0) place = cells.indexOf('Linha na planilha enviada');
    else numbers.push(Number(cells[place]));
  }
  return numbers;
}

/** A messy spreadsheet from its dry run to its undoing, while somebody else goes on reading. */
export async function measureImport(place: Place, people: number): Promise<LongFigure[]> {
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  const { server, cookie, db } = stage;
  const client = httpClient(server.url, cookie);
  const reader = httpClient(server.url, cookie);
  const figures: LongFigure[] = [];
  const stood = await peopleOf(stage);
  const step = async (scenario: string, target: number, start: () => Promise<HttpAnswer>, found?: () => Promise<string>) => {
    const stopReading = readOn(reader, 200);
    const figure = await task(stage, scenario, target, start);
    const read = await stopReading();
    figures.push({ ...figure, note: [figure.note, await found?.(), read].filter(Boolean).join('; ') });
  };
  const newest = async () => (await db.one<{ id: number }>(sql`select max(id) as id from importacoes`))?.id ?? 0;
  const send = (file: Buffer) => {
    const { body, headers } = multipart('relacao.xlsx', file);
    return client('POST', `${BASE}/analisar`, body, headers);
  };
  try {
    const { areas, faixas } = await names(stage);
    const sheet = await messySheet(people, 400_000_000 + (Date.now() % 400_000_000), areas, faixas);
    const count = people.toLocaleString('en');

    await step(`messy sheet of ${count}, dry run`, 60, () => send(sheet.file));
    const first = await newest();
    const told = async () =>
      (
        await db.query<{ linha: number; campo: string }>(sql`
          select linha, f ->> 'campo' as campo from importacao_linhas, jsonb_array_elements(falhas) f where importacao_id = ${first} order by linha`)
      ).map(({ linha, campo }) => `${linha} ${campo}`);
    const expected = new Set([...sheet.wrong].map(([row, campo]) => `${row} ${campo}`));
    const faults = await told();
    const strange = faults.filter((fault) => !expected.has(fault));
    const last = figures.at(-1) as LongFigure;
    last.note = `${faults.length} falhas por linha e coluna, ${expected.size} esperadas${strange.length > 0 || new Set(faults).size !== expected.size ? `, OUTRAS: ${strange.slice(0, 5).join(', ')}` : ', as mesmas'}; ${last.note}`;

    const iguais = [
      { campo: 'areaOrganizacional', de: 'Depto. de Protótipos', para: areas[0] },
      { campo: 'sexo', de: 'indefinido', para: 'F' },
    ];
    await step(
      '  all alike mended at once, judged again',
      60,
      () => client('POST', `${BASE}/${first}/corrigir`, { iguais }),
      async () => `${(await told()).length} falhas restam`,
    );
    const started = performance.now();
    const rows = await faultyRows(await client('GET', `${BASE}/${first}/falhas`));
    figures.push({
      scenario: '  faulty rows as a sheet',
      seconds: (performance.now() - started) / 1_000,
      target: 10,
      note: `${rows.length} linhas`,
    });
    const mended = await sheet.mended(rows);
    await step('  the same mended and sent again, dry run', 60, () => send(mended));
    const second = await newest();
    const apply = (id: number) => client('POST', `${BASE}/${id}/aplicar`, { modo: 'inserir', somenteValidos: true });
    const undo = (id: number) => client('POST', `${BASE}/${id}/desfazer`, {});
    await step('  sound rows applied', 300, () => apply(first));
    await step('  mended rows applied', 60, () => apply(second));
    const grown = (await peopleOf(stage)) - stood;
    (figures.at(-1) as LongFigure).note += `; ${grown} talentos a mais, ${people} na planilha`;
    await step('  mended rows taken back', 60, () => undo(second));
    await step('  sound rows taken back', 300, () => undo(first));
    (figures.at(-1) as LongFigure).note += `; ${(await peopleOf(stage)) - stood} talentos a mais do que antes`;
  } finally {
    client.close();
    reader.close();
    await db.query(sql`delete from importacoes`);
    await stage.stop();
  }
  return figures;
}
