import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sql, { raw } from 'sql-template-tag';
import { runEntry } from '#app/server-process.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { diskStore } from '#kit/files/store.server.ts';
import { fontFile } from '#kit/print/fonts.server.ts';
import { runLoad } from './load.ts';
import { KEPT, once, type Place, withEmbedded } from './places.ts';
import type { ResultsFigure } from './questionarios.ts';
import { openStage, type Stage } from './requests.ts';

const TARGET = 500;
/** How much slower a list may be while scanned CVs are read, at the 95th percentile. */
const MOST_SLOWER = 1.5;
const SCANNED = 200;
const PARAGRAPHS = 20_000;
const WORDS = 60;
const PARAGRAPHS_OF_ONE = 5;
const BATCH = 20_000;

/** Words that stand together, as in real CVs, are one. */
const COMMON =
  'experiência trabalho empresa responsável atendimento cliente vendas administração gestão equipe projetos formação superior completo ensino_médio ensino médio técnico curso inglês básico intermediário avançado informática comunicação organização liderança planejamento controle qualidade processos produção logística estoque compras financeiro contábil fiscal recursos_humanos recursos humanos recrutamento seleção treinamento engenheiro engenharia civil mecânica elétrica manutenção industrial operador máquinas solda enfermagem enfermeiro hospital saúde vacinação farmácia professor educação direito advogado contrato licitação obra eletricista motorista carga transporte entrega cozinha restaurante hotel recepção caixa loja supermercado auxiliar assistente analista coordenador supervisor gerente estagiário programador software banco dados banco_de_dados redes suporte segurança segurança_do_trabalho norma cipa brigada ambiente química laboratório alimentos costura moda marketing eventos espanhol francês'
    .split(' ')
    .map((word) => word.replaceAll('_', ' '));
const SYLLABLES =
  'ba ca da fa ga la ma na pa ra be ce de fe le me bi di li mi bo co do fo lo mo bu cu du lu ção dor mento ista'.split(' ');

