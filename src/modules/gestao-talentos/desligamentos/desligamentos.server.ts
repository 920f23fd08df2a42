import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import type { Hooks, Record_ } from '#kit/registry/store.server.ts';
import { atualizaAtuais } from '../talentos/atuais.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { esperaDesligamento } from '../talentos/espera.server.ts';
import { contavaEm, ocupa, respeitaLimite } from '../talentos/limite.server.ts';
import { exigeDesligamentoPossivel } from '../talentos/vinculos.server.ts';
import { deTalentosVisiveis, type TalentoVisivel, talentoVisivel } from '../talentos/visiveis.server.ts';
import { type AcaoDoDesligamento, type EstadoDoDesligamento, impedimentos, permite, recusas } from './desligamentos.rules.ts';

const exige = (estado: unknown, acao: AcaoDoDesligamento) => {
  if (!permite(estado as EstadoDoDesligamento, acao)) throw new Refusal('SITUACAO_DO_DESLIGAMENTO', recusas[acao]);
};

/** The talent may leave on this day: dates, history, and no other dismissal on its way. */
async function podeDesligar(tx: Tx, talento: TalentoVisivel, data: string, proprio: number | null): Promise<void> {
  const ultimo = await tx.one<{ data: string | null }>(
    sql`select max(data)::text as data from talentos_historicos where registro_id = ${talento.id}`,
  );
  const faltas = [...impedimentos(data, { dataAdmissao: talento.dataAdmissao, ultimoHistorico: ultimo?.data ?? null })];
  if (faltas.length > 0) throw refuse.invalid(faltas);
  const outro = await tx.one<{ status: string }>(
    sql`select status from desligamentos where colaborador_id = ${talento.id} and status <> 'C' and id is distinct from ${proprio}::bigint limit 1`,
  );
  if (outro)
    throw refuse.invalid([
      {
        field: 'colaborador',
        message:
          outro.status === 'U'
            ? 'Este talento já tem um desligamento aguardando confirmação.'
            : 'Este talento já está desligado.',
      },
    ]);
  // A day that stands in the talent's record already (an import) may be completed with its reason; another day may not.
  if (talento.dataDesligamento !== null && talento.dataDesligamento !== data)
    throw refuse.invalid([{ field: 'data', message: 'O talento já tem outra data de desligamento.' }]);
}

export const desligamentosHooks: Hooks = {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, before, acting }) {
    if (before) exige(before.status, 'alterar');
    const talento = await talentoVisivel(tx, acting, value.colaborador, true);
    await podeDesligar(tx, talento, value.data as string, before?.id ?? null);
    value.status = before ? before.status : talento.dataDesligamento === null ? 'U' : 'D';
    value.resumo = talento.nome;
  },
  async afterSave(tx, { value, acting, before }) {
    if (!before && value.status === 'U') await esperaDesligamento(tx, acting, value.colaborador as number, true);
  },
  async beforeRemove(tx, { before, acting }) {
    exige(before.status, 'excluir');
    if (before.status === 'U') await esperaDesligamento(tx, acting, namedId(before.colaborador), false);
  },
};

const doDesligamento = (record: Record_) => ({
  id: record.id,
  talentoId: namedId(record.colaborador),
  data: record.data as string,
  status: record.status as EstadoDoDesligamento,
});

/** Writes the last day into the talent's record (or takes it out), brings what follows from it up to date and leaves the trail. */
async function gravaDataDeDesligamento(tx: Tx, acting: Acting, talento: TalentoVisivel, data: string | null): Promise<void> {
  if (talento.dataDesligamento === data) return;
  await exigeDesligamentoPossivel(tx, acting, talento.id, data);
  await tx.query(sql`update talentos set data_desligamento = ${data}::date, versao = versao + 1 where id = ${talento.id}`);
  await atualizaAtuais(tx, acting.today, sql`x.id = ${talento.id}`);
  await acting.audit(tx, {
    table: 'talentos',
    id: talento.id,
    action: 'A',
    changes: { dataDesligamento: [talento.dataDesligamento, data] },
  });
}

async function mudaEstado(
  tx: Tx,
  acting: Acting,
  id: number,
  de: EstadoDoDesligamento,
  para: EstadoDoDesligamento,
): Promise<void> {
  await tx.query(sql`update desligamentos set status = ${para}, versao = versao + 1 where id = ${id}`);
  await acting.audit(tx, { table: 'desligamentos', id, action: 'A', changes: { status: [de, para] } });
}

/** The request becomes a fact: the talent's record says the day from now on. `record` was read with its lock. */
export async function confirmaDesligamento(tx: Tx, acting: Acting, record: Record_): Promise<void> {
  const { id, talentoId, data, status } = doDesligamento(record);
  exige(status, 'confirmar');
  const talento = await talentoVisivel(tx, acting, talentoId, true);
  await podeDesligar(tx, talento, data, id);
  await mudaEstado(tx, acting, id, status, 'D');
  await esperaDesligamento(tx, acting, talentoId, false);
  await gravaDataDeDesligamento(tx, acting, talento, data);
}

/** Takes a request back, or undoes a confirmed dismissal: the talent works on as if nobody had asked. */
export async function cancelaDesligamento(tx: Tx, acting: Acting, record: Record_): Promise<void> {
  const { id, talentoId, data, status } = doDesligamento(record);
  exige(status, 'cancelar');
  const talento = await talentoVisivel(tx, acting, talentoId, true);
  await mudaEstado(tx, acting, id, status, 'C');
  if (status === 'U') await esperaDesligamento(tx, acting, talentoId, false);
  if (status !== 'D' || talento.dataDesligamento !== data) return;
  const antes = await tx.one<{ situacao: string }>(sql`select situacao from talentos where id = ${talentoId}`);
  await gravaDataDeDesligamento(tx, acting, talento, null);
  if (!ocupa(antes?.situacao)) await respeitaLimite(tx, acting.empresaId, contavaEm(talentoId));
}

/** The dismissal of a talent that is not cancelled. */
export const desligamentoDoTalento = (db: Queryable, talentoId: number) =>
  db.one<{ id: number; status: EstadoDoDesligamento; data: string; modelo: number | null }>(sql`
    select id, status, data::text as data, modelo_entrevista_id as modelo from desligamentos
    where colaborador_id = ${talentoId} and status <> 'C' order by id desc limit 1`);
