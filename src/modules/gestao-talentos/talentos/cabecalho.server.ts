import sql, { join } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Heading } from '#kit/registry/registry.ts';
import { A_AVALIAR, acompanhamentoExperiencia } from '../experiencia/acompanhamento.registry.ts';
import { contratosDecididos } from '../experiencia/contratos.server.ts';
import { motivos } from './codigos.ts';
import { TRABALHA } from './quem.server.ts';

/** Days ahead that the head of a record looks, and the most that it says. */
const DIAS = 180;
const MAIS = 5;

/** Whether the talent is away today, and what comes next: returns, trials, planned changes, ends of stability and of certificates. */
export async function cabecalhoDoTalento(db: Queryable, acting: Acting, id: number): Promise<Heading> {
  const veAfastamentos = acting.can('ROLE_CAD_COLABORADOR_AFASTAMENTO');
  const hoje = sql`${acting.today}::date`;
  const fontes = [
    sql`select h.data, 'Previsto: ' || (${JSON.stringify(motivos)}::json ->> h.motivo) as titulo from talentos_historicos h where h.registro_id = ${id}`,
    sql`select c.validade, 'Vencimento do certificado: ' || c.titulo from talentos_certificados c where c.registro_id = ${id}`,
    sql`select e.fim, 'Término de estabilidade' from talentos_estabilidades e where e.registro_id = ${id}`,
    ...(veAfastamentos
      ? [
          sql`select f.fim + 1, 'Retorno de afastamento' from colaboradores_afastamentos f where f.colaborador_id = ${id} and f.inicio <= ${hoje}`,
          sql`select f.inicio, 'Início de afastamento' from colaboradores_afastamentos f where f.colaborador_id = ${id}`,
        ]
      : []),
    ...(acting.can(acompanhamentoExperiencia.authority)
      ? [
          sql`select l.termino, 'Término da experiência: ' || p.nome from periodos_dos_talentos l join periodos_experiencia p on p.id = l.periodo_id
            where l.colaborador_id = ${id} and l.situacao = any(${[...A_AVALIAR]})`,
          sql`select c.contrato_ate, 'Término do contrato de experiência' from (${contratosDecididos(sql`v.colaborador_id = ${id}`)}) c where c.contrato_ate is not null`,
        ]
      : []),
  ];
  const prazos = await db.query<{ data: string; titulo: string }>(sql`
    select x.data::text as data, x.titulo from (${join(fontes, ' union all ')}) x
    join talentos t on t.id = ${id} and t.situacao <> 'D'
    where x.data > ${hoje} and x.data <= ${hoje} + ${DIAS}::integer order by x.data, x.titulo limit ${MAIS}`);
  const afastado =
    veAfastamentos &&
    (await db.one(sql`
      select f.id from colaboradores_afastamentos f join talentos t on t.id = f.colaborador_id and ${TRABALHA}
      where f.colaborador_id = ${id} and f.inicio <= ${hoje} and coalesce(f.fim, ${hoje}) >= ${hoje} limit 1`));
  return { estado: afastado ? { texto: 'Afastado', tom: 'waiting' } : null, prazos };
}
