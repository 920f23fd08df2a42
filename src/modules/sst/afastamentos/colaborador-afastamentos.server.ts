import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { PERIOD_BACKWARDS } from '#kit/form/period.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { deTalentosVisiveis, doColaborador, talentoVisivel } from '#modules/gestao-talentos/public.server.ts';
import { type Classe, cabe, camposDaClasse } from './classes.ts';
import { colaboradorAfastamentos } from './colaborador-afastamentos.registry.ts';
import { faltasDaClasse } from './colaborador-afastamentos.rules.ts';
import { avisaDoAfastamento } from './integracao.server.ts';

const veMotivo = ({ can }: Acting): boolean => can('ROLE_VER_SAUDE');

interface Conflito {
  id: number;
  inicio: string;
  fim: string | null;
  motivo: string | null;
}

/** Leaves of a talent that overlap some days, without the leave itself. */
const conflitos = (
  db: Queryable,
  acting: Acting,
  talento: number,
  { inicio, fim }: { inicio: string; fim: string | null },
  proprio: number | null,
) =>
  db.query<Conflito>(sql`
    select a.id, a.inicio::text as inicio, a.fim::text as fim, case when ${veMotivo(acting)} then x.descricao end as motivo
    from colaboradores_afastamentos a join afastamentos x on x.id = a.afastamento_id
    where a.colaborador_id = ${talento} and a.id is distinct from ${proprio}::bigint
      and (${fim}::date is null or a.inicio <= ${fim}::date) and (a.fim is null or a.fim >= ${inicio}::date)
    order by a.inicio, a.id limit 50`);

const periodo = ({ inicio, fim }: { inicio: string; fim: string | null }) =>
  fim === null ? `desde ${formatDate(inicio)}` : `de ${formatDate(inicio)} a ${formatDate(fim)}`;

/** The days are for everybody who may write leaves. The reason, if said, is for whoever may see it, and is a reading, whose line a refused save would lose. */
const sobreposto = (outro: Conflito, motivo: string | null) =>
  `O período conflita com outro afastamento do talento${motivo === null ? '' : `: ${motivo}`}, ${periodo(outro)}.`;

async function aplicaClasse(tx: Tx, value: Record<string, unknown>): Promise<void> {
  const tipo = await tx.one<{ classe: Classe }>(sql`select classe from afastamentos where id = ${value.afastamento}`);
  const classe = tipo?.classe ?? 'NAO_SUPORTADO';
  const faltas = [...faltasDaClasse(classe, value)];
  if (faltas.length > 0) throw refuse.invalid(faltas);
  value.classe = classe;
  for (const campo of camposDaClasse) if (!cabe(campo, classe)) value[campo] = campo === 'atestados' ? [] : null;
}

async function exigeAnterior(tx: Tx, value: Record<string, unknown>, proprio: number | null): Promise<void> {
  if (value.afastamentoAnterior === null || value.afastamentoAnterior === undefined) return;
  const anterior = await tx.one(sql`
    select id from colaboradores_afastamentos where id = ${value.afastamentoAnterior} and colaborador_id = ${value.colaborador}
      and id is distinct from ${proprio}::bigint and fim < ${value.inicio}::date`);
  if (!anterior)
    throw refuse.invalid([
      { field: 'afastamentoAnterior', message: 'Só um afastamento anterior e já terminado do mesmo talento pode ser vinculado' },
    ]);
}

export const colaboradorAfastamentosHooks = hooksFor(colaboradorAfastamentos, {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, before, acting }) {
    // Others keep what they cannot see; a fault of it would tell the class of the reason.
    if (veMotivo(acting)) await aplicaClasse(tx, value);
    // Locked, so that two leaves of one talent are judged one after the other.
    const talento = await talentoVisivel(tx, acting, value.colaborador, true);
    const dias = { inicio: value.inicio, fim: value.fim };
    if (dias.inicio < talento.dataAdmissao)
      throw refuse.invalid([{ field: 'inicio', message: 'Data de início inferior à data de admissão do talento.' }]);
    if (talento.dataDesligamento !== null && dias.inicio > talento.dataDesligamento)
      throw refuse.invalid([{ field: 'inicio', message: 'Data de início posterior à data de desligamento do talento.' }]);
    const [outro] = await conflitos(tx, acting, talento.id, dias, before?.id ?? null);
    if (outro) throw refuse.invalid([{ field: 'inicio', message: sobreposto(outro, null) }]);
    await exigeAnterior(tx, value, before?.id ?? null);
    value.resumo = `${talento.nome} – ${periodo(dias)}`;
    // An integrated company sends every leave, new or changed, to the personnel system.
    value.statusAC = acting.settings.acIntegra === true ? 'AGUARDANDO' : (before?.statusAC ?? null);
  },
  afterSave: (tx, { id, value, acting }) =>
    avisaDoAfastamento(tx, acting, id, value.statusAC ?? null, `Afastamento de ${String(value.resumo)}`),
  async beforeRemove(tx, { before, acting }) {
    const seguinte = await tx.one(
      sql`select id from colaboradores_afastamentos where afastamento_anterior_id = ${before.id} limit 1`,
    );
    if (seguinte) throw new Refusal('EM_USO', 'Este afastamento não pode ser excluído porque outro está vinculado a ele.');
    await avisaDoAfastamento(tx, acting, before.id, null, '');
  },
  transitions: {
    confirmar: { effect: (tx, { record, acting }) => avisaDoAfastamento(tx, acting, record.id, 'SEM_ERRO', '') },
    recusar: {
      effect: (tx, { record, acting }) =>
        avisaDoAfastamento(tx, acting, record.id, 'COM_ERRO', `Afastamento de ${String(record.resumo)}`),
    },
  },
});

