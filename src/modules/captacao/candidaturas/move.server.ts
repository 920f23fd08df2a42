import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { pedeAsDaEtapa } from './avaliacoes-da-etapa.server.ts';
import { candidaturas } from './candidaturas.registry.ts';
import type { aptidoes } from './codigos.ts';
import { escrevePassos } from './inscreve.server.ts';

/** As many as one request moves. */
export const MAXIMO_DE_CANDIDATURAS = 5_000;

export interface Destino {
  /** null: back to those who only applied */
  etapaId: number | null;
  /** the stage that the sender saw them at; somebody who has moved since is refused. Not said: wherever they are */
  de?: number | null | undefined;
  observacao?: string | null | undefined;
  apto?: keyof typeof aptidoes | undefined;
}

export interface Movimento {
  movidas: number[];
  falhas: { id: number; nome: string; motivo: string; etapa: { id: number; nome: string } | null }[];
}

interface Candidatura {
  id: number;
  nome: string;
  situacao: string;
  vaga: string;
  etapa: number | null;
  etapaNome: string | null;
}

/** The one way from a stage to another: those who may go move together, and each of the others is answered with its reason. */
export async function move(
  tx: Tx,
  acting: Acting,
  ids: readonly number[],
  { etapaId, de, observacao, apto }: Destino,
): Promise<Movimento> {
  const destino =
    etapaId === null
      ? null
      : await tx.one<{ id: number; nome: string }>(
          sql`select id, nome from etapas_seletivas where id = ${etapaId} and empresa_id = ${acting.empresaId} for key share`,
        );
  if (destino === undefined) throw refuse.notFound();
  const visiveis = acting.kind === 'usuario' ? solicitacoesVisiveis(acting) : undefined;
  const daqui = sql`s.empresa_id = ${acting.empresaId} and ${visiveis ?? sql`true`}`;
  // Requests before applications, and applications in their order, as every other writer locks them.
  await tx.query(sql`
    select s.id from solicitacoes_pessoal s where ${daqui} and s.id in (select c.solicitacao_id from candidaturas c where c.id = any(${ids}::bigint[]))
    order by s.id for share`);
  await tx.query(sql`
    select c.id from candidaturas c where c.id = any(${ids}::bigint[]) and c.empresa_id = ${acting.empresaId} order by c.id for update`);
  // Read after the locks are held: a join would answer with the stage as it was before somebody else's move.
  const achadas = await tx.query<Candidatura>(sql`
    select c.id, c.resumo as nome, c.situacao, s.situacao as vaga, c.etapa_seletiva_id as etapa, e.nome as "etapaNome"
    from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id left join etapas_seletivas e on e.id = c.etapa_seletiva_id
    where c.id = any(${ids}::bigint[]) and ${daqui} order by c.id`);
  const falhas: Movimento['falhas'] = [];
  const ficam: number[] = [];
  const vao: number[] = [];
  for (const candidatura of achadas) {
    const motivo = porqueFica(candidatura, de);
    const { id, nome, etapa, etapaNome } = candidatura;
    if (motivo) falhas.push({ id, nome, motivo, etapa: etapa === null ? null : { id: etapa, nome: etapaNome ?? '' } });
    else (etapa === etapaId ? ficam : vao).push(id);
  }
  if (vao.length > 0) {
    const para = destino && { id: destino.id, nome: destino.nome };
    await auditaConjunto(
      tx,
      acting,
      candidaturas.table,
      'A',
      sql`select c.id as registro_id, jsonb_build_object('etapaSeletiva', jsonb_build_array(
            case when e.id is not null then jsonb_build_object('id', e.id, 'nome', e.nome) end, ${JSON.stringify(para)}::jsonb)) as mudancas
          from candidaturas c left join etapas_seletivas e on e.id = c.etapa_seletiva_id where c.id = any(${vao}::bigint[])`,
    );
    await tx.query(sql`
      update candidaturas set etapa_seletiva_id = ${etapaId}, etapa_desde = now(), versao = versao + 1 where id = any(${vao}::bigint[])`);
    await escrevePassos(tx, acting, sql`c.id = any(${vao}::bigint[])`, { apto, observacao });
    await pedeAsDaEtapa(tx, acting, vao, etapaId);
  }
  return { movidas: [...vao, ...ficam].sort((a, b) => a - b), falhas };
}

function porqueFica({ nome, situacao, vaga, etapa, etapaNome }: Candidatura, de: Destino['de']): string | undefined {
  if (situacao !== 'A') return `A candidatura de ${nome} já terminou.`;
  if (vaga !== 'A') return 'A vaga não está aberta: ninguém muda de etapa.';
  if (de !== undefined && de !== etapa)
    return `Outra pessoa já levou ${nome} ${etapa === null ? 'de volta aos inscritos' : `para ${etapaNome}`}: mova de novo, se ainda for o caso.`;
  return undefined;
}
