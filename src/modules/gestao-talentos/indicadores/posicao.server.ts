import sql, { type Sql } from 'sql-template-tag';
import { asOf } from '#kit/registry/dated.server.ts';
import { faixasNoDia, indicesNoDia, salarioDe } from '#modules/cargo-salario/public.server.ts';

/**
 * Has come (alias `t`): whose admission the personnel system has not confirmed (G), or has cancelled (C), has not; who waits for a dismissal has. By the situation
 * and not by `status_ac`, which says the same at the far end of a hundred columns: PostgreSQL unpacks them all to get there.
 */
export const confirmado = sql`t.situacao in ('A', 'D', 'U')`;

/** Admitted and not dismissed on a day (alias `t`); the day of dismissal is worked. */
export const trabalhaEm = (dia: string): Sql =>
  sql`${confirmado} and t.data_admissao <= ${dia}::date and (t.data_desligamento is null or t.data_desligamento >= ${dia}::date)`;

/** The name of the talent `t` where two of one name must be told apart. */
export const nomeComMatricula = sql`t.nome || coalesce(' (' || t.matricula || ')', '')`;

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
  /** to stand behind `talentos t`: `h` is the entry in force, `f` its band, with position and value of the day */
  juncoes: Sql;
  /** what the entry pays on the day */
  salario: Sql;
}

/**
 * Where talents (alias `t`) stood on a day and what they earned, the dismissed as on their last day: the one source of every list, report and dashboard "as of".
 * Each band and index is valued once, and joined from the left: nobody stands without a band, and PostgreSQL shall not fetch each band's people one by one.
 * Whoever left before the day, and is gone today, earns what stands beside the record: that is the value of the last day. `trabalham` says that the caller
 * asks for those alone who work on the day.
 */
export function posicaoEm(dia: string, hoje: string, empresas: readonly number[], { trabalham = false } = {}): Posicao {
  const em = sql`${dia}::date`;
  const nas = sql`empresa_id = any(${[...empresas]}::bigint[])`;
  const porLinha = salarioDe(sql`h`, sql`t.data_desligamento`);
  const doDia = sql`case h.tipo_salario when '1' then f.valor when '2' then round(h.quantidade_indice * i.valor, 2) else h.salario end`;
  // On the day, or on an earlier last day, said without `least`, of which PostgreSQL cannot tell how many it leaves.
  const vigente = trabalham
    ? asOf('h', em)
    : sql`h.data <= ${em} and (t.data_desligamento is null or h.data <= t.data_desligamento)
        and (h.ate is null or h.ate > ${em} or h.ate > t.data_desligamento)`;
  return {
    juncoes: sql`
      join talentos_historicos h on h.registro_id = t.id and ${vigente}
      left join ${faixasNoDia(nas, em)} f on f.id = h.faixa_salarial_id
      left join ${indicesNoDia(nas, em)} i on i.id = h.indice_id`,
    salario: trabalham
      ? sql`(${doDia})`
      : sql`(case
      when t.data_desligamento < ${em} then case when t.data_desligamento <= ${hoje}::date then t.salario_atual else ${porLinha} end
      else ${doDia} end)`,
  };
}

interface PedidoDeQuadro {
  dia: string;
  /** the civil date: today's position stands beside each record */
  hoje: string;
  empresas: readonly number[];
  /** who counts, by where they were on the day */
  onde(de: { empresa: Sql; area: Sql; estabelecimento: Sql }): Sql;
}

/**
 * Talents at work on a day with where they were and what they earned then: `id, empresa_id, sexo, vinculo, area, faixa, cargo, estabelecimento, salario`.
 * Today's are read from the records alone.
 */
export function quadroEm({ dia, hoje, empresas, onde }: PedidoDeQuadro): Sql {
  if (dia === hoje)
    return sql`select t.id, t.empresa_id, t.sexo, t.vinculo, t.area_atual_id as area, t.faixa_atual_id as faixa, t.cargo_atual_id as cargo,
        t.estabelecimento_atual_id as estabelecimento, t.salario_atual as salario
      from talentos t where ${trabalhaEm(dia)}
        and ${onde({ empresa: sql`t.empresa_id`, area: sql`t.area_atual_id`, estabelecimento: sql`t.estabelecimento_atual_id` })}`;
  const { juncoes, salario } = posicaoEm(dia, hoje, empresas, { trabalham: true });
  return sql`
    select t.id, t.empresa_id, t.sexo, t.vinculo, h.area_organizacional_id as area, h.faixa_salarial_id as faixa, f.cargo_id as cargo,
      h.estabelecimento_id as estabelecimento, ${salario} as salario
    from talentos t ${juncoes}
    where ${trabalhaEm(dia)}
      and ${onde({ empresa: sql`t.empresa_id`, area: sql`h.area_organizacional_id`, estabelecimento: sql`h.estabelecimento_id` })}`;
}
