import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import type { MessageType } from '#kit/message/message.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Values } from '#platform/mail/compose.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { countLetter } from '#platform/session/throttle.server.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';

export interface Correspondencia {
  /** whom a letter is about */
  about: string[];
  candidato: string;
  email: string | null;
  /** the vacancy as candidates know it */
  vaga: string;
  /** the request of staff that it is for, as the people of the company call it */
  pedido: string;
  etapa: string | null;
  candidaturaId: number;
  situacao: string;
  daVaga: string;
}

/** What letters about an application say. */
export const correspondencia = (tx: Queryable, id: number): Promise<Correspondencia | undefined> =>
  tx.one<Correspondencia>(sql`
    select array[${`${candidatos.table}:`}::text || p.id] as about, coalesce(p.nome_social, p.nome) as candidato, p.email, ${tituloParaCandidatos} as vaga, s.descricao as pedido, e.nome as etapa, c.id as "candidaturaId", c.situacao, s.situacao as "daVaga"
    from candidaturas c join candidatos p on p.id = c.candidato_id join solicitacoes_pessoal s on s.id = c.solicitacao_id
    left join etapas_seletivas e on e.id = c.etapa_seletiva_id where c.id = ${id}`);

/** The same of an application that is there. */
export async function sobre(tx: Queryable, id: unknown): Promise<Correspondencia> {
  const carta = await correspondencia(tx, Number(id));
  if (!carta) throw refuse.notFound();
  return carta;
}

/** What every letter to a candidate about an application names. */
export const nomesDaCarta = (
  { candidato, vaga }: Pick<Correspondencia, 'candidato' | 'vaga'>,
  { empresaNome }: Acting,
): Values => ({
  candidato,
  vaga,
  empresa: empresaNome,
});

/** Letters about one application in a day, however often an interview is moved: of one person, who leaves room for others, and in all. */
const MAIS_DE_UM = 30;
const MAIS_AO_TODO = 90;

export const muitasCartas = (candidato: string) => `${candidato} já recebeu hoje muitos e-mails desta seleção. Continue amanhã.`;

/** Whether a candidate has got all the letters of a day that somebody may write about an application. */
export const jaRecebeuMuitas = (candidatura: Sql | number, quem: string) => sql`(
  select count(*) filter (where m.quem = ${quem}) >= ${MAIS_DE_UM} or count(*) >= ${MAIS_AO_TODO}
  from candidaturas_emails m where m.candidatura_id = ${candidatura} and m.enviado_em > now() - interval '1 day')`;

/**
 * Mails a candidate about an application, and keeps in its history that it was done; false: there is no address, or a sheet brings
 * it, which writes to nobody outside. A letter that is sent once for an application (the table says which) is not sent again.
 */
export async function mandaCarta(
  tx: Tx,
  acting: Acting,
  type: MessageType,
  candidaturaId: number,
  values: Values = {},
  convite: string | null = null,
): Promise<boolean> {
  if (isImporting(acting)) return false;
  const carta = await correspondencia(tx, candidaturaId);
  if (!carta?.email) return false;
  const { email: para, candidato, about } = carta;
  const { empresaId } = acting;
  const quem = acting.kind === 'usuario' ? acting.usuarioNome : null;
  if (quem !== null) {
    const { muitas } = await tx.only<{ muitas: boolean }>(sql`select ${jaRecebeuMuitas(candidaturaId, quem)} as muitas`);
    if (muitas)
      throw new Refusal('MUITAS_CARTAS', muitasCartas(candidato), 429, {
        retryAfter: 3_600,
      });
  }
  const nova = await tx.one<{ id: number }>(sql`
    insert into candidaturas_emails (empresa_id, candidatura_id, tipo, quem) values (${empresaId}, ${candidaturaId}, ${type.id}, ${quem})
    on conflict do nothing returning id`);
  if (!nova) return false;
  if (quem !== null) await countLetter(tx, acting);
  const { assunto } = await queueMail(tx, type, {
    para,
    empresaId,
    about,
    values: { ...nomesDaCarta(carta, acting), ...values },
    convite,
  });
  await tx.query(sql`update candidaturas_emails set assunto = ${assunto} where id = ${nova.id}`);
  return true;
}
