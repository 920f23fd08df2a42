import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { formatMoney, formatPercentage } from '#kit/br/number.ts';
import { among } from '#kit/query/among.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { REMOVED } from '#kit/registry/select.server.ts';
import type { DocumentQuery } from '#kit/report/report.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { linhasVisiveis, veSalario } from '../reajustes/acesso.server.ts';
import { folhaDoPlano, percentualSql, planoPorId } from '../reajustes/mundo.server.ts';
import { leTabela } from '../reajustes/tabelas.server.ts';
import { noRecorte, type Recorte, seMostra } from './quadro.server.ts';

interface Filtro extends Recorte {
  tabelaReajusteId: number;
  agruparPor: 'AREA' | 'CARGO';
}

const visiveis = (acting: Acting): Sql => linhasVisiveis(acting, sql`r`) ?? sql`true`;

/**
 * REP-018: everybody whose pay the plan changes, by a line of their own or because their band or index is in it, and everybody
 * with a line. One line of each person counts, so that the sum equals the difference on the plan's own screen. Lines that do not
 * count (a second one, somebody dismissed) have no amount.
 */
export function planejamentosRealinhamentosQuery({ tabelaReajusteId, agruparPor, ...filtro }: Filtro, acting: Acting): Sql {
  const grupo = agruparPor === 'AREA' ? sql`a.descricao_hierarquia_ord, a.id` : sql`c.nome_ord, c.id`;
  const plano = planoPorId(tabelaReajusteId, acting.empresaId);
  const outra = (como: Sql) => sql`
    exists (select from reajustes_colaboradores o where o.tabela_reajuste_id = ${tabelaReajusteId} and o.colaborador_id = ${como})`;
  return sql`
    ${folhaDoPlano(plano, talentosVisiveis(acting))},
    todos as (
      select f.id as talento, f.area, f.estabelecimento, f.faixa_atual, f.faixa, f.atual, f.proposto, 0 as linha,
        case when (select count(*) from reajustes_colaboradores o where o.tabela_reajuste_id = ${tabelaReajusteId} and o.colaborador_id = f.id) > 1 then 'Em duplicidade'
          when ${seMostra(acting, sql`f.proposto`)} < f.atual then 'Redução' when not f.com_linha then 'Pela faixa ou pelo índice' end as aviso
      from folha f where f.com_linha or (${veSalario(acting)} and f.atual is distinct from f.proposto)
      union all
      select r.colaborador_id, r.area_organizacional_proposta_id, coalesce(r.estabelecimento_proposto_id, r.estabelecimento_atual_id), r.faixa_salarial_atual_id,
        r.faixa_salarial_proposta_id, null, null, r.id, case when ${outra(sql`r.colaborador_id and o.id < r.id`)} then 'Em duplicidade' else 'Desligado' end
      from reajustes_colaboradores r
      where r.empresa_id = ${acting.empresaId} and r.tabela_reajuste_id = ${tabelaReajusteId} and ${visiveis(acting)}
        and (${outra(sql`r.colaborador_id and o.id < r.id`)} or not exists (select from folha f where f.id = r.colaborador_id))
    )
    select a.descricao_hierarquia as area, c.nome as cargo, t.matricula, t.nome,
      coalesce(fa.nome_com_cargo, case when x.faixa_atual is not null then ${raw(REMOVED)} end) as "faixaAtual", fp.nome_com_cargo as "faixaProposta",
      ${seMostra(acting, sql`x.atual`)} as "salarioAtual", ${seMostra(acting, sql`x.proposto`)} as "salarioProposto",
      ${seMostra(acting, sql`x.proposto - x.atual`)} as diferenca, ${seMostra(acting, percentualSql(sql`x.atual`, sql`x.proposto`))} as percentual, x.aviso
    from todos x
    join talentos t on t.id = x.talento
    join areas_organizacionais a on a.id = x.area
    join faixas_salariais fp on fp.id = x.faixa
    join cargos c on c.id = fp.cargo_id
    left join faixas_salariais fa on fa.id = x.faixa_atual
    where ${noRecorte(filtro, { area: sql`a.id`, cargo: sql`c.id`, estabelecimento: sql`x.estabelecimento` })}
    order by ${grupo}, t.nome_ord, t.id, x.linha`;
}

