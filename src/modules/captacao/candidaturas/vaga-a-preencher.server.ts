import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';

interface Vaga {
  solicitacao: number;
  candidato: number;
  area: number | null;
  situacao: string;
  daVaga: string;
  descricao: string;
  quantidade: number;
  preenchidas: number | null;
}

/** The request that an application is of; 404 for whoever does not see it. */
export async function vagaDe(tx: Tx, acting: Acting, id: number): Promise<Vaga> {
  const vaga = await tx.one<Vaga>(sql`
    select c.solicitacao_id as solicitacao, c.candidato_id as candidato, s.area_organizacional_id as area, c.situacao, s.situacao as "daVaga", s.descricao, s.quantidade,
      s.qtd_vagas_preenchidas as preenchidas
    from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id
    where c.id = ${id} and s.empresa_id = ${acting.empresaId} and ${solicitacoesVisiveis(acting) ?? sql`true`}`);
  if (!vaga) throw refuse.notFound();
  return vaga;
}

/** The same with both locked, the request first: of two hires for the last place the second one sees the first. */
export async function travaVaga(tx: Tx, acting: Acting, id: number): Promise<Vaga> {
  const { solicitacao } = await vagaDe(tx, acting, id);
  await tx.query(sql`select id from solicitacoes_pessoal where id = ${solicitacao} for update`);
  await tx.query(sql`select id from candidaturas where id = ${id} for update`);
  return vagaDe(tx, acting, id);
}

/** Refuses a hire from a selection that is over, or for which no place is left. */
export function demandaVagaLivre({ situacao, daVaga, quantidade, preenchidas }: Vaga): void {
  if (situacao !== 'A') throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou.', 409);
  if (daVaga !== 'A') throw new Refusal('VAGA_FECHADA', 'A vaga não está aberta: ninguém é contratado por ela.', 409);
  if ((preenchidas ?? 0) >= quantidade)
    throw new Refusal(
      'VAGAS_PREENCHIDAS',
      quantidade === 1
        ? 'A vaga desta solicitação já foi preenchida.'
        : `As ${quantidade} vagas desta solicitação já foram preenchidas.`,
      409,
    );
}
