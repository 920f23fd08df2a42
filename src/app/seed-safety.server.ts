import sql from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';

/** One environment for each establishment and one function for each position, which the histories refer to. */
export async function seedSafety(tx: Tx, { empresaId, today }: { empresaId: number; today: string }): Promise<void> {
  const since = addDays(today, -2_500);
  await tx.query(sql`
    insert into ambientes (empresa_id, nome_ambiente, descricao, data, local_ambiente, chave_opcao_tipo_estabelecimento_proprio, estabelecimento_id)
    select ${empresaId}, 'Instalações - ' || nome, 'Salas, galpões e áreas comuns do estabelecimento.', ${since}::date, '1', 'E', id
    from estabelecimentos where empresa_id = ${empresaId} order by id`);
  await tx.query(sql`
    insert into funcoes (empresa_id, nome_funcao, codigo_cbo_id, data, descricao, ativa)
    select ${empresaId}, c.nome, min(f.codigo_cbo_id), ${since}::date, 'Executa as atividades próprias de ' || c.nome || '.', true
    from cargos c join faixas_salariais f on f.cargo_id = c.id
    where c.empresa_id = ${empresaId} and f.codigo_cbo_id is not null group by c.id, c.nome order by c.nome`);
}
