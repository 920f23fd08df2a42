import { createInterface } from 'node:readline/promises';
import { cnpj as CNPJ } from '#kit/br/cnpj.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { hashPassword, weakness } from '#platform/session/password.server.ts';
import { CommandError, command } from './command-error.server.ts';
import { authorities } from './declared.server.ts';
import { fillingAlone } from './first-start.server.ts';
import { migrateDatabase } from './migrate-database.server.ts';
import { openDatabase } from './open-database.server.ts';
import { loadReference } from './reference.server.ts';

/**
 * `npm run setup`: the first company and the first administrator of an empty installation.
 * Answers come from the keyboard, or from SETUP_EMPRESA, SETUP_CNPJ, SETUP_NOME, SETUP_CPF, SETUP_EMAIL and SETUP_SENHA.
 */
const keyboard = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;

async function ask(
  name: string,
  question: string,
  fault: (text: string) => string | null | Promise<string | null>,
): Promise<string> {
  for (let given = process.env[name]; ; given = undefined) {
    const answer = (given ?? (await keyboard?.question(`${question}: `)))?.trim();
    if (answer === undefined) throw new CommandError(`Informe ${question} em ${name}.`);
    const wrong = await fault(answer);
    if (wrong === null) return answer;
    if (!keyboard) throw new CommandError(`${name}: ${wrong}`);
    console.log(`  ${wrong}`);
  }
}

const filled = (text: string) => (text.length > 0 && text.length <= 100 ? null : 'Informe de 1 a 100 caracteres');

async function refuseUsers(of: Queryable): Promise<void> {
  const there = await of.one<{ users: boolean }>({ text: 'select exists (select from usuarios) as users' });
  if (there?.users) throw new CommandError('Esta instalação já tem usuários. Entre com um administrador para inserir outros.');
}

async function setup(): Promise<void> {
  const opened = await openDatabase(readConfig(process.env));
  try {
    await migrateDatabase(opened);
    await fillingAlone(opened.db, () => loadReference(opened.db));
    await refuseUsers(opened.db);
    const empresa = await ask('SETUP_EMPRESA', 'Nome da empresa', filled);
    const cnpj = await ask('SETUP_CNPJ', 'CNPJ da empresa', (text) => (CNPJ.isValid(text) ? null : 'CNPJ inválido.'));
    const nome = await ask('SETUP_NOME', 'Nome do administrador', filled);
    const cpf = await ask('SETUP_CPF', 'CPF do administrador', (text) => (CPF.isValid(text) ? null : 'CPF inválido.'));
    const email = await ask('SETUP_EMAIL', 'E-mail do administrador', (text) =>
      /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text) ? null : 'E-mail inválido',
    );
    const senha = await ask('SETUP_SENHA', 'Senha (8 caracteres ou mais, com letras e números)', (text) =>
      weakness(text, { nomes: [nome, empresa], cpf, email }),
    );
    const hash = await hashPassword(senha);
    const insert = async (tx: Tx) => {
      await refuseUsers(tx);
      const company = await tx.one<{ id: number }>({
        text: 'insert into empresas (nome, cnpj, ativo, max_candidata_cargo, tempo_exclusao_candidato) values ($1, $2, true, 0, 0) returning id',
        values: [empresa, CNPJ.normalize(cnpj)],
      });
      const profile = await tx.one<{ id: number }>({
        text: `insert into perfis (nome, ativo, autoridades) values ('Administrador', true, $1) returning id`,
        values: [[...authorities.keys()]],
      });
      const user = await tx.one<{ id: number }>({
        text: 'insert into usuarios (nome, cpf, email, ativo) values ($1, $2, $3, true) returning id',
        values: [nome, CPF.normalize(cpf), email],
      });
      await tx.query({
        text: 'insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values ($1, 1, $2, $3)',
        values: [user?.id, company?.id, profile?.id],
      });
      await tx.query({ text: 'insert into credenciais (usuario_id, hash) values ($1, $2)', values: [user?.id, hash] });
      await tx.query({
        text: `insert into auditoria (usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas) values ('Instalação', $1, 'setup', 'usuarios', $2, 'I', $3)`,
        values: [company?.id, user?.id, JSON.stringify({ perfil: [null, 'Administrador'] })],
      });
    };
    await fillingAlone(opened.db, () => opened.db.tx(insert));
    console.log(`Pronto. Entre com o CPF ${CPF.format(cpf)} na empresa ${empresa}.`);
  } finally {
    await opened.close();
  }
}

command(() => setup().finally(() => keyboard?.close()));
