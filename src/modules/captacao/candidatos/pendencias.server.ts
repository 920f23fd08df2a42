import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { candidatosVisiveis } from './visiveis.server.ts';

export interface Pendentes {
  id: number;
  nome: string;
  /** why the candidate is not removed now */
  pendencias: string[];
}

/** What holds candidates that somebody would remove; those that the actor may not see are left out, and requests that they may not see are not named. */
export async function pendenciasDe(db: Queryable, acting: Acting, ids: readonly number[]): Promise<Pendentes[]> {
  const visiveis = solicitacoesVisiveis(acting) ?? sql`true`;
  const candidatos = await db.query<{
    id: number;
    nome: string;
    contratado: boolean;
    andamento: (string | null)[];
    encerradas: number;
  }>(sql`
    select t.id, t.nome, t.contratado,
      array(select case when ${visiveis} then s.descricao end from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id
        where k.candidato_id = t.id and k.situacao = 'A' order by 1 limit 3) as andamento,
      (select count(*)::int from candidaturas k where k.candidato_id = t.id and k.situacao <> 'A') as encerradas
    from candidatos t where t.id = any(${ids}::bigint[]) and ${candidatosVisiveis(acting)} order by t.nome_ord, t.id`);
  return candidatos.map(({ id, nome, contratado, andamento, encerradas }) => ({
    id,
    nome,
    pendencias: [
      ...(contratado ? ['Foi contratado: a ficha do talento veio desta.'] : []),
      ...andamento.map((vaga) => (vaga === null ? 'Está em outra seleção.' : `Está na seleção de ${vaga}.`)),
      ...(encerradas > 0
        ? [
            `Participou de ${counted(encerradas, 'seleção', 'seleções')}: para eliminar a pessoa e manter os números, use Apagar os dados.`,
          ]
        : []),
    ],
  }));
}