/** Calls of the form while it is filled (documents 2 §7 and 3 §7). */
export function colaboradorAfastamentosRoutes(app: FastifyInstance, { db }: Services): void {
  const root = '/api/sst/colaborador-afastamentos';
  const open = { config: { authority: 'ROLE_CAD_COLABORADOR_AFASTAMENTO' }, schema: { tags: ['Afastamentos de Talentos'] } };

  const contaMotivos = (acting: Acting, id: number) =>
    tellHourly(db, acting, { table: 'talentos', id, columns: ['Motivo de afastamento'] });

  // Reasons with their class, for users who fill the form and may not open the registry of reasons.
  const motivo = z.object({ id: z.int(), descricao: z.string(), classe: z.string(), ativo: z.boolean() });
  app.get('/api/sst/afastamentos/por-classe', withAnswer(open, z.array(motivo)), (request) => {
    queryOf(request, {});
    return db.query(
      sql`select id, descricao, classe, ativo from afastamentos where empresa_id = ${request.acting.empresaId} order by descricao_ord, id limit 5000`,
    );
  });

  const dias = { id: z.int(), inicio: z.iso.date(), fim: z.iso.date().nullable() };
  const verificado = z.object({
    valido: z.boolean(),
    mensagem: z.string().nullable(),
    conflitos: z.array(z.object({ ...dias, motivo: z.string().nullable() })),
  });
  app.get(`${root}/verificar-periodo`, withAnswer(open, verificado), async (request) => {
    const asked = queryOf(request, {
      inicio: inQuery.date,
      fim: inQuery.date.optional(),
      colaboradorId: inQuery.id,
      colaboradorAfastamentoId: inQuery.id.optional(),
    });
    const { inicio, fim = null } = asked;
    if (fim !== null && fim < inicio) throw refuse.invalid([{ field: 'fim', message: PERIOD_BACKWARDS }]);
    const talento = await talentoVisivel(db, request.acting, asked.colaboradorId);
    const achados = await conflitos(db, request.acting, talento.id, { inicio, fim }, asked.colaboradorAfastamentoId ?? null);
    if (achados.some(({ motivo }) => motivo !== null)) await contaMotivos(request.acting, talento.id);
    return {
      valido: achados.length === 0,
      mensagem: achados[0] ? sobreposto(achados[0], achados[0].motivo) : null,
      conflitos: achados,
    };
  });

  // Leaves of the talent that ended before a day, the last first: those that a new one may continue.
  const vinculavel = z.object({ ...dias, nome: z.string(), afastamento: named.nullable(), diasDesdeOFim: z.int() });
  app.get(`${root}/vinculaveis`, withAnswer(open, z.array(vinculavel)), async (request) => {
    const { colaboradorId, inicio } = queryOf(request, { colaboradorId: inQuery.id, inicio: inQuery.date });
    const talento = await talentoVisivel(db, request.acting, colaboradorId);
    const vinculaveis = await db.query(sql`
      select a.id, a.resumo as nome, a.inicio::text as inicio, a.fim::text as fim,
        case when ${veMotivo(request.acting)} then json_build_object('id', x.id, 'nome', x.descricao) end as afastamento,
        ${inicio}::date - a.fim as "diasDesdeOFim"
      from colaboradores_afastamentos a join afastamentos x on x.id = a.afastamento_id
      where a.colaborador_id = ${talento.id} and a.fim < ${inicio}::date order by a.fim desc, a.id desc limit 100`);
    if (veMotivo(request.acting) && vinculaveis.length > 0) await contaMotivos(request.acting, talento.id);
    return vinculaveis;
  });
}
