import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { cnpj as CNPJ } from '#kit/br/cnpj.ts';
import { today } from '#kit/br/date.ts';
import { readConfig } from '#platform/config.server.ts';
import { CommandError, command } from './command-error.server.ts';
import { fillDatabase } from './first-start.server.ts';
import { migrateDatabase } from './migrate-database.server.ts';
import { openDatabase } from './open-database.server.ts';
import { seedCompany } from './seed-company.server.ts';
import { seedIndicators } from './seed-indicators.server.ts';

/**
 * `npm run seed -- --size 100000`: generated companies of up to 2,000 people each, beside the existing data. `--company-size
 * 100000` puts as many into one.
 */
command(
  async () => {
    const { values } = parseArgs({
      options: { size: { type: 'string', default: '2000' }, 'company-size': { type: 'string', default: '2000' } },
    });
    const [size, perCompany] = (['size', 'company-size'] as const).map((name) => {
      const value = Number(values[name]);
      if (Number.isInteger(value) && value > 0 && value <= 5_000_000) return value;
      throw new CommandError(`--${name} pede um número inteiro de 1 a 5000000`);
    }) as [number, number];

    const config = readConfig(process.env);
    const opened = await openDatabase(config, (message) => console.log(message));
    try {
      const { db } = opened;
      await migrateDatabase(opened, (message) => console.log(message));
      await fillDatabase(db, { withDemo: opened.isEmbedded });
      const { n: before = 0 } = (await db.one<{ n: number }>(sql`select coalesce(max(id), 0)::int as n from empresas`)) ?? {};
      const started = performance.now();
      // Above every number used before, however large the companies were.
      const next = async () =>
        ((await db.one<{ n: number }>(sql`select coalesce(max(id), 0)::int as n from talentos`))?.n ?? 0) + 1_000;
      for (let done = 0, index = 1; done < size; done += perCompany, index += 1) {
        const talentos = Math.min(perCompany, size - done);
        const number = before + index;
        const first = await next();
        await db.tx(async (tx) => {
          const company = await tx.one<{ id: number }>(sql`
        insert into empresas (nome, razao_social, cnpj, ativo, exibir_salario, max_candidata_cargo, tempo_exclusao_candidato)
        values (${`Empresa Gerada ${number}`}, ${`Empresa Gerada ${number} Ltda.`}, ${CNPJ.sample(1_000 + number)}, true, true, 0, 0) returning id`);
          await seedCompany(tx, { empresaId: company?.id as number, talentos, first, today: today() });
          await seedIndicators(tx, { empresaId: company?.id as number, today: today() });
        });
        process.stdout.write(`\r${Math.min(size, done + perCompany)} de ${size} talentos`);
      }
      await opened.asOwner((owner) => owner.query(sql`vacuum analyze`));
      console.log(`\nPronto em ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
    } finally {
      await opened.close();
    }
  },
  { usage: 'Uso: npm run seed -- [--size <talentos>] [--company-size <talentos por empresa>]' },
);
