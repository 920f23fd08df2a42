import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { amend } from '#kit/store/amend.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { atualizaAtuais } from '../talentos/atuais.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deixaDeEsperar, esperaDesligamento } from '../talentos/espera.server.ts';
import { estabilidadeVista } from '../talentos/estabilidade.server.ts';
import { comoEra, lugares, respeitaLimite } from '../talentos/limite.server.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { exigeDesligamentoPossivel } from '../talentos/vinculos.server.ts';
import { deTalentosVisiveis, type TalentoVisivel, talentoVisivel } from '../talentos/visiveis.server.ts';
import { resolveDesligamentos } from './acompanha.server.ts';
import { desligamentos } from './desligamentos.registry.ts';
import { avisoDaEstabilidade, type EstadoDoDesligamento, impedimentos } from './desligamentos.rules.ts';
import { deixaDeEntrevistar, entrevistaAoConfirmar } from './entrevista.server.ts';

/** The reasons against the talent's leaving on this day: dates, history, and another open dismissal. */
async function impedimentosDoTalento(tx: Tx, talento: TalentoVisivel, data: string, proprio: number | null): Promise<Issue[]> {
  const ultimo = await tx.one<{ data: string | null }>(
    sql`select max(data)::text as data from talentos_historicos where registro_id = ${talento.id}`,
  );
  const faltas = [...impedimentos(data, { dataAdmissao: talento.dataAdmissao, ultimoHistorico: ultimo?.data ?? null })];
  const outro = await tx.one<{ status: string }>(
    sql`select status from desligamentos where colaborador_id = ${talento.id} and status <> 'C' and id is distinct from ${proprio}::bigint limit 1`,
  );
  if (outro)
    faltas.push({
      field: 'colaborador',
      message:
        outro.status === 'U' ? 'Este talento já tem um desligamento aguardando confirmação.' : 'Este talento já está desligado.',
    });
  // A day already in the talent's record (an import) may get its dismissal; another day may not.
  if (talento.dataDesligamento !== null && talento.dataDesligamento !== data)
    faltas.push({ field: 'data', message: 'O talento já tem outra data de desligamento.' });
  return faltas;
}

export const desligamentosHooks = hooksFor(desligamentos, {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, before, acting }) {
    const talento = await talentoVisivel(tx, acting, value.colaborador, true);
    const faltas = await impedimentosDoTalento(tx, talento, value.data, before?.id ?? null);
    if (talento.dataDesligamento !== null && !resolveDesligamentos(acting))
      faltas.push({
        field: 'colaborador',
        message: 'Este talento já tem data de desligamento: só quem confirma desligamentos registra o dele.',
      });
    if (faltas.length > 0) throw refuse.invalid(faltas);
    // Somebody who has already left needs no confirmation.
    if (!before && talento.dataDesligamento !== null) {
      value.status = 'D';
      value.confirmadoEm = acting.today;
    }
    value.resumo = talento.nome;
  },
  async afterSave(tx, { value, acting, before }) {
    const antes = before && namedId(before.colaborador);
    if (value.status !== 'U' || antes === value.colaborador) return;
    if (antes !== undefined) await esperaDesligamento(tx, acting, antes, false);
    await esperaDesligamento(tx, acting, value.colaborador, true);
  },
  async beforeRemove(tx, { before, acting }) {
    await deixaDeEntrevistar(tx, before.id);
    if (before.status === 'U') await esperaDesligamento(tx, acting, namedId(before.colaborador), false);
  },
  transitions: {
    confirmar: {
      async guards(tx, { record, acting }) {
        const talento = await talentoVisivel(tx, acting, namedId(record.colaborador), true);
        return (await impedimentosDoTalento(tx, talento, record.data, record.id)).map(({ message }) => message);
      },
      async warnings(tx, { record, acting }) {
        const estabilidade = await estabilidadeVista(tx, acting, namedId(record.colaborador), record.data);
        const aviso = avisoDaEstabilidade(estabilidade);
        return aviso ? [aviso] : [];
      },
      /** Writes the day into the talent's record. */
      async effect(tx, { record, acting }) {
        const talento = await talentoVisivel(tx, acting, namedId(record.colaborador), true);
        await esperaDesligamento(tx, acting, talento.id, false);
        await gravaDataDeDesligamento(tx, acting, talento, record.data);
        await tx.query(sql`update desligamentos set confirmado_em = ${acting.today}::date where id = ${record.id}`);
        const { id, tipo, modeloEntrevista } = record;
        const modeloId = modeloEntrevista === null ? null : namedId(modeloEntrevista);
        await entrevistaAoConfirmar(tx, acting, { id, colaboradorId: talento.id, tipo, modeloId });
      },
    },
    cancelar: {
      async warnings(tx, { record }) {
        if (!(await anulouHistoricos(tx, record))) return [];
        return [
          `Com este desligamento foram anulados históricos posteriores a ${formatDate(record.data)}, que o cancelamento não traz de volta: veja-os na trilha do talento e registre-os de novo.`,
        ];
      },
      /** A request is taken back, or a confirmed dismissal undone: the talent works on as before. */
      async effect(tx, { record: { id, status, data, colaborador }, acting }) {
        await deixaDeEntrevistar(tx, id);
        const talento = await talentoVisivel(tx, acting, namedId(colaborador), true);
        if (status === 'U') await esperaDesligamento(tx, acting, talento.id, false);
        if (status !== 'D' || talento.dataDesligamento !== data) return;
        const antes = await tx.only<{ situacao: string }>(sql`select situacao from talentos where id = ${talento.id}`);
        await gravaDataDeDesligamento(tx, acting, talento, null);
        await deixaDeEsperar(tx, acting, talento.id);
        const ocupava = lugares(comoEra({ ...talento, ...antes }), sql`talentos_historicos`);
        await respeitaLimite(tx, acting, sql`select ${talento.id}::bigint`, ocupava);
      },
    },
  },
});

/** Whether entries of the talent's history were taken back by the request that made the dismissal; of other lines no text is unpacked. */
const anulouHistoricos = (tx: Tx, { id, colaborador }: { id: number; colaborador: number | { id: number } }) =>
  tx.one(sql`
    select 1 from auditoria d join auditoria a on a.tabela = ${talentos.table} and a.registro_id = ${namedId(colaborador)}
    where d.tabela = ${desligamentos.table} and d.registro_id = ${id} and d.acao = 'I'
      and case when a.requisicao = d.requisicao then a.mudancas ? 'anulados' end limit 1`);

/** Writes the last day into the talent's record (or removes it), updates what depends on it and writes the trail. */
async function gravaDataDeDesligamento(tx: Tx, acting: Acting, talento: TalentoVisivel, data: string | null): Promise<void> {
  if (talento.dataDesligamento === data) return;
  await exigeDesligamentoPossivel(tx, acting, talento.id, data);
  await amend(tx, acting, talentos, { ...talento }, { dataDesligamento: data });
  await atualizaAtuais(tx, acting.today, sql`x.id = ${talento.id}`);
}

/** The dismissal of a talent that is not cancelled; held if asked, so that nobody cancels it meanwhile. */
export const desligamentoVigente = (db: Queryable, talentoId: number, hold = false) =>
  db.one<{ id: number; status: EstadoDoDesligamento; data: string; modelo: number | null }>(sql`
    select id, status, data::text as data, modelo_entrevista_id as modelo from desligamentos
    where colaborador_id = ${talentoId} and status <> 'C' order by id desc limit 1 ${hold ? sql`for share` : sql``}`);
