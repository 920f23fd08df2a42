import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { candidatosVisiveis } from './visiveis.server.ts';

export interface Pendentes {
  id: number;
  nome: string;
  /** why the candidate is not removed now */
  pendencias: string[];
}

/** What holds candidates that somebody would remove; those that the actor may not see are left out, and requests that they may not see are neither named nor counted. */
export async function pendenciasDe(db: Queryable, acting: Acting, ids: readonly number[]): Promise<Pendentes[]> {
  const visiveis = solicitacoesVisiveis(acting) ?? sql`true`;
  const dele = sql`from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id where k.candidato_id = t.id`;
  const candidatos = await db.query<{
    id: number;
    nome: string;
    contratado: boolean;
    andamento: string[];
    encerradas: number;
    outras: boolean;
  }>(sql`
    select t.id, t.nome, t.contratado,
      array(select s.descricao ${dele} and ${visiveis} and k.situacao = 'A' order by 1 limit 3) as andamento,
      (select count(*)::int ${dele} and ${visiveis} and k.situacao <> 'A') as encerradas,
      exists (select ${dele} and (${visiveis}) is not true) as outras
    from candidatos t where t.id = any(${ids}::bigint[]) and ${candidatosVisiveis(acting)} order by t.nome_ord, t.id`);
  return candidatos.map(({ id, nome, contratado, andamento, encerradas, outras }) => ({
    id,
    nome,
    pendencias: [
      ...(contratado ? ['Foi contratado: a ficha do talento veio desta.'] : []),
      ...andamento.map((vaga) => `Está na seleção de ${vaga}.`),
      ...(encerradas > 0
        ? [
            `Participou de ${counted(encerradas, 'seleção', 'seleções')}: para eliminar a pessoa e manter os números, use Apagar os dados.`,
          ]
        : []),
      // Of these neither how many nor whether they are over.
      ...(outras ? ['Está ou esteve em seleção que você não vê.'] : []),
    ],
  }));
}

/**
 * An erasure takes what others have written of a selection that goes on, and a merge with the record of an account shows it every selection, over or not:
 * whoever does not see these leaves the candidate to them.
 */
export async function demandaSelecoesVistas(
  tx: Tx,
  acting: Acting,
  id: number,
  ato: 'apague os dados' | 'unifique',
): Promise<void> {
  const visiveis = solicitacoesVisiveis(acting);
  if (!visiveis) return;
  const outra = await tx.one(sql`
    select 1 from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id
    where k.candidato_id = ${id} and (${visiveis}) is not true ${ato === 'unifique' ? sql`` : sql`and k.situacao = 'A'`} limit 1`);
  if (outra)
    throw new Refusal(
      'EM_SELECAO_ALHEIA',
      `O candidato está${ato === 'unifique' ? ' ou esteve' : ''} em seleção que você não vê. Peça a quem vê todas as seleções que ${ato}.`,
      409,
    );
}
