import sql from 'sql-template-tag';
import { today } from '#kit/br/date.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { DEMO_LOGINS, seedDemoUsers } from './demo-users.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { seedIndicators } from './seed-indicators.server.ts';

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

/** Fills an empty database with the demonstration; answers whether its logins are there, now or from before. */
export async function seedDemo(db: Database): Promise<boolean> {
  const first = DEMO_LOGINS[0].cpf.replace(/\D/g, '');
  const there = await db.one<{ users: boolean; demo: boolean }>(
    sql`select exists (select 1 from usuarios) as users, exists (select 1 from usuarios where cpf = ${first}) as demo`,
  );
  if (there?.users) return there.demo;
  await db.tx(async (tx) => {
    const companies = await seedDemoUsers(tx);
    await tx.query(GERACOES);
    for (const [index, empresaId] of companies.entries())
      await seedCompany(tx, { empresaId, talentos: PEOPLE, first: index * PEOPLE, today: today() });
    for (const empresaId of companies) await seedIndicators(tx, { empresaId, today: today() });
    await seedManager(tx, companies[0] as number);
  });
  return true;
}
