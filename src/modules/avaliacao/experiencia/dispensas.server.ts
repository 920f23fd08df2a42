import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { DESTE, TRABALHA } from '#modules/gestao-talentos/public.server.ts';
import { A_AVALIAR } from '#modules/gestao-talentos/public.ts';
import { ACOMPANHAMENTOS } from './acompanhamentos.server.ts';

/** Nobody else is waited for where somebody has answered. */
export const dispensaOsOutros = (tx: Queryable, quais: Sql) =>
  tx.query(sql`
    delete from participacoes p using rodadas r, acompanhamentos_experiencia a
    where r.id = p.rodada_id and r.dono = ${ACOMPANHAMENTOS} and a.id = r.dono_id and a.respondida_em is not null and p.estado <> 'R' and ${quais}`);

/** Nobody is waited for about a period that is no longer to be judged, or about somebody who has left; nor who has left themselves. */
export const dispensaDosEncerrados = (tx: Queryable) =>
  tx.query(sql`
    delete from participacoes p using rodadas r, acompanhamentos_experiencia a
    where r.id = p.rodada_id and r.dono = ${ACOMPANHAMENTOS} and a.id = r.dono_id and a.respondida_em is null and p.estado <> 'R' and (
      not exists (
        select from periodos_dos_talentos v
        where v.colaborador_id = a.colaborador_id and v.periodo_id = a.periodo_id and v.situacao = any(${[...A_AVALIAR]}))
      or p.pessoa like 'talentos:%' and not exists (select from talentos t where ${DESTE} and ${TRABALHA}))`);
