import { type Asking, defineEngine } from '#kit/engine/engine.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { TypstAnswer, TypstOrder } from './typst-child.server.ts';

const compile = defineEngine<TypstOrder, TypstAnswer>({
  name: 'documentos',
  program: new URL('./typst-child.server.ts', import.meta.url),
  memory: 2_048,
  patience: 20_000,
  life: 40,
  died: () =>
    new Refusal('DOCUMENTO_GRANDE', 'O documento é grande demais para ser gerado. Escolha menos itens e tente novamente.', 503),
  late: () =>
    new Refusal('DOCUMENTO_DEMORADO', 'O documento demorou demais para ser gerado. Escolha menos itens e tente novamente.', 503),
});

/** Compiles a document in a child process; one that takes longer than it may is ended and refused. */
export async function compileTypst(order: TypstOrder, asking?: Asking): Promise<Buffer> {
  const answer = await compile(order, asking);
  if ('fault' in answer) throw new Error(`a document's template fails: ${answer.fault}`);
  return Buffer.from(answer.pdf);
}