/** Numbers from 0 to 1 that look random and are always the same. */
function* draws(): Generator<number, never> {
  for (let state = 11; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Paragraphs with the words of CVs, of which few are in most and most in few. */
function paragraphs(): string[] {
  const source = draws();
  const draw = () => source.next().value;
  const rare = Array.from({ length: 40_000 }, () =>
    Array.from({ length: 3 + Math.floor(draw() * 2) }, () => SYLLABLES[Math.floor(draw() * SYLLABLES.length)]).join(''),
  );
  const word = (at: number) =>
    at % 3 === 0 ? COMMON[Math.floor(COMMON.length * draw() ** 1.6)] : rare[Math.floor(rare.length * draw() ** 2.2)];
  return Array.from({ length: PARAGRAPHS }, () => Array.from({ length: WORDS }, (_, at) => word(at)).join(' '));
}

/** Vectors are put together from those of paragraphs, and indexed at the end: to read a million texts anew takes half an hour. */
async function fill(db: Database, texts: number): Promise<void> {
  await db.query(sql`create unlogged table paragrafos (n integer primary key, texto text not null, vetor tsvector)`);
  await db.query(sql`
    insert into paragrafos select n, texto, vetor_de_palavras(texto) from unnest(${paragraphs()}::text[]) with ordinality x(texto, n)`);
  const { empresaId } = await db.only<{ empresaId: number }>(
    sql`select id as "empresaId" from empresas where nome like 'Empresa Gerada %' order by id limit 1`,
  );
  await db.query(sql`alter table candidatos_busca alter column vetor drop expression`);
  await db.query(sql`drop index candidatos_busca_vetor_ix`);
  const parts = Array.from({ length: PARAGRAPHS_OF_ONE }, (_, part) => part);
  const numbers = raw(parts.map((part) => `1 + floor(random() * ${PARAGRAPHS})::int as n${part}`).join());
  const joins = raw(parts.map((part) => `join paragrafos p${part} on p${part}.n = x.n${part}`).join(' '));
  const texto = raw(`concat_ws(E'\\n', ${parts.map((part) => `p${part}.texto`).join()})`);
  const vetor = raw(parts.map((part) => `p${part}.vetor`).join(' || '));
  for (let done = 0; done < texts; done += BATCH)
    await db.query(sql`
      with novos as (
        insert into candidatos (empresa_id, nome, sexo, disponivel, atualizado_em)
        select ${empresaId}, 'Candidato ' || md5(n::text), 'I', n % 5 > 1, hoje() - n % 1500 from generate_series(${done + 1}::int, ${Math.min(texts, done + BATCH)}::int) n
        returning id, empresa_id)
      insert into candidatos_busca (candidato_id, empresa_id, texto, vetor)
      select x.id, x.empresa_id, ${texto}, ${vetor} from (select id, empresa_id, ${numbers} from novos offset 0) x ${joins}`);
  await db.query(sql`create index candidatos_busca_vetor_ix on candidatos_busca using gin (vetor)`);
  await db.query(sql`drop table paragrafos`);
  await db.query(sql`vacuum analyze`);
}

async function cvPlace(texts: number): Promise<Place> {
  const data = join(KEPT, 'curriculos');
  await once(data, { texts }, async () => {
    await runEntry('seed.server.ts', { VINCULO_DATA: data }, ['--size', '2000']);
    await withEmbedded(data, (db) => fill(db, texts));
  });
  return { name: 'curriculos', env: { VINCULO_DATA: data }, stop: async () => {} };
}

/** The search of candidates by the words of their CVs, with a filter. */
export async function measureSearches(texts: number, ms: number): Promise<ResultsFigure[]> {
  const stage = await openStage(await cvPlace(texts), undefined, { VINCULO_WORKERS: '0' });
  try {
    const root = '/api/captacao/candidatos?page=0&size=15&disponivel=true';
    const asked: readonly [operation: string, more: string, ...texts: string[]][] = [
      ['só o filtro', '', ''],
      ['uma palavra muito comum', '', 'experiencia ', 'trabalho ', 'empresa '],
      ['uma palavra comum', '', 'atendimento ', 'gestao ', 'vendas '],
      ['uma palavra menos comum', '', 'farmácia ', 'costura ', 'francês '],
      ['uma palavra rara', '', 'mentomentomento ', 'mentomento '],
      ['duas palavras', '', 'enfermeiro hospital ', 'engenheiro segurança '],
      ['três palavras e uma exclusão', '', 'analista dados redes -estagiário '],
      ['uma frase comum', '', '"recursos humanos"', '"banco de dados"'],
      ['palavras comuns que quase nunca se seguem', '', '"banco dados"', '"gestao vendas"'],
      ['o começo de uma palavra', '', 'seguran', 'contabil'],
      ['nenhum', '', 'inexistentíssimo '],
      ['palavra comum, em ordem de atualização', '&sort=atualizadoEm,desc', 'gestao ', 'vendas '],
      ['palavra comum, atualizados há pouco', '&atualizadoEmIni={mes}', 'gestao ', 'vendas '],
      ['palavra comum, página 100', '&page=99', 'gestao ', 'vendas '],
    ];
    const month = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const figures: ResultsFigure[] = [];
    for (const [operation, more, ...words] of asked) {
      const from = more.includes('page=') ? root.replace('page=0&', '') : root;
      const paths = words.map(
        (texto) => from + more.replace('{mes}', month) + (texto ? `&texto=${encodeURIComponent(texto)}` : ''),
      );
      const { p50, p95 } = await load(stage, paths, 1, ms);
      figures.push({ operation, p50, p95, target: TARGET });
    }
    return figures;
  } finally {
    await stage.stop();
  }
}

/** A list while scanned CVs are read. */
export async function measureReading(texts: number, ms: number): Promise<number> {
  const place = await cvPlace(texts);
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  try {
    return await whileReading(stage, place, ms);
  } finally {
    await stage.stop();
  }
}

async function load({ server, cookie }: Stage, paths: string[], clients: number, ms: number) {
  const result = await runLoad({ url: server.url, cookie, method: 'GET', paths, clients, ms });
  if (Object.keys(result.faults).length > 0) throw new Error(`${paths[0]}: ${JSON.stringify(result.faults)} ${result.sample}`);
  return result;
}

/** A photographed page of a CV. */
function page(): Buffer {
  GlobalFonts.register(fontFile(400), 'Medida');
  const canvas = createCanvas(1_240, 1_754);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f4f1ea';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#222';
  pen.font = '24px Medida';
  for (let line = 0; line < 40; line += 1) pen.fillText(COMMON.slice(line * 2, line * 2 + 8).join(' '), 80, 100 + line * 40);
  return canvas.toBuffer('image/jpeg');
}

/** How much longer a list takes, at the 95th percentile, while scanned CVs are read. */
async function whileReading(stage: Stage, { env }: Place, ms: number): Promise<number> {
  const { db, empresaId } = stage;
  const list = () => load(stage, ['/api/gestao-talentos/talentos?page=0&size=15'], 4, 2 * ms);
  await list();
  const before = await list();
  const store = diskStore(join(env.VINCULO_DATA as string, 'arquivos'));
  const picture = page();
  const ids: number[] = [];
  for (let n = 0; n < SCANNED; n += 1) {
    const { key, checksum, size } = await store.put(Readable.from([picture]));
    const { id } = await db.only<{ id: number }>(sql`
      insert into arquivos (empresa_id, nome, tipo, tamanho, checksum, chave) values (${empresaId}, 'medida.jpg', 'image/jpeg', ${size}, ${checksum}, ${key}) returning id`);
    ids.push(id);
  }
  await db.query(
    sql`insert into textos_de_arquivos (arquivo_id, empresa_id) select id, ${empresaId} from unnest(${ids}::bigint[]) id`,
  );
  await db.query(sql`
    insert into tarefas (tipo, dados, chave) select 'arquivos.texto', jsonb_build_object('arquivoId', id), 'texto ' || id from unnest(${ids}::bigint[]) id`);
  const read = async () =>
    (
      await db.only<{ n: number }>(
        sql`select count(*)::int as n from textos_de_arquivos where situacao = 'L' and arquivo_id = any(${ids}::bigint[])`,
      )
    ).n;
  try {
    for (const end = Date.now() + 60_000; (await read()) === 0; await pause(200))
      if (Date.now() > end) throw new Error('no CV is read');
    const during = await list();
    if ((await read()) === SCANNED) throw new Error('all CVs were read before the list was measured');
    return during.p95 / before.p95;
  } finally {
    await db.query(
      sql`update tarefas set estado = 'cancelada', concluida_em = now() where tipo = 'arquivos.texto' and estado in ('fila', 'executando')`,
    );
    const gone = await db.query<{ chave: string }>(sql`delete from arquivos where id = any(${ids}::bigint[]) returning chave`);
    for (const { chave } of gone) await store.delete(chave);
  }
}

export const printSlower = (slower: number): string =>
  `Uma lista enquanto ${SCANNED} currículos fotografados são lidos: ${slower.toFixed(2)} × o p95 de antes (alvo ${MOST_SLOWER}) ${slower <= MOST_SLOWER ? 'ok' : 'acima do alvo'}`;
