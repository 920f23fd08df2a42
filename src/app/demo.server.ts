import sql from 'sql-template-tag';
import { today } from '#kit/br/date.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { isPassword } from '#platform/session/password.server.ts';
import { DEMO_CANDIDATE, DEMO_LOGINS, DEMO_PASSWORD, seedDemoUsers } from './demo-users.server.ts';
import { seedCaptacao } from './seed-captacao.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { seedCourses } from './seed-courses.server.ts';
import { seedEvaluations } from './seed-evaluations.server.ts';
import { seedIndicators } from './seed-indicators.server.ts';
import { seedNineBox } from './seed-nine-box.server.ts';
import { seedPlans } from './seed-plans.server.ts';
import { seedSurveys } from './seed-surveys.server.ts';
import { seedTrialAnswers } from './seed-trials.server.ts';

export { DEMO_LOGINS } from './demo-users.server.ts';

const PEOPLE = 120;

const GERACOES = sql`
  insert into geracoes (nome, ano_inicial, ano_final, descricao) values
    ('Baby boomers', 1946, 1964, 'Nascidos no pós-guerra; valorizam estabilidade e experiência.'),
    ('Geração X', 1965, 1980, 'Autônomos e pragmáticos; viveram a chegada do computador ao trabalho.'),
    ('Geração Y', 1981, 1996, 'Buscam propósito, retorno frequente e equilíbrio.'),
    ('Geração Z', 1997, 2012, 'Nativos digitais; aprendem rápido e esperam flexibilidade.')
  on conflict do nothing`;

/**
 * The manager who logs in is the talent responsible for human resources in the first company, and for everything below: her login
 * shows what a manager sees.
 */
async function seedManager(tx: Tx, empresaId: number): Promise<void> {
  const { cpf, nome } = DEMO_LOGINS[2];
  const area = sql`(select id from areas_organizacionais where empresa_id = ${empresaId} and nome = 'Recursos Humanos' order by id limit 1)`;
  await tx.query(sql`
    update talentos set nome = ${nome}, cpf = ${cpf.replace(/\D/g, '')}, sexo = 'F'
    where id = (select r.colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis r where r.registro_id = ${area} limit 1)`);
  await tx.query(sql`update areas_organizacionais set replicar_responsaveis_para_areas_filhas = true where id = ${area}`);
}

/** Whether somebody enters with what the documentation tells everybody. A CPF of the demonstration alone proves nothing: they are the usual examples. */
export async function hasKnownLogins(db: Database): Promise<boolean> {
  const digits = ({ cpf }: { cpf: string }) => cpf.replace(/\D/g, '');
  const users = await db.query<{ hash: string }>(
    sql`select c.hash from credenciais c join usuarios u on u.id = c.usuario_id where u.cpf = any(${DEMO_LOGINS.map(digits)})`,
  );
  for (const { hash } of users) if (await isPassword(hash, DEMO_PASSWORD)) return true;
  const candidates = await db.query<{ hash: string | null }>(
    sql`select hash from contas_externas where cpf = ${digits(DEMO_CANDIDATE)}`,
  );
  for (const { hash } of candidates) if (hash !== null && (await isPassword(hash, DEMO_CANDIDATE.senha))) return true;
  return false;
}

/** Fills an empty database with the demonstration; answers whether its logins work, now or from before. */
export async function seedDemo(db: Database): Promise<boolean> {
  const there = await db.one<{ users: boolean }>(sql`select exists (select 1 from usuarios) as users`);
  if (there?.users) return hasKnownLogins(db);
  await db.tx(async (tx) => {
    const companies = await seedDemoUsers(tx);
    await tx.query(GERACOES);
    for (const [index, empresaId] of companies.entries())
      await seedCompany(tx, { empresaId, talentos: PEOPLE, first: index * PEOPLE, today: today() });
    for (const empresaId of companies) await seedCourses(tx, { empresaId });
    for (const empresaId of companies) await seedIndicators(tx, { empresaId, today: today() });
    await seedManager(tx, companies[0] as number);
    await seedEvaluations(tx, { empresaId: companies[0] as number, today: today() });
    await seedNineBox(tx, { empresaId: companies[0] as number, today: today() });
    await seedPlans(tx, { empresaId: companies[0] as number, today: today() });
    for (const empresaId of companies) await seedTrialAnswers(tx, { empresaId, today: today() });
    await seedSurveys(tx, { empresaId: companies[0] as number, today: today() });
    await seedCaptacao(tx, { empresaId: companies[0] as number, today: today(), first: companies.length * PEOPLE });
  });
  return true;
}
