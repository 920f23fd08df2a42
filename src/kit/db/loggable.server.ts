import pg from 'pg';

/** The parts of a database error that name the schema. The other parts (`detail`, `where`, …) quote what people wrote. */
const NAMES = ['schema', 'table', 'column', 'dataType', 'constraint'] as const;

const QUOTE = /["'«»“”„‘’]/;

/**
 * The form of an error that may be written into a log: what went wrong and where in the program, without a value of anybody's record.
 * PostgreSQL and JSON.parse quote in their messages what they could not read.
 */
export function loggable(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`something was thrown that is no error (${typeof error})`);
  const known = error as Error & Partial<Record<'code' | (typeof NAMES)[number], unknown>>;
  const message = messageOf(known);
  const safe = new Error(message, error.cause === undefined ? undefined : { cause: loggable(error.cause) });
  safe.stack = `${error.name}: ${message}${framesOf(error)}`;
  // As an own property it would be printed beside the stack.
  Object.defineProperty(safe, 'name', { value: error.name, enumerable: false });
  for (const name of ['code', ...NAMES] as const)
    if (typeof known[name] === 'string') Object.assign(safe, { [name]: known[name] });
  return safe;
}

function messageOf(error: Error & { code?: unknown }): string {
  if (error instanceof SyntaxError) return 'a text could not be read';
  // Errors of class 42 are about the statement, whose words are ours.
  if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('42')) return error.message;
  // The messages of a refused value (22) and of a `raise` (P0) may quote values without quotation marks.
  const begins = error.message.search(QUOTE);
  if (begins < 0 && /^(22|P0)/.test(error.code ?? '')) return 'the database refused a value';
  const names = new Set(NAMES.map((name) => error[name]));
  const quoted = error.message.match(/"[^"]*"/g) ?? [];
  const rest = error.message.replace(/"[^"]*"/g, '');
  if (!QUOTE.test(rest) && quoted.every((part) => names.has(part.slice(1, -1)))) return error.message;
  return `${error.message.slice(0, begins)}…`;
}

/** The stack without its head, which repeats the message. */
function framesOf({ message, stack = '' }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  return at < 0 ? stack.slice(Math.max(0, stack.search(/\n {4}at /))) : stack.slice(at + message.length);
}
