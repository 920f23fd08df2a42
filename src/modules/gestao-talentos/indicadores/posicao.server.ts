import sql, { type Sql } from 'sql-template-tag';
import { asOf } from '#kit/store/dated.server.ts';
import { faixasNoDia, indicesNoDia, salarioDe } from '#modules/estrutura/public.server.ts';
import { SEM_SALARIO } from '../talentos/codigos.ts';

/**
 * Has been admitted (alias `t`): not while the personnel system has not confirmed the admission (G), nor after it has cancelled
 * it (C); still while a dismissal waits. Uses the situation instead of the equivalent `status_ac`, which is behind a hundred
 * columns that PostgreSQL would unpack.
 */
export const confirmado = sql`t.situacao in ('A', 'D', 'U')`;

/** Admitted and not dismissed on a day (alias `t`); the day of dismissal is worked. */
export const trabalhaEm = (dia: string | Sql): Sql =>
  sql`${confirmado} and t.data_admissao <= ${dia}::date and (t.data_desligamento is null or t.data_desligamento >= ${dia}::date)`;

/** Whether the kind of bond is paid a salary (alias `t`). */
export const recebeSalario = sql`t.vinculo <> all(${[...SEM_SALARIO]}::text[])`;

/** The unique name of the talent `t`, for lists where two talents of one name must differ, even one person's two employments. */
export const nomeComMatricula = sql`t.nome || case
  when t.matricula is not null then ' (' || t.matricula || ')'
  when exists (select from talentos xara where xara.empresa_id = t.empresa_id and xara.nome_ord = t.nome_ord and xara.matricula is null and xara.id <> t.id)
    then ' (admissão em ' || to_char(t.data_admissao, 'DD/MM/YYYY') || ', cadastro ' || t.id || ')'
  else '' end`;

/** The generation of the talent `t` by the year of birth, as `g`: of two that overlap, the one that began last. */
export const geracaoDoTalento = sql`
  left join lateral (
    select g.id, g.nome, g.descricao, g.ano_inicial from geracoes g
    where extract(year from t.data_nascimento) between g.ano_inicial and coalesce(g.ano_final, 9999)
    order by g.ano_inicial desc, g.id limit 1
  ) g on true`;
export const nomeDaGeracao = sql`case when t.data_nascimento is null then 'Sem data de nascimento' else coalesce(g.nome, 'Fora das gerações cadastradas') end`;

/** The confirmed dismissal of the talent `t`, as `d`, and its reason, as `m`; a pending or cancelled one does not count. */
export const desligamentoDoTalento = sql`
  left join desligamentos d on d.colaborador_id = t.id and d.status = 'D'
  left join motivos_desligamento m on m.id = d.motivo_id`;

interface Posicao {
  /** follows `talentos t` in the query: `h` is an entry in force, `f` the band of the day, with position and value */
  juncoes: Sql;
  area: Sql;
  faixa: Sql;
  cargo: Sql;
  estabelecimento: Sql;
  /** the salary of the entry on the day */
  salario: Sql;
}

interface Quais {
  /** the caller selects only talents who work on the day */
  trabalham?: boolean;
  /** true by default; otherwise `salario` has no meaning */
  salario?: boolean;
}

const posicaoDeHoje: Posicao = {
  juncoes: sql``,
  area: sql`t.area_atual_id`,
  faixa: sql`t.faixa_atual_id`,
  cargo: sql`t.cargo_atual_id`,
  estabelecimento: sql`t.estabelecimento_atual_id`,
  salario: sql`t.salario_atual`,
};

/**
 * The entry `h` of the talent `t` in force on a day, or on an earlier last day; written without `least`, whose selectivity
 * PostgreSQL cannot estimate.
 */
const noDiaOuNoUltimo = (
  em: Sql,
): Sql => sql`h.registro_id = t.id and h.data <= ${em} and (t.data_desligamento is null or h.data <= t.data_desligamento)
  and (h.ate is null or h.ate > ${em} or h.ate > t.data_desligamento)`;

/**
 * The talents (alias `t`) whose entry `h` on a day, or on an earlier last day, satisfies `algo`: searched from the histories,
 * because few may match.
 */
