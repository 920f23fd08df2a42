type PgErrorKind =
  | 'unique'
  | 'foreign-key'
  | 'not-null'
  | 'check'
  | 'exclusion'
  | 'too-long'
  | 'bad-text'
  | 'out-of-range'
  | 'conflict'
  | 'timeout'
  | 'disk-full'
  | 'read-only'
  | 'connection';

interface PgFault {
  kind: PgErrorKind;
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

const byCode: Record<string, PgErrorKind> = {
  '23505': 'unique',
  '23503': 'foreign-key',
  '23001': 'foreign-key',
  '23502': 'not-null',
  '23514': 'check',
  '23P01': 'exclusion',
  '22001': 'too-long',
  '54000': 'too-long', // a value that does not fit into an index page
  '22021': 'bad-text',
  '22P02': 'bad-text',
  '22P03': 'bad-text',
  '22P05': 'bad-text',
  '22007': 'bad-text',
  '22003': 'out-of-range',
  '22008': 'out-of-range',
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'conflict',
  '57014': 'timeout',
  '53100': 'disk-full',
  ENOSPC: 'disk-full', // also of our own files
  EDQUOT: 'disk-full',
  '25006': 'read-only', // of a standby, or set by an operator
  '25P03': 'connection', // idle in transaction for too long: the server hung up
  '25P04': 'connection',
  '53300': 'connection',
  '57P01': 'connection',
  '57P02': 'connection',
  '57P03': 'connection',
  '57P05': 'connection',
  '28000': 'connection', // the program may not log in
  '28P01': 'connection',
  '3D000': 'connection',
  '53200': 'connection', // out of memory
  '58030': 'connection', // the server cannot read or write its files
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  ENOENT: 'connection',
  ENOTFOUND: 'connection',
  EAI_AGAIN: 'connection',
  EPIPE: 'connection',
  ETIMEDOUT: 'connection',
  EHOSTUNREACH: 'connection',
};

/** Where PostgreSQL refuses a new session by what the database allows, with codes that statements have, too. */
const REFUSES_SESSION = 'CheckMyDatabase';

// pg reports these without a code.
const lost =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** The kind of a PostgreSQL error, with table, column and constraint where the error names them; null for anything else. */
export function pgErrorKind(error: unknown): PgFault | null {
  if (!(error instanceof Error)) return null;
  const {
    table,
    column,
    constraint,
    routine,
    code: told,
  } = error as Error & Record<'table' | 'column' | 'constraint' | 'routine', string | undefined> & { code?: unknown };
  // The code of a DOMException, such as a timeout's, is a number.
  const code = typeof told === 'string' ? told : undefined;
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'connect') return null;
  const isLost = routine === REFUSES_SESSION || code?.startsWith('08') || lost.test(error.message);
  const kind = isLost ? 'connection' : code && byCode[code];
  if (!kind) return null;
  return { kind, ...(code && { code }), ...(table && { table }), ...(column && { column }), ...(constraint && { constraint }) };
}

/** True when the same transaction may simply be run again (serialization failure, deadlock). */
export const isRetryable = (error: unknown): boolean => {
  const code = pgErrorKind(error)?.code;
  return code === '40001' || code === '40P01';
};
