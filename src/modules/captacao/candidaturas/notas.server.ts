import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { rowsOf } from '#kit/registry/record.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { notifyOthers } from '#platform/mensagens/mensagens.server.ts';
import { anotacoes } from './anotacoes.registry.ts';
import { citadoNaAnotacao } from './candidaturas.messages.ts';
import { deCandidaturasVisiveis } from './candidaturas.server.ts';
import { sobre } from './cartas.server.ts';
import { pareceres } from './pareceres.registry.ts';

export const DAR_PARECER = `${pareceres.authority}_EDITAR`;

/** Whose record it is, as lists and records read it. */
const alheio = (acting: Acting, dono: unknown) => (dono as { id?: number } | null)?.id !== acting.usuarioId;

/** Whoever may give opinions is an evaluator, also while they see the system as somebody else. */
const avalia = (acting: Acting): boolean =>
  acting.kind === 'usuario' && (acting.viewing ? acting.viewing.mine(DAR_PARECER) : acting.can(DAR_PARECER));

/**
 * Over `t`: opinions that the actor may read. An evaluator reads their own, and those of others where theirs is given, where they said
 * that they do not evaluate, or once the candidate was hired. A stage or an application that is over opens nothing: it may begin anew.
 */
function pareceresAbertos(acting: Acting): Sql {
  if (!acting.can(pareceres.authority)) return sql`false`;
  if (!avalia(acting)) return sql`true`;
  const eu = acting.kind === 'usuario' && !acting.viewing ? acting.usuarioId : -1;
  return sql`(t.avaliador_id = ${eu} or exists (
      select 1 from candidaturas_pareceres meu where meu.candidatura_id = t.candidatura_id and meu.avaliador_id = ${eu}
        and meu.etapa_seletiva_id is not distinct from t.etapa_seletiva_id)
    or exists (select 1 from candidaturas_pareceres_leituras l where l.candidatura_id = t.candidatura_id and l.usuario_id = ${eu}
      and l.etapa_seletiva_id is not distinct from t.etapa_seletiva_id)
    or exists (select 1 from candidaturas c where c.id = t.candidatura_id and c.situacao = 'C'))`;
}

/** Over `t`: the opinions that the actor may read, of the selections that they see. */
export function pareceresVisiveis(acting: Acting): Sql {
  const visiveis = deCandidaturasVisiveis(acting) ?? sql`true`;
  return sql`t.empresa_id = ${acting.empresaId} and ${visiveis} and ${pareceresAbertos(acting)}`;
}

/** Over `t`: the opinions that wait until the actor gives theirs, or says that they do not evaluate. */
export const pareceresFechados = (acting: Acting): Sql =>
  acting.can(pareceres.authority) ? sql`not ${pareceresAbertos(acting)}` : sql`false`;

/** Over `t`: opinions of the stage at which the candidate is. */
const daEtapaDeAgora = sql`exists (
  select 1 from candidaturas c where c.id = t.candidatura_id and c.etapa_seletiva_id is not distinct from t.etapa_seletiva_id)`;

/** How many opinions of an application are closed to the actor, and how many of those are of its present stage. */
export const fechadosDe = (db: Queryable, acting: Acting, candidaturaId: number) =>
  db.only<{ ocultos: number; ocultosDaEtapa: number }>(sql`
    select count(*)::int as ocultos, (count(*) filter (where ${daEtapaDeAgora}))::int as "ocultosDaEtapa"
    from candidaturas_pareceres t where t.candidatura_id = ${candidaturaId} and ${pareceresFechados(acting)}`);

/** An evaluator reads opinions without giving theirs: at the stages of these they give none any more. */
export async function leSemAvaliar(
  tx: Tx,
  acting: Acting,
  { ids, soAnteriores }: { ids: readonly number[]; soAnteriores: boolean },
): Promise<void> {
  // An opinion locks its application as well, so the one that comes second sees the other.
  await tx.query(sql`select from candidaturas where id = any(${ids}::bigint[]) order by id for update`);
  await tx.query(sql`
    insert into candidaturas_pareceres_leituras (empresa_id, candidatura_id, etapa_seletiva_id, usuario_id)
    select distinct t.empresa_id, t.candidatura_id, t.etapa_seletiva_id, ${acting.usuarioId}::bigint
    from candidaturas_pareceres t where t.candidatura_id = any(${ids}::bigint[]) and ${pareceresFechados(acting)}
      and not (${soAnteriores} and ${daEtapaDeAgora})
    on conflict do nothing`);
}

