import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { daAreaVisivel } from '#modules/estrutura/public.server.ts';
import { takeTurnOfCpf } from '#platform/authority/cpf-turn.server.ts';
import { faltasDoPeriodo, type Periodo, type Vinculo } from './vinculos.rules.ts';

interface Achado extends Vinculo {
  /** the kind of the confirmed dismissal */
  tipoDesligamento: string | null;
  visivel: boolean;
}

/** Employments (alias `t`) of a CPF in the acting company, the first one first. A cancelled admission does not count. */
const doCpf = (acting: Acting, cpf: string, exceto: number | null): Sql => sql`
  t.empresa_id = ${acting.empresaId} and t.cpf = ${cpf} and t.status_ac is distinct from 'C' and t.id is distinct from ${exceto}::bigint`;

/** All employments of a CPF in the company but one, with whether the actor sees each. */
export const vinculosDoCpf = (db: Queryable, acting: Acting, cpf: string, exceto: number | null = null): Promise<Achado[]> =>
  db.query(sql`
    select t.id, t.nome, t.matricula, t.situacao, t.data_admissao::text as "dataAdmissao", t.data_desligamento::text as "dataDesligamento", d.tipo as "tipoDesligamento",
      coalesce(${daAreaVisivel(acting, sql`t.area_atual_id`)}, false) as visivel
    from talentos t left join desligamentos d on d.colaborador_id = t.id and d.status = 'D'
    where ${doCpf(acting, cpf, exceto)} order by t.data_admissao, t.id`);

interface DoPeriodo extends Periodo {
  id: number | null;
  cpf: string;
  novo?: boolean;
}

/**
 * The faults of one employment's days. Locks the person's other employments until the end, so that nobody changes their days
 * meanwhile.
 */
async function conflitos(tx: Tx, acting: Acting, { id, cpf, ...periodo }: DoPeriodo) {
  const outros = sql`
    select t.data_admissao::text as "dataAdmissao", t.data_desligamento::text as "dataDesligamento",
      coalesce(${daAreaVisivel(acting, sql`t.area_atual_id`)}, false) as visivel
    from talentos t where ${doCpf(acting, cpf, id)} order by t.id for share of t`;
  return [...faltasDoPeriodo(periodo, await tx.query<Achado>(prepared(outros.text, [...outros.values])))];
}

/** A person's CPF, with the first and last day of the employment. */
interface Datas {
  cpf?: string;
  dataAdmissao?: string;
  dataDesligamento?: string | null;
}

/** Judges a save that changes CPF or dates; stored values have been judged before. */
export async function exigeOutroPeriodo(
  tx: Tx,
  { value, before, acting }: { value: Datas; before?: Datas & { id: number }; acting: Acting },
): Promise<void> {
  const cpf = value.cpf ?? before?.cpf;
  const dataAdmissao = value.dataAdmissao ?? before?.dataAdmissao;
  const dataDesligamento = (value.dataDesligamento === undefined ? before?.dataDesligamento : value.dataDesligamento) ?? null;
  const mudou = before?.cpf !== cpf || before?.dataAdmissao !== dataAdmissao || before?.dataDesligamento !== dataDesligamento;
  if (cpf === undefined || dataAdmissao === undefined || !mudou) return;
  const novo = cpf !== before?.cpf;
  // Overlapping days violate no key.
  if (novo) await takeTurnOfCpf(tx, cpf);
  const faltas = await conflitos(tx, acting, { id: before?.id ?? null, cpf, dataAdmissao, dataDesligamento, novo });
  if (faltas.length > 0) throw refuse.invalid(faltas);
}

/** Judges a new last day (or none) of a talent that is already locked. */
export async function exigeDesligamentoPossivel(tx: Tx, acting: Acting, talentoId: number, data: string | null): Promise<void> {
  const este = await tx.one<DoPeriodo>(
    sql`select id, cpf, data_admissao::text as "dataAdmissao" from talentos where id = ${talentoId}`,
  );
  const [falta] = este ? await conflitos(tx, acting, { ...este, dataDesligamento: data }) : [];
  if (falta) throw new Refusal('VINCULO_POSTERIOR', falta.message);
}
