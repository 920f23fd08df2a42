import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import loadCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';

const LANGUAGE = createRequire(import.meta.url).resolve('@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz');
const NEURAL_ALONE = 1;
/** Words recognised with less confidence than this, in percent, are left out: they are leaves, faces and shadows, not letters. */
const LEAST_CONFIDENCE = 40;
/** Milliseconds; less than the engine waits, so that the program has ended when its parent is killed. */
const SYSTEM_MS = 45_000;

/** Recognises Portuguese text in a picture that we have drawn ourselves (PNG): with the system's Tesseract if there is one, else with ours. */
export async function recognise(png: Buffer, tesseract: string | undefined): Promise<string> {
  if (tesseract) {
    const seen = await bySystem(tesseract, png).catch(() => undefined);
    if (seen !== undefined) return seen;
  }
  return byOurs(png);
}

let ours: ReturnType<typeof start> | undefined;

async function start() {
  const core = await loadCore({ print: () => {}, printErr: () => {} });
  core.FS.writeFile('por.traineddata', gunzipSync(readFileSync(LANGUAGE)));
  const api = new core.TessBaseAPI();
  if (api.Init(null, 'por', NEURAL_ALONE) !== 0) throw new Error('the language data for the recognition of text are damaged');
  return { core, api };
}

async function byOurs(png: Buffer): Promise<string> {
  const { core, api } = await (ours ??= start());
  core.FS.writeFile('/input', png);
  if (api.SetImageFile(1, 0) === 1) return '';
  api.Recognize(null);
  const seen = api.MeanTextConf() < LEAST_CONFIDENCE ? '' : api.GetUTF8Text();
  api.Clear();
  return seen;
}

async function bySystem(tesseract: string, png: Buffer): Promise<string> {
  const program = spawn(tesseract, ['stdin', 'stdout', '-l', 'por'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { OMP_THREAD_LIMIT: '1', TMPDIR: process.env.TMPDIR },
    timeout: SYSTEM_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => program.once('error', reject).once('close', resolve));
  program.stdin.on('error', () => {}).end(png);
  const [seen, code] = await Promise.all([text(program.stdout), ended]);
  if (code !== 0) throw new Error(`${tesseract} ended with ${code}`);
  return seen;
}
