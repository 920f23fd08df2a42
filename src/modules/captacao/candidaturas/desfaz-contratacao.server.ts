import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { amend } from '#kit/store/amend.server.ts';
import { devolveDocumentosDoCandidato } from '#modules/gestao-talentos/public.server.ts';
import { bloqueioDe } from '../candidatos/bloqueio.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { solicitacoesPessoal } from '../solicitacoes/solicitacoes-pessoal.registry.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { escrevePasso } from './inscreve.server.ts';

/** Without the vacancy's name or state: whoever removes talents need not see it. */
export const DESFAZ_CONTRATACAO =
  'Esta admissão veio do recrutamento, e a contratação é desfeita: o candidato volta à seleção, ou sai dela se a vaga já terminou, e o lugar na vaga fica livre. Da Lixeira a admissão volta sem o candidato.';
const SAIU = 'Contratação desfeita: a admissão foi excluída.';

interface Desfeita {
  id: number;
  situacao: string;
  encerradaEm: Date | null;
  motivo: string | null;
  candidato: number;
  solicitacao: number;
  daVaga: string;
  preenchidas: number | null;
}

/** With a talent that is removed, because they never began to work, goes the hire that made them. */
export async function desfazContratacao(
  tx: Tx,
  { before, acting }: { before: Readonly<Record<string, unknown>> & { id: number }; acting: Acting },
): Promise<readonly string[]> {
  const talento = { id: before.id, nome: before.nome };
  // Requests, applications, candidates: as a hire locks them.
  await tx.query(sql`
    select id from solicitacoes_pessoal where id in (select solicitacao_id from candidaturas where talento_id = ${talento.id}) order by id for update`);
  await tx.query(sql`select id from candidaturas where talento_id = ${talento.id} order by id for update`);
  const contratados = await tx.query<{ id: number; contratado: boolean; disponivel: boolean; atualizadoEm: string }>(
    sql`select id, contratado, disponivel, atualizado_em as "atualizadoEm" from candidatos where talento_id = ${talento.id} order by id for update`,
  );
  const candidatura = await tx.one<Desfeita>(sql`
    select c.id, c.situacao, c.encerrada_em as "encerradaEm", c.motivo, c.candidato_id as candidato, s.id as solicitacao, s.situacao as "daVaga",
      s.qtd_vagas_preenchidas as preenchidas
    from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id where c.talento_id = ${talento.id}`);
  if (!candidatura && contratados.length === 0) return [];
  if (candidatura) await desfazCandidatura(tx, acting, candidatura, talento);
  // Whoever was hired before, too, is again who they were then.
  for (const candidato of contratados) {
    const antes = await tx.one<{ talento: number | null }>(sql`
      select talento_id as talento from candidaturas where candidato_id = ${candidato.id} and situacao = 'C' order by encerrada_em desc nulls last, id desc limit 1`);
    const contratado = antes !== undefined;
    await amend(
      tx,
      acting,
      candidatos,
      { ...candidato, talento },
      {
        contratado,
        disponivel: candidato.disponivel || !contratado,
        talento: antes?.talento ?? null,
        atualizadoEm: acting.today,
      },
    );
  }
  await devolveDocumentosDoCandidato(tx, acting, talento.id);
  return [DESFAZ_CONTRATACAO];
}

async function desfazCandidatura(tx: Tx, acting: Acting, candidatura: Desfeita, talento: object): Promise<void> {
  const { id, candidato, solicitacao, daVaga, preenchidas } = candidatura;
  const terminou = daVaga === 'E' || daVaga === 'C';
  const bloqueado = (await bloqueioDe(tx, acting, candidato)) !== undefined;
  const motivo = terminou
    ? 'A contratação foi desfeita depois do fim da vaga.'
    : bloqueado && 'A contratação foi desfeita, e o candidato está na lista de bloqueio.';
  const antes = { ...candidatura, talento };
  if (motivo)
    await amend(tx, acting, candidaturas, antes, { situacao: 'N', encerradaEm: new Date(), motivo, talento: null }, 'recusar');
  else await amend(tx, acting, candidaturas, antes, { situacao: 'A', encerradaEm: null, talento: null }, 'retomar');
  await escrevePasso(tx, acting, id, { observacao: SAIU });
  await amend(
    tx,
    acting,
    solicitacoesPessoal,
    { id: solicitacao, qtdVagasPreenchidas: preenchidas },
    { qtdVagasPreenchidas: Math.max(0, (preenchidas ?? 0) - 1) },
  );
}
