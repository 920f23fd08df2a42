import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';

import { Refusal } from '#kit/refusal/refusal.ts';
import { rowsOf } from '#kit/registry/record.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { anotacoes } from './anotacoes.registry.ts';
import { citadoNaAnotacao } from './candidaturas.messages.ts';
import { deCandidaturasVisiveis } from './candidaturas.server.ts';
import { sobre } from './cartas.server.ts';
import { pareceres } from './pareceres.registry.ts';

/** Whose record it is, as lists and records read it. */
const alheio = (acting: Acting, dono: unknown) => (dono as { id?: number } | null)?.id !== acting.usuarioId;

/** Over `t`: opinions that the actor may read: their own, and others' where theirs is given or the stage is over. */
function pareceresAbertos(acting: Acting): Sql {
  const eu = acting.kind === 'usuario' && !acting.viewing ? acting.usuarioId : -1;
  return sql`(t.avaliador_id = ${eu} or exists (
      select 1 from candidaturas_pareceres meu where meu.candidatura_id = t.candidatura_id and meu.avaliador_id = ${eu}
        and meu.etapa_seletiva_id is not distinct from t.etapa_seletiva_id)
    or exists (select 1 from candidaturas c where c.id = t.candidatura_id
      and (c.situacao <> 'A' or c.etapa_seletiva_id is distinct from t.etapa_seletiva_id)))`;
}

/** Over `t`: the opinions that the actor may read, of the selections that they see. */
export function pareceresVisiveis(acting: Acting): Sql {
  const visiveis = deCandidaturasVisiveis(acting) ?? sql`true`;
  return sql`t.empresa_id = ${acting.empresaId} and ${visiveis} and ${pareceresAbertos(acting)}`;
}

export const pareceresHooks = hooksFor(pareceres, {
  where: pareceresVisiveis,
  async beforeSave(tx, { value, before, restored, acting }) {
    const criterios = rowsOf(value.criterios) as { peso: number; nota: number }[];
    const pesos = criterios.reduce((soma, { peso }) => soma + peso, 0);
    value.media =
      pesos === 0 ? null : Math.round((criterios.reduce((soma, { peso, nota }) => soma + peso * nota, 0) / pesos) * 100) / 100;
    if (before || restored) return;
    const candidatura = await tx.one<{ situacao: string; etapa: number | null; nome: string }>(sql`
      select situacao, etapa_seletiva_id as etapa, resumo as nome from candidaturas where id = ${value.candidatura} for update`);
    if (candidatura?.situacao !== 'A')
      throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou: não recebe pareceres.', 409);
    const { meu } = await tx.only<{ meu: boolean }>(sql`
      select exists (select 1 from candidaturas_pareceres where candidatura_id = ${value.candidatura} and avaliador_id = ${acting.usuarioId}
        and etapa_seletiva_id is not distinct from ${candidatura.etapa}::bigint) as meu`);
    if (meu) throw new Refusal('PARECER_DADO', 'Você já deu o seu parecer nesta etapa: altere-o.', 409);
    value.etapaSeletiva = candidatura.etapa;
    value.avaliador = acting.usuarioId;
    value.data = acting.today;
    value.resumo = candidatura.nome;
  },
  refuses: (record, acting) =>
    alheio(acting, record.avaliador)
      ? new Refusal('PARECER_ALHEIO', 'Só quem deu o parecer o altera ou exclui.', 403)
      : undefined,
});

export const anotacoesHooks = hooksFor(anotacoes, {
  where: deCandidaturasVisiveis,
  async beforeSave(tx, { value, before, restored, acting }) {
    if (before || restored) return;
    value.resumo = (await sobre(tx, value.candidatura)).candidato;
    value.autor = acting.usuarioId;
    value.quando = new Date() as never;
  },
  async afterSave(tx, { value, before, acting }) {
    const antes = new Set((before?.mencionados ?? []).map(({ id }) => id));
    const novos = ((value.mencionados ?? []) as number[]).filter((id) => !antes.has(id) && id !== acting.usuarioId);
    if (novos.length === 0) return;
    const { candidato, vaga, about } = await sobre(tx, value.candidatura);
    await notify(tx, acting, citadoNaAnotacao, {
      to: novos,
      about,
      values: { quem: acting.usuarioNome, candidato, vaga, id: String(value.candidatura) },
    });
  },
  refuses: (record, acting) =>
    alheio(acting, record.autor)
      ? new Refusal('ANOTACAO_ALHEIA', 'Só quem escreveu a anotação a altera ou exclui.', 403)
      : undefined,
});
