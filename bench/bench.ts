import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAudit } from './auditoria.ts';
import { firstLoad } from './bundle.ts';
import { measureReading, measureSearches, printSlower } from './curriculos.ts';
import { measureSheets } from './folhas.ts';
import { measureSiege, printSiege } from './hostil.ts';
import { measureImport } from './importacao.ts';
import { measureReleases } from './liberacao.ts';
import { coldStart, type LongFigure, measureLong } from './long.ts';
import { measureMemory } from './memoria.ts';
import { measureNineBox } from './nine-box.ts';
import { embeddedPlace, KEPT, longPlace, type Place, serverPlace } from './places.ts';
import { measureResults, type ResultsFigure } from './questionarios.ts';
import { measureRealignment } from './realinhamento.ts';
import { measureCalls } from './registro.ts';
import { type Figure, measureRequests, openStage } from './requests.ts';
import { measureAnswering } from './respostas.ts';
import { ANSWER, LINES, measureScreens, type Waited } from './slow-line.ts';

/**
 * `npm run bench`: the figures of the two tables of targets, against the embedded default and against a PostgreSQL server (DATABASE_URL, or the system's own).
 * `--size` people in companies of 2,000; `--long` people in the one company of the long scenarios; `--seconds` per measurement;
 * `--only embutido,servidor,partida,longas,registro,realinhamento,importacao,liberacao,folhas,memoria,telas,hostil,questionarios,respostas,ninebox,curriculos`; `--rows` of the messy sheet; `--cvs` texts of CVs; `--operations <regular expression>`. Data are made once and kept in `.bench/`.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    long: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    only: {
      type: 'string',
      default:
        'embutido,servidor,partida,longas,registro,realinhamento,importacao,liberacao,folhas,memoria,telas,hostil,questionarios,respostas,ninebox,curriculos',
    },
    rows: { type: 'string', default: '50000' },
    cvs: { type: 'string', default: '1000000' },
    operations: { type: 'string' },
  },
});
const size = Number(values.size);
const ms = Number(values.seconds) * 1_000;
const only = new Set(values.only.split(','));
const operations = values.operations ? new RegExp(values.operations) : undefined;

mkdirSync(KEPT, { recursive: true });
const output = join(KEPT, 'result.json');
const result: Record<string, unknown> = existsSync(output)
  ? (JSON.parse(readFileSync(output, 'utf8')) as Record<string, unknown>)
  : {};
const keep = (name: string, value: unknown) => {
  result[name] = value;
  writeFileSync(output, `${JSON.stringify(result, null, 2)}\n`);
};

const cell = (value: string | number | undefined, width: number) => {
  const text = typeof value === 'number' ? value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0) : (value ?? '–');
  return typeof value === 'string' ? text.padEnd(width) : text.padStart(width);
};
const verdict = (value: number, target: number | undefined) =>
  target === undefined ? '' : value <= target ? 'ok' : `${(value / target).toFixed(1)} × o alvo`;

function print(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title} (ms; CPU do servidor e do banco por requisição)`);
  console.log(
    `${'operação'.padEnd(30)}${'CPU'.padStart(8)}${'do banco'.padStart(9)}${'alvo'.padStart(8)}${'crua'.padStart(8)}${'razão'.padStart(8)}${'p50'.padStart(8)}${'p95'.padStart(8)}${'p95 crua'.padStart(9)}${'req/s'.padStart(8)}`,
  );
  for (const { operation, cpu, database, target, target95, bare, p50, p95, requests } of figures)
    console.log(
      cell(operation, 30) +
        cell(cpu, 8) +
        cell(database, 9) +
        cell(target, 8) +
        cell(bare?.cpu, 8) +
        cell(bare && cpu / bare.cpu, 8) +
        cell(p50, 8) +
        cell(p95, 8) +
        cell(bare?.p95, 9) +
        cell(requests / (ms / 1_000), 8) +
        `  ${verdict(cpu, target)}${target95 === undefined ? '' : `  p95 (alvo ${target95}): ${verdict(p95, target95)}`}`,
    );
}

keep('machine', {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  load: loadavg(),
  at: new Date().toISOString(),
});
console.log(
  `${cpus().length} CPUs, carga ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')} (com a máquina ocupada, compare CPU e razões, não tempos)`,
);

if (only.has('partida') || only.has('embutido')) {
  const place = await embeddedPlace(size);
  if (only.has('partida')) {
    const { seconds, memory } = await coldStart(place);
    keep('coldStart', { seconds, memory });
    console.log(`\nPartida do banco embutido já feito: ${seconds.toFixed(2)} s (alvo 5) ${verdict(seconds, 5)}`);
    console.log(
      `Memória em repouso, com tarefas e banco: ${memory.pss} MiB de PSS, ${memory.rss} de RSS (alvo 400) ${verdict(memory.pss, 400)}`,
    );
  }
  if (only.has('embutido')) {
    const figures = await measureRequests(place, ms, operations);
    keep('embutido', figures);
    print(`Banco embutido, ${size.toLocaleString('pt-BR')} talentos`, figures);
  }
}
if (only.has('servidor')) {
  const place = await serverPlace(size);
  if (place) {
    try {
      const figures = await measureRequests(place, ms, operations);
      keep('servidor', { name: place.name, figures });
      print(`${place.name}, ${size.toLocaleString('pt-BR')} talentos`, figures);
    } finally {
      await place.stop();
    }
  }
}
const bundle = { login: firstLoad('login.html'), application: firstLoad('index.html') };
keep('bundle', bundle);
const { login, application } = bundle;
console.log(
  login && application
    ? `\nLogin: ${login.js} KiB de JavaScript e ${login.css} de estilos, em ${login.files} arquivos; com o programa que busca adiante, ${application.js} ${verdict(application.js, 220)} (alvo 220); com estilos, ${application.js + application.css} (Brotli)`
    : '\nSem dist/web: a primeira carga não foi medida (npm run build)',
);
if (only.has('telas')) {
  const stage = await openStage(await embeddedPlace(size));
  try {
    const screens: Record<string, Waited[]> = {};
    for (const line of LINES) {
      const figures = await measureScreens(stage.server.url, line);
      if (figures) screens[line] = figures;
      else console.log('\nSem Chromium (VINCULO_CHROMIUM): as telas não foram medidas');
      for (const { step, answered, painted, requests, js, css, all, target } of figures ?? [])
        console.log(
          `${cell(`Linha ${line}: ${step}`, 40)}${cell(answered, 8)} ms até responder (alvo ${ANSWER})${cell(painted, 8)} até estar pronta (alvo ${target ?? '–'})${cell(requests, 8)} pedidos, KiB: ${Math.round(js)} de JavaScript, ${Math.round(css)} de estilos, ${Math.round(all)} ao todo  ${verdict(painted, target)}`,
        );
    }
    keep('telas', screens);
  } finally {
    await stage.stop();
  }
}
if (only.has('memoria')) {
  const figure = await measureMemory(await embeddedPlace(size));
  keep('memoria', figure);
  const { before, peak, after, requests, answers } = figure;
  console.log(
    `\nMemória do servidor em ${requests} requisições, com exportações: ${before} MiB ao subir, pico ${peak}, ${after} depois (alvo 350) ${verdict(after, 350)} ${JSON.stringify(answers)}`,
  );
}
const people = Number(values.long);
if (only.has('registro')) {
  console.log(
    `\nUma empresa de ${people.toLocaleString('pt-BR')} talentos, uma pessoa de cada vez (ms: p50, p95, CPU, alvo; crua: p50, p95, razão, dentro de 2 × a crua + 5 ms)`,
  );
  keep('registro', await measureCalls(await longPlace(people), ms / 5, operations));
}
function printLong(title: string, figures: readonly LongFigure[]): void {
  console.log(`\n${title}, no banco embutido`);
  for (const { scenario, seconds, cpuSeconds, peakMiB, ownMiB, target, note = '' } of figures) {
    const memory = peakMiB === undefined ? '' : `  pico ${peakMiB} MiB (${ownMiB} sem o banco)`;
    const cpu = cpuSeconds === undefined ? '' : `  CPU ${cpuSeconds.toFixed(1)} s`;
    console.log(
      `${cell(scenario, 48)}${cell(seconds, 8)} s (alvo ${target ?? '–'})${cpu}${memory}  ${verdict(seconds, target)}  ${note}`,
    );
  }
}
const longScenarios: readonly [name: string, title: string, measure: (place: Place) => Promise<LongFigure[]>][] = [
  ['realinhamento', 'Realinhamento coletivo', (place) => measureRealignment(place, people)],
  ['longas', 'Em segundo plano', (place) => measureLong(place, people)],
  ['importacao', 'Uma planilha como as que existem', (place) => measureImport(place, Number(values.rows))],
  ['liberacao', 'Pesquisa e avaliação de todos', (place) => measureReleases(place, people)],
  ['folhas', 'Planilhas de todos', (place) => measureSheets(place, people)],
];
for (const [name, title, measure] of longScenarios) {
  if (!only.has(name)) continue;
  const figures = await measure(await longPlace(people));
  keep(name, figures);
  printLong(title, figures);
}
if (only.has('hostil')) {
  const siege = await measureSiege(await longPlace(people), 6 * ms);
  keep('hostil', siege);
  printSiege(siege);
}
function printResults(title: string, figures: readonly ResultsFigure[]): void {
  console.log(`\n${title} (ms: p50, p95, alvo)`);
  for (const { operation, p50, p95, target } of figures)
    console.log(`${cell(operation, 40)}${cell(p50, 8)}${cell(p95, 8)}${cell(target, 8)}  ${verdict(p95, target)}`);
}
if (only.has('questionarios')) {
  const figures = [...(await measureResults(ms)), ...measureAudit()];
  keep('questionarios', figures);
  printResults('Resultados em 10.000.000 de respostas', figures);
}
if (only.has('respostas')) {
  const figures = await measureAnswering(await longPlace(people), ms, operations);
  keep('respostas', figures);
  print('Respostas ao mesmo tempo', figures);
}
if (only.has('ninebox')) {
  const figures = await measureNineBox(await longPlace(people));
  keep('ninebox', figures);
  printResults('Nine Box', figures);
}
if (only.has('curriculos')) {
  const cvs = Number(values.cvs);
  const searches = await measureSearches(cvs, ms);
  keep('curriculos', { searches });
  printResults(`Busca em ${cvs.toLocaleString('pt-BR')} currículos`, searches);
  const slower = await measureReading(cvs, ms);
  keep('curriculos', { searches, slower });
  console.log(printSlower(slower));
}
console.log(`\nTudo em ${output}`);
