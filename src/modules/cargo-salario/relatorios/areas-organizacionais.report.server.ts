import sql, { raw } from 'sql-template-tag';
import type { DocumentQuery } from '#kit/report/report.server.ts';
import { daAreaVisivel, nomesDosResponsaveis } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis, trabalhaEm } from '#modules/gestao-talentos/public.server.ts';

interface Filtro {
  situacao: 'A' | 'I' | null;
  areaOrganizacionalId: number | null;
}

interface Area {
  nome: string;
  nivel: number;
  ativo: boolean;
  responsaveis: string | null;
  corresponsaveis: string | null;
  /** null when the reader may not see who works */
  talentos: number | null;
}

const nomes = (lista: Parameters<typeof nomesDosResponsaveis>[0]) => raw(nomesDosResponsaveis(lista, 'a.id'));

/** Levels count from the roots that the filter leaves; an area whose parent is filtered out is sorted by its path. */
export const areasOrganizacionaisDados: DocumentQuery = {
  template: new URL('./areas-organizacionais.typ', import.meta.url),
  async data({ db }, { situacao, areaOrganizacionalId }: Filtro, acting) {
    const areas = await db.query<Area>(sql`
      with recursive arvore as (
        select r.id, 0 as nivel from areas_organizacionais r
        where r.empresa_id = ${acting.empresaId}
          and (case when ${areaOrganizacionalId}::bigint is null then r.area_mae_id is null else r.id = ${areaOrganizacionalId}::bigint end)
        union all
        select f.id, arvore.nivel + 1 from arvore join areas_organizacionais f on f.area_mae_id = arvore.id
      )
      select a.nome, arvore.nivel, a.ativo, ${nomes('empresaEResponsaveis')} as responsaveis, ${nomes('empresaECoresponsaveis')} as corresponsaveis,
        case when ${daAreaVisivel(acting, sql`a.id`)} then coalesce(q.talentos, 0) end as talentos
      from arvore join areas_organizacionais a on a.id = arvore.id
      left join (
        select t.area_atual_id as area, count(*)::int as talentos from talentos t
        where ${talentosVisiveis(acting)} and ${trabalhaEm(acting.today)} group by t.area_atual_id
      ) q on q.area = a.id
      where ${situacao}::text is null or a.ativo = (${situacao}::text = 'A')
      order by a.descricao_hierarquia_ord, a.id`);
    if (areas.length === 0) return null;
    return { areas, total: areas.reduce((soma, { talentos }) => soma + (talentos ?? 0), 0) };
  },
};