export const diziaEm = (dia: string, algo: Sql): Sql =>
  sql`t.id in (select t.id from talentos t join talentos_historicos h on ${noDiaOuNoUltimo(sql`${dia}::date`)} where ${algo})`;

/**
 * Position and salary of talents (alias `t`) on a day, of the dismissed on their last day: the one source of every list, report
 * and dashboard "as of". Each band and index is valued once and left-joined, because a talent without a band must stay and
 * PostgreSQL shall not fetch each band's people one by one. For a past day most values still equal those beside the record: a
 * past entry is searched only if it has ended since, and the open entry only for the way of paying. Somebody who left before the
 * day is described by the record alone, which holds their last day.
 */
export function posicaoEm(
  dia: string,
  hoje: string,
  empresas: readonly number[],
  { trabalham = false, salario = true }: Quais = {},
): Posicao {
  const em = sql`${dia}::date`;
  const passou = dia <= hoje;
  const nas = sql`empresa_id = any(${[...empresas]}::bigint[])`;
  const saiuAntes = sql`t.data_desligamento < ${em}`;
  const quando = passou
    ? sql`h.registro_id = t.id and ${salario ? asOf('h', em) : sql`h.data <= ${em} and h.ate > ${em}`}`
    : noDiaOuNoUltimo(em);
  const lugar = (entao: Sql, agora: Sql): Sql => {
    if (!passou || (trabalham && salario)) return entao;
    return sql`(case when h.id is null${trabalham ? sql`` : sql` or ${saiuAntes}`} then ${agora} else ${entao} end)`;
  };
  const doDia = sql`(case h.tipo_salario when '1' then f.valor when '2' then round(h.quantidade_indice * i.valor, 2) else h.salario end)`;
  const doUltimoDia = passou
    ? sql`t.salario_atual`
    : sql`case when t.data_desligamento <= ${hoje}::date then t.salario_atual else ${salarioDe(sql`h`, sql`t.data_desligamento`)} end`;
  return {
    juncoes: sql`
      left join talentos_historicos h on ${quando}
      left join ${faixasNoDia(nas, em)} f on f.id = h.faixa_salarial_id
      left join ${indicesNoDia(nas, em)} i on i.id = h.indice_id`,
    area: lugar(sql`h.area_organizacional_id`, sql`t.area_atual_id`),
    faixa: lugar(sql`h.faixa_salarial_id`, sql`t.faixa_atual_id`),
    cargo: lugar(sql`f.cargo_id`, sql`t.cargo_atual_id`),
    estabelecimento: lugar(sql`h.estabelecimento_id`, sql`t.estabelecimento_atual_id`),
    salario: trabalham ? doDia : sql`(case when ${saiuAntes} then ${doUltimoDia} else ${doDia} end)`,
  };
}

interface PedidoDeQuadro {
  dia: string;
  /** the civil date: today's position is stored beside each record */
  hoje: string;
  empresas: readonly number[];
  /** the salary is needed too */
  salario?: boolean;
  /** who counts, by their place on the day */
  onde(de: { empresa: Sql; area: Sql; estabelecimento: Sql }): Sql;
}

/**
 * Talents at work on a day with their place and, if needed, their salary on that day: `id, empresa_id, sexo, vinculo, area,
 * faixa, cargo, estabelecimento, salario`. Today's are read from the records alone.
 */
export function quadroEm({ dia, hoje, empresas, salario: paga = false, onde }: PedidoDeQuadro): Sql {
  const { juncoes, area, faixa, cargo, estabelecimento, salario } =
    dia === hoje ? posicaoDeHoje : posicaoEm(dia, hoje, empresas, { trabalham: true, salario: paga });
  return sql`
    select t.id, t.empresa_id, t.sexo, t.vinculo, ${area} as area, ${faixa} as faixa, ${cargo} as cargo, ${estabelecimento} as estabelecimento${paga ? sql`, ${salario} as salario` : sql``}
    from talentos t ${juncoes}
    where ${trabalhaEm(dia)} and ${onde({ empresa: sql`t.empresa_id`, area, estabelecimento })}`;
}
