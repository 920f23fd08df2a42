import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import { escolaridades as nomes } from '#modules/estrutura/public.ts';
import { trabalhaEm } from '../indicadores/posicao.server.ts';
import { lugarDoTalento, noAlcance, nomeDoTalento } from './alcance.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

interface Filtro extends FiltroDoQuadro {
  agruparPor: 'ESCOLARIDADE' | 'AREA_ORGANIZACIONAL' | 'TALENTO';
  escolaridades: readonly string[] | null;
  areasFormacaoIds: readonly number[] | null;
  tipos: readonly string[] | null;
  situacoes: readonly string[] | null;
}

const ordem: Readonly<Record<Filtro['agruparPor'], Sql>> = {
  ESCOLARIDADE: sql`t.escolaridade nulls last`,
  AREA_ORGANIZACIONAL: sql`a.descricao_hierarquia_ord, a.id`,
  TALENTO: sql`t.nome_ord, t.id`,
};

/** A line for each course; a talent without any has one line, unless the filter is about courses. */
export function formacaoEscolarQuery(filtro: Filtro, acting: Acting): Sql {
  const areas = [...(filtro.areasFormacaoIds ?? [])];
  const tipos = [...(filtro.tipos ?? [])];
  const situacoes = [...(filtro.situacoes ?? [])];
  const niveis = [...(filtro.escolaridades ?? [])];
  const soCursos = areas.length + tipos.length + situacoes.length > 0;
  return sql`
    select e.nome as empresa, coalesce(${JSON.stringify(nomes)}::jsonb ->> t.escolaridade, 'Não informada') as escolaridade, a.descricao_hierarquia as area,
      ${nomeDoTalento(filtro.agruparPor)} as talento, t.matricula, c.nome as cargo, f.curso, x.nome as "areaFormacao", f.local as instituicao, f.tipo, f.situacao, f.conclusao
    from talentos t ${lugarDoTalento}
    left join talentos_formacoes f on f.registro_id = t.id
    left join areas_formacao x on x.id = f.area_formacao_id
    where ${noAlcance(acting, 'ROLE_REL_FORMACAO_ESCOLAR', filtro)} and ${trabalhaEm(acting.today)}
      and ${among(sql`t.escolaridade`, niveis, 'text')}
      and (${!soCursos} or f.id is not null)
      and ${among(sql`f.area_formacao_id`, areas)}
      and ${among(sql`f.tipo`, tipos, 'text')}
      and ${among(sql`f.situacao`, situacoes, 'text')}
    order by e.nome_ord, e.id, ${ordem[filtro.agruparPor]}, t.nome_ord, t.id, f.ordem`;
}
