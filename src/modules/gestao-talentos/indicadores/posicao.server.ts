import sql, { type Sql } from 'sql-template-tag';
import { asOf } from '#kit/store/dated.server.ts';
import { faixasNoDia, indicesNoDia, salarioDe } from '#modules/estrutura/public.server.ts';
import { SEM_SALARIO } from '../talentos/codigos.ts';

/**
 * Has come (alias `t`): whose admission the personnel system has not confirmed (G), or has cancelled (C), has not; who waits for a dismissal has. By the situation
 * and not by `status_ac`, which says the same at the far end of a hundred columns: PostgreSQL unpacks them all to get there.
 */
export const confirmado = sql`t.situacao in ('A', 'D', 'U')`;

/** Admitted and not dismissed on a day (alias `t`); the day of dismissal is worked. */
export const trabalhaEm = (dia: string | Sql): Sql =>
  sql`${confirmado} and t.data_admissao <= ${dia}::date and (t.data_desligamento is null or t.data_desligamento >= ${dia}::date)`;

/** Is paid a salary, by the kind of bond (alias `t`). */
export const recebeSalario = sql`t.vinculo <> all(${[...SEM_SALARIO]}::text[])`;

/** The name of the talent `t` where two of one name must be told apart: no two of a company are called alike, not even one person's two employments. */
export const nomeComMatricula = sql`t.nome || case
  when t.matricula is not null then ' (' || t.matricula || ')'
  when exists (select from talentos xara where xara.empresa_id = t.empresa_id and xara.nome_ord = t.nome_ord and xara.matricula is null and xara.id <> t.id)
    then ' (admissão em ' || to_char(t.data_admissao, 'DD/MM/YYYY') || ', cadastro ' || t.id || ')'
  else '' end`;

/** The generation of the talent `t` by the year of birth, as `g`: where two overlap, the one that began last. */
export const geracaoDoTalento = sql`
  left join lateral (
    select g.id, g.nome, g.descricao, g.ano_inicial from geracoes g
    where extract(year from t.data_nascimento) between g.ano_inicial and coalesce(g.ano_final, 9999)
    order by g.ano_inicial desc, g.id limit 1
  ) g on true`;
export const nomeDaGeracao = sql`case when t.data_nascimento is null then 'Sem data de nascimento' else coalesce(g.nome, 'Fora das gerações cadastradas') end`;

/** The confirmed dismissal of the talent `t`, as `d`, and its reason, as `m`; one that waits or was taken back says nothing of somebody who left. */
export const desligamentoDoTalento = sql`
  left join desligamentos d on d.colaborador_id = t.id and d.status = 'D'
  left join motivos_desligamento m on m.id = d.motivo_id`;

interface Posicao {
  /** to stand behind `talentos t`: `h` is an entry in force, `f` the band of the day, with position and value */
  juncoes: Sql;
  area: Sql;
  faixa: Sql;
  cargo: Sql;
  estabelecimento: Sql;
  /** what the entry pays on the day */
  salario: Sql;
}

interface Quais {
  /** the caller asks for those alone who work on the day */
  trabalham?: boolean;
  /** not said: it is. Where nobody asks for it, `salario` has no meaning */
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

/** The entry `h` of the talent `t` in force on a day, or on an earlier last day; said without `least`, of which PostgreSQL cannot tell how many it leaves. */
const noDiaOuNoUltimo = (
  em: Sql,
): Sql => sql`h.registro_id = t.id and h.data <= ${em} and (t.data_desligamento is null or h.data <= t.data_desligamento)
  and (h.ate is null or h.ate > ${em} or h.ate > t.data_desligamento)`;

/** The talents (alias `t`) whose entry `h` of a day, or of an earlier last day, says something: found by the histories, of which it may leave few. */
export const diziaEm = (dia: string, algo: Sql): Sql =>
  sql`t.id in (select t.id from talentos t join talentos_historicos h on ${noDiaOuNoUltimo(sql`${dia}::date`)} where ${algo})`;

/**
 * Where talents (alias `t`) stood on a day and what they earned, the dismissed as on their last day: the one source of every list, report and dashboard "as of".
 * Each band and index is valued once, and joined from the left: nobody stands without a band, and PostgreSQL shall not fetch each band's people one by one.
 *
 * Of a day gone by, most is still so, and stands beside the record: an entry is looked for only where it ended since, and the open one where it says how somebody
 * is paid. Whoever left before the day is told by the record alone, which says how they stood on the last one.
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
  /** the civil date: today's position stands beside each record */
  hoje: string;
  empresas: readonly number[];
  /** what they earned is asked for as well */
  salario?: boolean;
  /** who counts, by where they were on the day */
  onde(de: { empresa: Sql; area: Sql; estabelecimento: Sql }): Sql;
}

/**
 * Talents at work on a day with where they were and, if asked, what they earned then: `id, empresa_id, sexo, vinculo, area, faixa, cargo, estabelecimento, salario`.
 * Today's are read from the records alone.
 */
export function quadroEm({ dia, hoje, empresas, salario: paga = false, onde }: PedidoDeQuadro): Sql {
  const { juncoes, area, faixa, cargo, estabelecimento, salario } =
    dia === hoje ? posicaoDeHoje : posicaoEm(dia, hoje, empresas, { trabalham: true, salario: paga });
  return sql`
    select t.id, t.empresa_id, t.sexo, t.vinculo, ${area} as area, ${faixa} as faixa, ${cargo} as cargo, ${estabelecimento} as estabelecimento${paga ? sql`, ${salario} as salario` : sql``}
    from talentos t ${juncoes}
    where ${trabalhaEm(dia)} and ${onde({ empresa: sql`t.empresa_id`, area, estabelecimento })}`;
}
