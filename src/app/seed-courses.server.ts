import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/** Courses with the minutes that they take, how many months they last, and the certification that they lead to, if any. */
const CURSOS = [
  ['Integração de novos colaboradores', 240, false, null, null],
  ['NR-35: trabalho em altura', 480, false, 24, 'Trabalho em altura'],
  ['NR-10: segurança em instalações elétricas', 2_400, false, 24, 'Instalações elétricas'],
  ['Primeiros socorros', 960, false, 12, 'Brigada de incêndio'],
  ['Combate a incêndio', 480, false, 12, 'Brigada de incêndio'],
  ['Proteção de dados no dia a dia', 90, true, 12, null],
  ['Liderança: conversas que desenvolvem', 960, true, null, null],
] as const;

/** Courses and certifications of a company. */
export async function seedCourses(tx: Tx, { empresaId }: { empresaId: number }): Promise<void> {
  await tx.query(sql`
    with dados as (
      select nome, minutos, online, meses, certificacao from jsonb_to_recordset(${JSON.stringify(
        CURSOS.map(([nome, minutos, online, meses, certificacao]) => ({ nome, minutos, online, meses, certificacao })),
      )}::jsonb) x(nome text, minutos int, online boolean, meses int, certificacao text)),
    feitos as (
      insert into cursos (empresa_id, nome, carga_horaria, online, periodicidade)
      select ${empresaId}, nome, minutos, online, meses from dados returning id, nome),
    certificadas as (
      insert into certificacoes (empresa_id, nome, periodicidade)
      select ${empresaId}, certificacao, min(meses) from dados where certificacao is not null group by certificacao returning id, nome)
    insert into certificacoes_cursos (registro_id, alvo_id, ordem)
    select c.id, f.id, row_number() over (partition by c.id order by f.id) from dados d join feitos f on f.nome = d.nome join certificadas c on c.nome = d.certificacao`);
}
