import { resolve, sep } from 'node:path';
import { BackupError } from '#kit/db/backup/backup.server.ts';
import { EmbeddedDatabaseError } from '#kit/db/embedded/postgres-program.server.ts';
import { loggable } from '#kit/db/loggable.server.ts';
import { MigrationError } from '#kit/db/migrate.server.ts';
import { pgErrorKind } from '#kit/db/pg-errors.server.ts';
import { ConfigError } from '#platform/config.server.ts';

/** A command cannot do what was asked; the message is for the person at the terminal. */
export class CommandError extends Error {}

type Env = Readonly<Record<string, string | undefined>>;
type SystemError = Error & Partial<Record<'code' | 'syscall' | 'path' | 'address', string>> & { port?: number };

const meantForPeople = [BackupError, CommandError, ConfigError, EmbeddedDatabaseError, MigrationError];

/** A fault that the person at the terminal can mend becomes a sentence; any other is a bug and shows its place. */
export function terminalMessage(error: unknown, env: Env = process.env): string | Error {
  if (!(error instanceof Error)) return loggable(error);
  if (meantForPeople.some((kind) => error instanceof kind)) return error.message;
  return portSentence(error) ?? folderSentence(error, env) ?? databaseSentence(error, env) ?? loggable(error);
}

function portSentence({ code, syscall, port, address }: SystemError): string | null {
  if (syscall !== 'listen') return null;
  if (code === 'EADDRINUSE') return `A porta ${port} já está em uso. Encerre o outro programa ou escolha outra com PORT.`;
  if (code === 'EACCES') return `O programa não pode usar a porta ${port}. Escolha outra com PORT.`;
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
    ? `O endereço ${address} não é deste computador. Escolha outro com HOST.`
    : null;
}

const refused: Record<string, string> = {
  ENOTDIR: 'não é uma pasta',
  EEXIST: 'não é uma pasta',
  EACCES: 'não pode ser escrita por quem iniciou o programa',
  EPERM: 'não pode ser escrita por quem iniciou o programa',
  EROFS: 'não pode ser escrita, pois o disco é somente de leitura',
};

function folderSentence({ code = '', syscall, path }: SystemError, { VINCULO_DATA }: Env): string | null {
  if (path === undefined || syscall === 'connect') return null;
  const data = resolve(VINCULO_DATA?.trim() || './data');
  const isData = `${resolve(path)}${sep}`.startsWith(`${data}${sep}`);
  const [place, another] = isData ? [`pasta de dados ${data}`, 'Informe outra em VINCULO_DATA.'] : [path, 'Escolha outro lugar.'];
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `Falta espaço no disco ${isData ? 'da' : 'de'} ${place}. Libere espaço, ou ${another.replace(/^./, (first) => first.toLowerCase())}`;
  const reason = refused[code] ?? (isData && code === 'ENOENT' ? 'não existe e não pode ser criada' : undefined);
  return reason === undefined ? null : `${isData ? 'A ' : ''}${place} ${reason}. ${another}`;
}

/** The sentence for a server named by DATABASE_URL; the embedded database has its own sentences. */
function databaseSentence(error: SystemError, { DATABASE_URL, DATABASE_OWNER_URL }: Env): string | null {
  if (!DATABASE_URL?.trim()) return null;
  const { code = '' } = error;
  const names = DATABASE_OWNER_URL?.trim() ? 'DATABASE_URL ou DATABASE_OWNER_URL' : 'DATABASE_URL';
  const is = (codes: RegExp, messages = /^$/) => codes.test(code) || messages.test(error.message);
  if (is(/^ECONNREFUSED$/) || (code === 'ENOENT' && pgErrorKind(error)))
    return `Nenhum banco de dados atende no endereço de ${names}. Inicie o servidor PostgreSQL, ou corrija o endereço e a porta.`;
  if (is(/^(ENOTFOUND|EAI_AGAIN)$/)) return `O servidor de ${names} não foi encontrado. Corrija o nome, ou verifique a rede.`;
  if (is(/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, /^(timeout exceeded|Connection terminated due to connection timeout)/))
    return `O banco de dados de ${names} não respondeu. Corrija o endereço e a porta, ou verifique a rede.`;
  if (is(/^28/, /^SASL: /)) return `O banco de dados recusou o usuário ou a senha de ${names}. Corrija o endereço.`;
  if (is(/^3D000$/)) return `O banco de dados que ${names} nomeia não existe. Crie-o no servidor, ou corrija o nome.`;
  if (is(/^53300$/))
    return 'O banco de dados não aceita mais conexões. Aumente max_connections no servidor, ou diminua DATABASE_POOL.';
  if (is(/CERT|ERR_TLS/, /^The server does not support SSL/))
    return `Não há conexão segura com o banco de dados de ${names}. Verifique o certificado do servidor, ou sslmode no endereço.`;
  return pgErrorKind(error)?.kind === 'connection'
    ? `A conexão com o banco de dados de ${names} caiu. Verifique o servidor e tente de novo.`
    : null;
}

/** Runs a command of the terminal; a fault is printed as a sentence, and the program ends with 1. */
export function command(work: () => Promise<void>, { usage, full }: { usage?: string; full?: string } = {}): void {
  work().catch((error: unknown) => {
    const isMisused = (error as SystemError).code?.startsWith('ERR_PARSE_ARGS');
    const isFull = pgErrorKind(error)?.kind === 'disk-full';
    console.error((isMisused && usage) || (isFull && full) || terminalMessage(error));
    process.exitCode = 1;
  });
}
