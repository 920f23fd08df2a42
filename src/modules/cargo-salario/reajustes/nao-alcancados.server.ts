import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { recebeSalario, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { contaQueLeu } from './acesso.server.ts';
import { preparado } from './dissidio.server.ts';
import { ativoNoDia, salarioAtual, valoresDoDia, vigente } from './mundo.server.ts';
import { type Inclusao, type MotivoDeFora, motivosDeFora, type PreviaDoColetivo } from './painel.ts';

/** Names that are listed of each reason. */
const MAIS_NOMES = 200;

/**
 * The people of the company who would get no line, by reason, and how many would leave their band or index.
 */
export async function naoAlcancadosPor(tx: Tx, acting: Acting, body: unknown): Promise<PreviaDoColetivo> {
  const { form, plano } = await preparado(tx, acting, 'C', body, 'nenhuma');
  contaQueLeu(tx, acting);
  const linhas = await tx.query<{
    motivo: MotivoDeFora | null;
    n: number;
    nomes: string[] | null;
    lugares: (number | null)[];
    outros: number;
  }>(sql`
    with ${valoresDoDia(plano)},
    gente as (
      select t.id, t.nome, t.nome_ord, h.tipo_salario, h.estabelecimento_id, h.area_organizacional_id, case
          when exists (select from reajustes_colaboradores r where r.tabela_reajuste_id = ${plano.id} and r.colaborador_id = t.id) then null
          when h.id is null then 'sem-historico'
          when not (${recebeSalario}) then 'sem-salario'
          when not (${nosRamos(sql`h.area_organizacional_id`, form.areasIds, form.soAreas)}) then 'area'
          when h.estabelecimento_id is null and not ${form.semEstabelecimento} then 'sem-estabelecimento'
          when h.estabelecimento_id is not null and h.estabelecimento_id <> all(${form.estabelecimentosIds}::bigint[]) then 'estabelecimento'
          when h.tipo_salario <> '3' and not ${form.tambemPorFaixaEIndice === true} then 'faixa'
          when coalesce(${salarioAtual}, 0) <= 0 then 'sem-valor'
        end as motivo
      from talentos t ${vigente(sql`t.id`, plano)} where ${ativoNoDia(plano)} and ${talentosVisiveis(acting)})
    select motivo, count(*)::int as n, (array_agg(nome order by nome_ord, id))[1:${MAIS_NOMES}] as nomes,
      array_agg(distinct case motivo when 'area' then area_organizacional_id else estabelecimento_id end) as lugares,
      (count(*) filter (where tipo_salario <> '3'))::int as outros
    from gente group by motivo`);
  const fora = linhas.filter((linha): linha is typeof linha & { motivo: MotivoDeFora } => linha.motivo !== null);
  return {
    alcancados: linhas.find(({ motivo }) => motivo === null)?.n ?? 0,
    deixamFaixa: form.tambemPorFaixaEIndice === true ? (linhas.find(({ motivo }) => motivo === null)?.outros ?? 0) : 0,
    fora: namesOf(motivosDeFora).flatMap((motivo) => {
      const achada = fora.find((linha) => linha.motivo === motivo);
      if (!achada) return [];
      return [{ motivo, total: achada.n, nomes: achada.nomes ?? [], inclui: inclusaoDe(motivo, achada.lugares) }];
    }),
  };
}

/** What of the form to change so that they are reached; undefined: no choice of the form reaches them. */
function inclusaoDe(motivo: MotivoDeFora, lugares: readonly (number | null)[]): Inclusao | undefined {
  const ids = lugares.filter((id) => id !== null);
  switch (motivo) {
    case 'sem-estabelecimento':
      return { campo: 'semEstabelecimento', valor: true };
    case 'estabelecimento':
      return { campo: 'estabelecimentosIds', valor: ids };
    case 'area':
      return { campo: 'areasIds', valor: ids };
    case 'faixa':
      return { campo: 'tambemPorFaixaEIndice', valor: true };
    default:
      return undefined;
  }
}
