import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { pgErrorKind } from '#kit/db/database.server.ts';
import { loggable } from '#kit/db/loggable.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';

interface Told {
  status: number;
  code: string;
  message: string;
}

/** Failures before any of our code runs, by their status. */
const byStatus: Readonly<Record<number, Omit<Told, 'status'>>> = {
  400: { code: 'REQUISICAO_INVALIDA', message: 'A requisição é inválida.' },
  408: { code: 'ENVIO_LENTO', message: 'A requisição demorou demais para chegar. Tente de novo.' },
  413: { code: 'ARQUIVO_GRANDE', message: 'Os dados enviados são grandes demais.' },
  414: { code: 'ENDERECO_LONGO', message: 'O endereço é longo demais.' },
  415: { code: 'TIPO_NAO_SUPORTADO', message: 'Tipo de conteúdo não suportado.' },
  417: { code: 'REQUISICAO_INVALIDA', message: 'O servidor não atende ao que o cabeçalho Expect pede.' },
  429: { code: 'MUITAS_TENTATIVAS', message: 'Muitas tentativas. Aguarde um pouco e tente de novo.' },
  431: { code: 'CABECALHO_GRANDE', message: 'O endereço ou os cabeçalhos da requisição são grandes demais.' },
};

export const toldBy = (status: number): Told => {
  const { code, message } = byStatus[status] ?? (byStatus[400] as Omit<Told, 'status'>);
  return { status, code, message };
};

/** Headers of an answer that is made before any hook runs. */
export const BARE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Answers on the bare connection, where there is no request, and ends it. An answer that has begun breaks off. */
export function refuseConnection(socket: Socket, status: number): void {
  if (socket.writableEnded || socket.destroyed) return;
  const begun = (socket as Socket & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent;
  if (begun || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, message } = toldBy(status);
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(BARE).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that is still sending gets a moment more; otherwise it would never read the answer.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/** What Node's own parser refuses. */
export function answerParser(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseConnection(socket, 408);
  else if (error.code === 'HPE_HEADER_OVERFLOW') refuseConnection(socket, 431);
  else if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') refuseConnection(socket, 413);
  else refuseConnection(socket, 400);
}

/** Conflicts in the database because somebody else was quicker; a missing value or a broken check is a bug of ours. */
const clashes = {
  unique: 'Já existe um registro com estes dados: outra gravação chegou antes. Atualize a página e tente de novo.',
  'foreign-key': 'Este registro é usado por outro, ou usa um que deixou de existir. Atualize a página e tente de novo.',
  exclusion: 'Os dados informados conflitam com outro registro. Atualize a página e tente de novo.',
} as const;

/** The one handler of everything that is thrown. Should it throw itself, Fastify would answer in English and leave no line. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const error = (thrown instanceof Error ? thrown : loggable(thrown)) as FastifyError;
  // A file that broke off before its first byte has said what it would be.
  reply.removeHeader('content-disposition').removeHeader('content-encoding').type('application/json; charset=utf-8');
  if (error instanceof Refusal && typeof error.extra.retryAfter === 'number')
    reply.header('retry-after', String(error.extra.retryAfter));
  if (error instanceof Refusal)
    return reply.status(error.status).send({ message: error.message, code: error.code, ...error.extra });
  if (error.code === 'FST_ERR_BAD_URL')
    return reply.status(400).send({
      message: 'O endereço está malformado: um sinal de porcentagem (%) não é seguido de dois dígitos válidos.',
      code: 'ENDERECO_INVALIDO',
    });
  const { statusCode = 500 } = error;
  if (statusCode >= 400 && statusCode < 500) {
    const { code, message } = toldBy(statusCode);
    return reply.status(statusCode).send({ message, code });
  }
  const kind = pgErrorKind(error)?.kind;
  const clash = clashes[kind as keyof typeof clashes];
  if (clash) return reply.status(409).send({ message: clash, code: 'CONFLITO' });
  if (kind === 'bad-text' || kind === 'out-of-range' || kind === 'too-long')
    return reply.status(400).send({ message: 'Um dos valores informados é inválido.', code: 'VALOR_INVALIDO' });
  if (kind === 'conflict' || kind === 'timeout')
    return reply
      .status(503)
      .header('retry-after', '1')
      .send({ message: 'O sistema está ocupado com outra gravação. Tente de novo em instantes.', code: 'OCUPADO' });
  if (kind === 'disk-full') return answerError(refuse.noSpace(), request, reply);
  if (kind === 'connection')
    return reply
      .status(503)
      .header('retry-after', '2')
      .send({ message: 'O banco de dados não está disponível. Tente de novo em instantes.', code: 'INDISPONIVEL' });
  if (kind === 'read-only') {
    request.log.error({ err: error, id: request.id }, 'the database may only be read');
    return reply
      .status(503)
      .header('retry-after', '10')
      .send({ message: 'O banco de dados só aceita leituras agora. Nada foi gravado. Tente mais tarde.', code: 'INDISPONIVEL' });
  }
  // Who asked left before the answer began: nothing is wrong here, and nobody reads what is sent.
  const isLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed;
  if (!isLeft) request.log.error({ err: error, id: request.id }, 'bug');
  return reply.status(500).send({ message: 'Erro', code: 'ERRO', requestId: request.id });
}
