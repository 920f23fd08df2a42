import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/**
 * Data of the demonstration's dashboards beyond positions and talent events: schooling, people of the disability quota, revenue.
 * Distributed by the record's number, so that every demonstration is the same.
 */
export async function seedIndicators(tx: Tx, { empresaId, today }: { empresaId: number; today: string }): Promise<void> {
  await tx.query(sql`
    update talentos set
      escolaridade = (array['07', '07', '07', '09', '09', '05', '08', '12', '06', '10', '14'])[1 + id % 11],
      cota_pcd = id % 37 = 0, deficiencia = case when id % 37 = 0 then 'F' else 'N' end
    where empresa_id = ${empresaId}`);
  await tx.query(sql`
    insert into faturamentos_mensais (empresa_id, mes_ano, valor)
    select ${empresaId}, to_char(mes, 'YYYY-MM'), round((quadro.n * (11000 + 900 * sin(extract(month from mes)::float)))::numeric, 2)
    from generate_series(date_trunc('month', ${today}::date) - interval '14 months', date_trunc('month', ${today}::date) - interval '1 month', interval '1 month') mes,
      (select count(*) as n from talentos where empresa_id = ${empresaId}) quadro`);
}
