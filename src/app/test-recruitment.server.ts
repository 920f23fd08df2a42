import sql from 'sql-template-tag';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

/** What the attacks on recruitment start from: the first company as the demonstration fills it, and its administrator. */
export interface TestRecruitment {
  app: TestApp;
  admin: Client;
  empresaId: number;
  /** a job of the company */
  cargo: number;
  /** Takes a candidate in, whose name nobody else has. */
  inclui(mais?: object): Promise<Row>;
  /** Among several tests, nobody is shut out for what another one tried. */
  forgets(): Promise<unknown>;
}

export const CANDIDATOS = '/api/captacao/candidatos';

/** Inputs of candidates for a job, each with a name that no other has. */
export function candidatesOf(cargo: number): (mais?: object) => Record<string, unknown> {
  let next = 0;
  return (mais = {}) => ({
    nome: `Pessoa Número ${++next}`,
    sexo: 'I',
    cargos: [cargo],
    possuiParentes: false,
    primeiroEmprego: true,
    disponivel: true,
    ...mais,
  });
}

export async function openRecruitment(): Promise<TestRecruitment> {
  const app = await openTestApp();
  await app.seed(6);
  const admin = await app.login(0);
  const [cargo = 0] = await app.ids('cargos');
  const candidato = candidatesOf(cargo);
  return {
    app,
    admin,
    empresaId: app.empresas[0] as number,
    cargo,
    inclui: (mais) => done(admin, 'POST', CANDIDATOS, candidato(mais)),
    forgets: () => app.db.query(sql`delete from tentativas`),
  };
}
