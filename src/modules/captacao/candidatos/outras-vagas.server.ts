import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting, ExternalActing } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Heading } from '#kit/registry/registry.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { quemVe, solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { consentimentoRetirado } from './candidatos.messages.ts';
import { candidatos } from './candidatos.registry.ts';
import { antesDe } from './homonimos.server.ts';
import { candidatosVisiveis } from './visiveis.server.ts';

const CONSENTIMENTOS = `candidatos_contas l join aceites_privacidade x on x.conta_id = l.conta_id and x.finalidade = 'banco' where l.candidato_id = t.id`;

/** Whether a candidate (alias `t`) lets the company consider them for other vacancies; HR's own records were never asked. */
export const OUTRAS_VAGAS = `case
  when not exists (select from candidatos_contas l where l.candidato_id = t.id) then 'I'
  when exists (select from ${CONSENTIMENTOS} and x.retirado_em is null) then 'S'
  when exists (select from ${CONSENTIMENTOS}) then 'R' else 'N' end`;

/** The day on which they withdrew it last. */
export const RETIRADO_EM = `(select hoje(max(x.retirado_em)) from ${CONSENTIMENTOS})`;

/** What the head of a record says of it. */
export function dizOutrasVagas({
  outrasVagas,
  retiradoEm,
}: {
  outrasVagas: string;
  retiradoEm: string | null;
}): Heading['estado'] {
  if (outrasVagas === 'S') return { texto: 'Aceita outras vagas', tom: 'good' };
  if (outrasVagas === 'N') return { texto: 'Só nas vagas a que se candidatou', tom: 'waiting' };
  if (outrasVagas === 'R' && retiradoEm) return { texto: `Outras vagas: retirou em ${formatDate(retiradoEm)}`, tom: 'bad' };
  return null;
}

interface Par {
  solicitacaoId: number;
  candidatoId: number;
}

/** Candidates named one by one before somebody confirms. */
const NOMEADOS = 5;

const [RETIROU, NUNCA] = ['retirou a autorização para o', 'não autorizou o'];

/** The names that such a question, an SQL value, may be about. */
export const nomesDaDuvida = (duvida: Sql): Sql =>
  join(
    [RETIROU, NUNCA].map((como) => antesDe(duvida, ` ${como} uso do cadastro `)),
    ' union all ',
  );

/**
 * What to ask before candidates enter selections that they did not apply to, where they have not let the company do so. Of a vacancy that the
 * actor may not see nothing is asked: that would tell who applied to it.
 */
export async function duvidasDeOutrasVagas(db: Queryable, acting: Acting, pares: readonly Par[]): Promise<string[]> {
  const rows = await db.query<{ nome: string; retirou: boolean }>(sql`
    select coalesce(t.nome_social, t.nome) as nome, ${raw(OUTRAS_VAGAS)} = 'R' as retirou
    from unnest(${pares.map((par) => par.candidatoId)}::bigint[], ${pares.map((par) => par.solicitacaoId)}::bigint[]) as p(candidato, vaga)
    join candidatos t on t.id = p.candidato
    join solicitacoes_pessoal s on s.id = p.vaga and s.empresa_id = t.empresa_id and ${solicitacoesVisiveis(acting) ?? sql`true`}
    where ${candidatosVisiveis(acting)} and ${raw(OUTRAS_VAGAS)} in ('N', 'R')
      and not exists (select from candidaturas k where k.candidato_id = t.id and k.solicitacao_id = p.vaga and (k.origem = 'P' or k.situacao in ('A', 'C')))
    group by t.id order by 1, t.id`);
  if (rows.length > 0 && !acting.can(candidatos.authority))
    return [
      `${counted(rows.length, 'candidato não autorizou', 'candidatos não autorizaram')} o uso do cadastro em outras vagas.`,
    ];
  const outros = rows.length - NOMEADOS;
  return [
    ...rows
      .slice(0, NOMEADOS)
      .map(
        ({ nome, retirou }) =>
          `${nome} ${retirou ? RETIROU : NUNCA} uso do cadastro em outras vagas, além daquelas a que se candidatou.`,
      ),
    ...(outros > 0 ? [`O mesmo vale para mais ${counted(outros, 'candidato', 'candidatos')}.`] : []),
  ];
}

/** Whoever withdrew it may still be in selections that others put them into: who cares for these is told. */
export async function avisaDaRetirada(tx: Tx, acting: ExternalActing): Promise<void> {
  const vinculadas = await tx.query<{
    id: number;
    candidato: number;
    nome: string;
    vaga: string;
    pedido: number;
    quem: number[];
  }>(sql`
    select k.id, t.id as candidato, coalesce(t.nome_social, t.nome) as nome, s.descricao as vaga, s.id as pedido,
      array_remove(array[s.recrutador_responsavel_id, s.solicitante_id], null) as quem
    from candidatos_contas c join candidatos t on t.id = c.candidato_id join candidaturas k on k.candidato_id = t.id
    join solicitacoes_pessoal s on s.id = k.solicitacao_id
    where c.conta_id = ${acting.pessoa.id} and k.situacao = 'A' and k.origem <> 'P' and ${raw(OUTRAS_VAGAS)} = 'R' order by k.id`);
  for (const { id, candidato, nome, vaga, pedido, quem } of vinculadas) {
    const veem = new Set(await quemVe(tx, acting, pedido, quem, [candidatos.authority]));
    await notify(tx, acting, consentimentoRetirado, {
      to: quem.filter((um) => veem.has(um)).slice(0, 1),
      values: { candidato: nome, vaga, dia: formatDate(acting.today), id: String(id) },
      about: [`${candidatos.table}:${candidato}`],
    });
  }
}