export const pareceresHooks = hooksFor(pareceres, {
  where: pareceresVisiveis,
  async beforeSave(tx, { value, before, restored, acting }) {
    const criterios = rowsOf(value.criterios) as { peso: number; nota: number }[];
    const pesos = criterios.reduce((soma, { peso }) => soma + peso, 0);
    value.media =
      pesos === 0 ? null : Math.round((criterios.reduce((soma, { peso, nota }) => soma + peso * nota, 0) / pesos) * 100) / 100;
    if (before) return;
    const candidatura = await tx.one<{ situacao: string; etapa: number | null; nome: string }>(sql`
      select situacao, etapa_seletiva_id as etapa, resumo as nome from candidaturas where id = ${value.candidatura} for update`);
    if (candidatura?.situacao !== 'A')
      throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou: não recebe pareceres.', 409);
    // One that comes back from the bin is of the stage and the day that it was given at.
    const etapa = restored ? (restored.etapaSeletiva?.id ?? null) : candidatura.etapa;
    const { meu, leu } = await tx.only<{ meu: boolean; leu: boolean }>(sql`
      select exists (select 1 from candidaturas_pareceres where candidatura_id = ${value.candidatura} and avaliador_id = ${acting.usuarioId}
          and etapa_seletiva_id is not distinct from ${etapa}::bigint) as meu,
        exists (select 1 from candidaturas_pareceres_leituras where candidatura_id = ${value.candidatura} and usuario_id = ${acting.usuarioId}
          and etapa_seletiva_id is not distinct from ${etapa}::bigint) as leu`);
    if (leu) throw new Refusal('PARECERES_LIDOS', 'Você leu os pareceres desta etapa sem avaliar: não dá mais o seu nela.', 409);
    if (meu) throw new Refusal('PARECER_DADO', 'Você já deu o seu parecer nesta etapa: altere-o.', 409);
    if (restored) return;
    value.etapaSeletiva = candidatura.etapa;
    value.avaliador = acting.usuarioId;
    value.data = acting.today;
    value.resumo = candidatura.nome;
  },
  // Their authors read each other's from now on.
  async afterSave(tx, { id }) {
    await tx.query(sql`
      update candidaturas_pareceres t set fechado = true
      from candidaturas_pareceres novo where novo.id = ${id} and t.candidatura_id = novo.candidatura_id
        and t.etapa_seletiva_id is not distinct from novo.etapa_seletiva_id and not t.fechado
        and exists (select 1 from candidaturas_pareceres outro where outro.candidatura_id = t.candidatura_id and outro.id <> t.id
          and outro.etapa_seletiva_id is not distinct from t.etapa_seletiva_id)`);
  },
  refuses(record, acting) {
    if (alheio(acting, record.avaliador))
      return new Refusal('PARECER_ALHEIO', 'Só quem deu o parecer o altera, exclui ou restaura.', 403);
    return record.fechado === true
      ? new Refusal('PARECER_FECHADO', 'Outro avaliador já deu o parecer desta etapa: o seu não muda mais.', 409)
      : undefined;
  },
});

export const anotacoesHooks = hooksFor(anotacoes, {
  where: deCandidaturasVisiveis,
  async beforeSave(tx, { value, before, restored, acting }) {
    if (before || restored) return;
    value.resumo = (await sobre(tx, value.candidatura)).candidato;
    value.autor = acting.usuarioId;
    value.quando = new Date() as never;
  },
  async afterSave(tx, { value, before, restored, acting }) {
    // Whoever is named in it was told once.
    if (restored) return;
    const antes = new Set((before?.mencionados ?? []).map(({ id }) => id));
    const novos = ((value.mencionados ?? []) as number[]).filter((id) => !antes.has(id));
    if (novos.length === 0) return;
    const { candidato, pedido: vaga, about } = await sobre(tx, value.candidatura);
    await notifyOthers(tx, acting, citadoNaAnotacao, {
      to: novos,
      about,
      values: { quem: acting.usuarioNome, candidato, vaga, id: String(value.candidatura) },
    });
  },
  refuses: (record, acting) =>
    alheio(acting, record.autor)
      ? new Refusal('ANOTACAO_ALHEIA', 'Só quem escreveu a anotação a altera, exclui ou restaura.', 403)
      : undefined,
});
