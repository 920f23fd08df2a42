import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { type LimiteDoCargo, limiteDoCargo } from '#modules/gestao-talentos/public.server.ts';
import { solicitacoesVisiveis } from './visiveis.server.ts';

interface Pedido {
  /** absent for a new one */
  id?: number;
  faixaSalarialId: number | null;
  areaOrganizacionalId: number | null;
  quantidade: number;
  /** how many of those who leave are replaced by it */
  substituidos: number;
}

export interface LimiteDaVaga extends LimiteDoCargo {
  /** places that other open requests already ask for, of those that the actor sees */
  pedidas: number;
  /** places that this request adds to those of whom it replaces */
  novas: number;
  excede: boolean;
}

/**
 * CALL-112: what the limit of the position leaves for a request; undefined: the position has no limit there. A request that is kept from the
 * actor counts for those who see it, who approve: a warning would tell that there is one.
 */
export async function limiteDaVaga(db: Queryable, acting: Acting, pedido: Pedido): Promise<LimiteDaVaga | undefined> {
  const { empresaId } = acting;
  const { areaOrganizacionalId: area } = pedido;
  if (pedido.faixaSalarialId === null) return undefined;
  const faixa = await db.one<{ cargo: number }>(
    sql`select cargo_id as cargo from faixas_salariais where id = ${pedido.faixaSalarialId} and empresa_id = ${empresaId}`,
  );
  if (!faixa) return undefined;
  const limite = await limiteDoCargo(db, empresaId, faixa.cargo, area);
  if (!limite) return undefined;
  const { pedidas } = await db.only<{ pedidas: number }>(sql`
    select coalesce(sum(greatest(s.quantidade - coalesce(s.qtd_vagas_preenchidas, 0)
      - (select count(*) from solicitacoes_pessoal_colaboradores_substituidos c where c.registro_id = s.id), 0)), 0)::float8 as pedidas
    from solicitacoes_pessoal s join faixas_salariais f on f.id = s.faixa_salarial_id
    where s.empresa_id = ${empresaId} and f.cargo_id = ${faixa.cargo} and s.situacao in ('A', 'S') and s.status <> 'R'
      and s.id is distinct from ${pedido.id ?? null}::bigint and ${solicitacoesVisiveis(acting) ?? sql`true`} and (${limite.naArea} = false or s.area_organizacional_id = ${area})`);
  const novas = Math.max(pedido.quantidade - pedido.substituidos, 0);
  return { ...limite, pedidas, novas, excede: limite.ocupados + pedidas + novas > limite.limite };
}

export const dizLimite = ({ limite, ocupados, pedidas, cargo, onde }: LimiteDaVaga): string =>
  `O limite do cargo ${cargo} ${onde} é de ${counted(limite, 'talento', 'talentos')}: ${ocupados} já ocupam lugar${
    pedidas > 0 ? ` e outras solicitações abertas pedem ${pedidas}` : ''
  }.`;
