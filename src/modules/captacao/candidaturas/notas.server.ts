import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { rowsOf } from '#kit/registry/record.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { anotacoes } from './anotacoes.registry.ts';
import {
  citadoNaAnotacao,
  entrevistaDesmarcada,
  entrevistaMarcada,
  entrevistaParaQuemEntrevista,
} from './candidaturas.messages.ts';
import { correspondencia, deCandidaturasVisiveis } from './candidaturas.server.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { pareceres } from './pareceres.registry.ts';

const sobre = async (tx: Tx, id: unknown) => {
  const carta = await correspondencia(tx, id as number);
  if (!carta) throw refuse.notFound();
  return carta;
};

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
  const visiveis = deCandidaturasVisiveis(acting);
  return visiveis ? sql`${visiveis} and ${pareceresAbertos(acting)}` : pareceresAbertos(acting);
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
    const { candidato, vaga } = await sobre(tx, value.candidatura);
    await notify(tx, acting, citadoNaAnotacao, {
      to: novos,
      values: { quem: acting.usuarioNome, candidato, vaga, id: String(value.candidatura) },
    });
  },
  refuses: (record, acting) =>
    alheio(acting, record.autor)
      ? new Refusal('ANOTACAO_ALHEIA', 'Só quem escreveu a anotação a altera ou exclui.', 403)
      : undefined,
});

export interface Marcada {
  data: string;
  hora: string;
  local?: string | null | undefined;
  endereco?: string | null | undefined;
}

export const quandoE = ({ data, hora }: Pick<Marcada, 'data' | 'hora'>) => `${formatDate(data)} às ${hora.slice(0, 5)}`;
export const ondeE = ({ local, endereco }: Marcada) => [local, endereco].filter(Boolean).join(' · ');

export const entrevistasHooks = hooksFor(entrevistas, {
  where: deCandidaturasVisiveis,
  async beforeSave(tx, { value, before, restored }) {
    if (before && (before.data !== value.data || before.hora !== value.hora)) value.lembrada = null;
    if (before || restored) return;
    const { candidato, situacao } = await sobre(tx, value.candidatura);
    if (situacao !== 'A') throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou: não recebe entrevistas.', 409);
    value.resumo = candidato;
  },
  async afterSave(tx, { id, value, before, acting }) {
    const { candidato, email: para, vaga } = await sobre(tx, value.candidatura);
    const values = { candidato, vaga, empresa: acting.empresaNome, quando: quandoE(value), onde: ondeE(value), id: String(id) };
    const mudou =
      !before || quandoE(before) !== values.quando || ondeE(before) !== values.onde || before.situacao !== value.situacao;
    const vem = value.data >= acting.today;
    if (mudou && vem && para && value.avisarCandidato) {
      if (value.situacao === 'M') await queueMail(tx, entrevistaMarcada, { para, empresaId: acting.empresaId, values });
      else if (value.situacao === 'C' && before?.situacao === 'M')
        await queueMail(tx, entrevistaDesmarcada, { para, empresaId: acting.empresaId, values });
    }
    const antes = new Set((before?.entrevistadores ?? []).map((um) => um.id));
    const quem = ((value.entrevistadores ?? []) as number[]).filter((um) => um !== acting.usuarioId && (mudou || !antes.has(um)));
    if (vem && value.situacao === 'M' && quem.length > 0)
      await notify(tx, acting, entrevistaParaQuemEntrevista, { to: quem, values });
  },
});