interface FiltroDasCartas {
  tabelaReajusteId: number;
  areasIds: number[];
  soAreas: boolean;
  talentosIds: number[];
  local: string | null;
  assinante: string | null;
  cargoAssinante: string | null;
}

interface Linha {
  colaborador: number;
  nome: string;
  matricula: string | null;
  cargo: string;
  cargoNovo: string;
  area: string;
  areaNova: string;
  atual: string | null;
  proposto: string;
  percentual: string | null;
}

/** Most letters of one print: a page each. */
const MAIS_CARTAS = 5_000;

const motivos = { P: 'promoção', D: 'dissídio da categoria' } as const;

/** A letter shows a salary: it is only for readers who may see it, and each print leaves a line in the trail. */
export const cartasDeReajusteDados: DocumentQuery = {
  template: new URL('./cartas-reajuste.typ', import.meta.url),
  filters: false,
  async data({ db }, filtro: FiltroDasCartas, acting) {
    if (!veSalario(acting)) throw refuse.forbidden();
    const tabela = await leTabela(db, acting.empresaId, filtro.tabelaReajusteId);
    const linhas = await db.query<Linha>(sql`
      select r.colaborador_id as colaborador, t.nome, t.matricula, fa.nome_com_cargo as cargo, fp.nome_com_cargo as "cargoNovo", aa.nome as area, ap.nome as "areaNova",
        r.salario_atual as atual, r.salario_proposto as proposto, r.percentual_diferenca as percentual
      from reajustes_colaboradores r
      join talentos t on t.id = r.colaborador_id
      join faixas_salariais fp on fp.id = r.faixa_salarial_proposta_id
      join areas_organizacionais ap on ap.id = r.area_organizacional_proposta_id
      left join faixas_salariais fa on fa.id = r.faixa_salarial_atual_id
      left join areas_organizacionais aa on aa.id = r.area_organizacional_atual_id
      where r.tabela_reajuste_id = ${tabela.id} and r.salario_proposto is not null and ${visiveis(acting)}
        and ${nosRamos(sql`ap.id`, filtro.areasIds, filtro.soAreas)}
        and ${among(sql`t.id`, filtro.talentosIds)}
      order by ap.descricao_hierarquia_ord, t.nome_ord, r.id limit ${MAIS_CARTAS + 1}`);
    if (linhas.length === 0) return null;
    if (linhas.length > MAIS_CARTAS)
      throw new Refusal('MUITAS_CARTAS', 'São mais de 5.000 cartas: escolha menos áreas ou talentos de cada vez.');
    const lidos = linhas.map(({ colaborador }) => colaborador);
    await auditaConjunto(
      db,
      acting,
      'talentos',
      'L',
      sql`select x.id as registro_id, '{}'::jsonb as mudancas from unnest(${lidos}::bigint[]) x(id)`,
    );
    return {
      titulo: `Cartas de Reajuste - ${tabela.nome}`,
      local: [filtro.local, formatDate(acting.today)].filter(Boolean).join(', '),
      assinante: filtro.assinante ?? '',
      cargoAssinante: filtro.cargoAssinante ?? '',
      empresa: acting.empresaNome,
      desde: formatDate(tabela.data),
      motivo: motivos[tabela.tipoReajuste],
      cartas: linhas.map((linha) => ({
        nome: linha.nome,
        matricula: linha.matricula ?? '',
        cargo: linha.cargo ?? '',
        cargoNovo: linha.cargoNovo === linha.cargo ? '' : linha.cargoNovo,
        areaNova: linha.areaNova === linha.area ? '' : linha.areaNova,
        atual: linha.atual === null ? '' : formatMoney(linha.atual),
        proposto: formatMoney(linha.proposto),
        percentual: linha.percentual === null ? '' : formatPercentage(linha.percentual, 2),
      })),
    };
  },
};
