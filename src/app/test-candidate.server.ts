import sql from 'sql-template-tag';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { DEMO_CANDIDATE } from './demo-users.server.ts';
import { type Client, send, type TestApp } from './test-app.server.ts';

/** Somebody who is in at the candidate portal. */
export interface TestCandidate {
  /** of the account */
  id: number;
  cpf: string;
  client: Client;
}

/** Logs the owner of a CPF in, with the password of the demonstration. */
export async function enterAs(app: TestApp, cpf = DEMO_CANDIDATE.cpf): Promise<TestCandidate> {
  const answer = await send(app.app, {
    method: 'POST',
    url: '/api/externo/login',
    payload: { cpf, senha: DEMO_CANDIDATE.senha, empresaId: app.empresas[0] },
  });
  if (answer.status !== 200) throw new Error(`login: ${JSON.stringify(answer.body)}`);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] as string;
  return {
    id: (answer.body as { id: number }).id,
    cpf,
    client: (method, url, payload, headers = {}) =>
      send(app.app, {
        method: method as 'GET',
        url,
        ...(payload === undefined ? {} : { payload: payload as object }),
        headers: { cookie, ...headers },
      }),
  };
}

/** Another account in the first company, with the same password, without the cost of a registration. */
export async function anotherCandidate(app: TestApp, number: number): Promise<TestCandidate> {
  const cpf = CPF.sample(number);
  await app.db.query(sql`
    insert into contas_externas (empresa_id, cpf, nome, email, hash)
    select empresa_id, ${cpf}, ${`Candidato ${number}`}, ${`candidato${number}@exemplo.com.br`}, hash from contas_externas
    where cpf = ${DEMO_CANDIDATE.cpf.replace(/\D/g, '')}`);
  return enterAs(app, cpf);
}
