import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import {
  dispensaQuemSaiu,
  pessoaDe,
  recebePercentual,
  recusaSiMesmo,
  talentoVisivel,
  trabalha,
  trabalhaAqui,
} from '#modules/gestao-talentos/public.server.ts';
import { EXPERIENCIA, faltaDoModelo } from '#modules/gestao-talentos/public.ts';
import type { Asker } from '#platform/questionario/asker.server.ts';
import type { Resposta } from '#platform/questionario/definition.ts';
import { evaluate, fromSlots, toSlots } from '#platform/questionario/evaluate.ts';
import { addParticipants, openRound, removeParticipants } from '#platform/questionario/rounds.server.ts';
import { score } from '#platform/questionario/score.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';

/** Under this name the engine knows the rounds about people on trial: one for each talent and period. */
export const ACOMPANHAMENTOS = 'avaliacao/acompanhamentos-periodos-experiencia';

/** One talent's questions in one period. */
export interface Acompanhamento {
  id: number;
  rodadaId: number;
  colaboradorId: number;
  periodoId: number;
  modeloId: number;
  avaliadorId: number | null;
  respondidaEm: string | null;
  percentual: number | null;
}

const ACOMPANHAMENTO = sql`
  select a.id, r.id as "rodadaId", a.colaborador_id as "colaboradorId", a.periodo_id as "periodoId", a.modelo_id as "modeloId",
    a.avaliador_id as "avaliadorId", a.respondida_em::text as "respondidaEm", a.percentual::float8 as percentual
  from acompanhamentos_experiencia a join rodadas r on r.dono = ${ACOMPANHAMENTOS} and r.dono_id = a.id`;

export const acompanhamentoQue = (db: Queryable, where: Sql): Promise<Acompanhamento | undefined> =>
  db.one<Acompanhamento>(sql`${ACOMPANHAMENTO} where ${where}`);

/**
 * The talent who answers for the area of the talent `t`, or for the nearest area above it that has somebody: nobody is asked about
 * themselves.
 */
export const liderDe = sql`(
  with recursive acima as (
    select x.id, x.area_mae_id, 0 as nivel from areas_organizacionais x where x.id = t.area_atual_id
    union all select m.id, m.area_mae_id, a.nivel + 1 from acima a join areas_organizacionais m on m.id = a.area_mae_id where a.nivel < 50)
  select l.id from acima a
  join areas_organizacionais_empresa_e_responsaveis e on e.registro_id = a.id and e.empresa_id = t.empresa_id
  join talentos l on l.id = e.colaborador_dto_id and l.empresa_id = t.empresa_id and l.id <> t.id and ${trabalha('l')}
  order by a.nivel, e.id limit 1)`;

/** The model by which a period is to be judged: the chosen one, or the only active one. */
async function modeloPara(tx: Tx, { empresaId }: Pick<Acting, 'empresaId'>, periodoId: number, escolhido: number | null) {
  const modelos = await tx.query<{
    id: number;
    titulo: string;
    ativo: boolean;
    isExperiencia: boolean;
    periodo: number | null;
  }>(sql`
    select id, titulo, ativo, tipo = ${EXPERIENCIA} as "isExperiencia", periodo_acompanhamento_experiencia_id as periodo from modelos_avaliacao
    where empresa_id = ${empresaId} and ${
      escolhido === null
        ? sql`tipo = ${EXPERIENCIA} and periodo_acompanhamento_experiencia_id = ${periodoId} and ativo`
        : sql`id = ${escolhido}`
    } order by id limit 2`);
  const [modelo, outro] = modelos;
  if (modelo && !outro) {
    const falta = faltaDoModelo(modelo, periodoId);
    if (falta) throw refuse.invalid([falta]);
    return modelo;
  }
  const message = outro
    ? 'Este período tem mais de um modelo ativo: escolha qual responder.'
    : escolhido === null
      ? 'Este período não tem modelo de avaliação ativo.'
      : 'O registro selecionado não existe';
  throw refuse.invalid([{ field: 'modelo', message }]);
}

export interface Pedido {
  colaborador: number;
  periodo: number;
  modelo: number | null;
  /** another talent than the leader */
  avaliador: number | null;
}

/**
 * Asks somebody's leader how the trial goes; `acting` is of their company. Whoever was asked before stays asked, unless another one is
 * named or they have left. Without a leader the round has nobody, and HR answers.
 */
export async function pergunta(tx: Tx, acting: Pick<Acting, 'empresaId' | 'today'>, pedido: Pedido): Promise<Acompanhamento> {
  const { empresaId } = acting;
  const talento = await tx.one<{ nome: string; avaliacao: number | null; situacao: string; lider: number | null }>(sql`
    select t.nome, v.avaliacao_id as avaliacao, v.situacao, ${liderDe} as lider from periodos_dos_talentos v join talentos t on t.id = v.colaborador_id
    where v.empresa_id = ${empresaId} and v.colaborador_id = ${pedido.colaborador} and v.periodo_id = ${pedido.periodo}`);
  if (!talento) throw new Refusal('PERIODO_SEM_AVALIACAO', 'Este talento não tem avaliação a fazer neste período.');
  const avaliador = pedido.avaliador ?? talento.lider;
  if (avaliador === pedido.colaborador)
    throw refuse.invalid([{ field: 'avaliador', message: 'Ninguém avalia a própria experiência.' }]);
  if (pedido.avaliador !== null && !(await trabalhaAqui(tx, pedido.avaliador)))
    throw refuse.invalid([{ field: 'avaliador', message: 'Este talento não trabalha mais na empresa: escolha outra pessoa.' }]);
  const antes = await acompanhamentoQue(tx, sql`a.colaborador_id = ${pedido.colaborador} and a.periodo_id = ${pedido.periodo}`);
  if (talento.situacao === 'N' && (antes?.respondidaEm ?? null) === null)
    throw new Refusal('PERIODO_ENCERRADO', 'Este período terminou há mais de 30 dias: não se pergunta mais por ele.', 409);
  if (antes) return troca(tx, antes, pedido.avaliador, talento.lider);
  if (talento.avaliacao !== null) throw new Refusal('AVALIACAO_FEITA', 'A avaliação deste período já foi feita.', 409);
  const modelo = await modeloPara(tx, acting, pedido.periodo, pedido.modelo);
  const feito = await tx.one<{ id: number }>(sql`
    insert into acompanhamentos_experiencia (empresa_id, colaborador_id, periodo_id, modelo_id, avaliador_id)
    values (${empresaId}, ${pedido.colaborador}, ${pedido.periodo}, ${modelo.id}, ${avaliador}) on conflict do nothing returning id`);
  if (!feito) throw new Refusal('PERGUNTADO', 'Alguém acaba de pedir esta avaliação.', 409);
  await openRound(tx, acting, {
    empresaId,
    dono: ACOMPANHAMENTOS,
    donoId: feito.id,
    versaoDe: { dono: MODELOS, donoId: modelo.id },
    titulo: modelo.titulo,
    modo: 'I',
    minimo: 3,
    dimensoes: [],
    ate: null,
    participantes: sql`${participante(pessoaDe(avaliador ?? 0), pedido.colaborador, 'L')} where ${avaliador !== null}::boolean`,
  });
  const novo = await acompanhamentoQue(tx, sql`a.id = ${feito.id}`);
  if (!novo) throw refuse.notFound();
  return novo;
}

/** Asks the one who is named, or the present leader in the place of who has left, while nobody has answered. What was begun is lost. */
async function troca(tx: Tx, { id }: Acompanhamento, nomeado: number | null, lider: number | null): Promise<Acompanhamento> {
  await tx.query(sql`select 1 from rodadas where dono = ${ACOMPANHAMENTOS} and dono_id = ${id} for update`);
  const agora = await acompanhamentoQue(tx, sql`a.id = ${id}`);
  if (!agora) throw refuse.notFound();
  const { rodadaId, colaboradorId, avaliadorId, respondidaEm } = agora;
  if (respondidaEm !== null) return agora;
  const fica = avaliadorId !== null && (await trabalhaAqui(tx, avaliadorId));
  const avaliador = nomeado ?? (fica ? avaliadorId : lider);
  const pessoa = avaliador === null ? null : pessoaDe(avaliador);
  await removeParticipants(
    tx,
    rodadaId,
    sql`select x.pessoa, x.sobre from participacoes x where x.rodada_id = ${rodadaId} and x.papel = 'L' and x.pessoa is distinct from ${pessoa}`,
  );
  if (pessoa !== null) await addParticipants(tx, rodadaId, participante(pessoa, colaboradorId, 'L'));
  await tx.query(sql`update acompanhamentos_experiencia set avaliador_id = ${avaliador} where id = ${id}`);
  return { ...agora, avaliadorId: avaliador };
}

const participante = (pessoa: string, sobre: number, papel: string): Sql =>
  sql`select ${pessoa}::text as pessoa, ${pessoaDe(sobre)}::text as sobre, ${papel}::text as papel, '{}'::integer[] as atributos`;

/** A user who answers in the leader's place, as the engine names them. */
const usuarioComo = (usuarioId: number): string => `usuarios:${usuarioId}`;

/** Whoever is on trial neither answers about it, nor chooses who does, nor changes what was answered. */
export const recusaDele = (db: Queryable, acting: Acting, colaboradorId: number) =>
  recusaSiMesmo(
    db,
    acting,
    [colaboradorId],
    'PROPRIA_EXPERIENCIA',
    'Ninguém responde sobre a própria experiência, nem escolhe quem responde.',
  );

/** The participation of a user who answers in the leader's place. */
export async function noLugarDoLider(tx: Tx, acting: Acting, { rodadaId, colaboradorId }: Acompanhamento): Promise<number> {
  const { usuarioId } = acting;
  if (usuarioId === null) throw refuse.forbidden();
  await recusaDele(tx, acting, colaboradorId);
  const pessoa = usuarioComo(usuarioId);
  await addParticipants(tx, rodadaId, participante(pessoa, colaboradorId, 'R'));
  return (await tx.only<{ id: number }>(sql`select id from participacoes where rodada_id = ${rodadaId} and pessoa = ${pessoa}`))
    .id;
}

/** The answers of a round about somebody, and what they come to; undefined: nobody has answered. */
export async function dadasEm(db: Queryable, rodadaId: number) {
  const dada = await db.one<{ id: number; versaoId: number; notas: (number | null)[] }>(sql`
    select d.id, r.versao_id as "versaoId", d.notas from respostas_dadas d join rodadas r on r.id = d.rodada_id where r.id = ${rodadaId}`);
  if (!dada) return undefined;
  const textos = await db.query<{ perguntaId: number; texto: string }>(
    sql`select pergunta_id as "perguntaId", texto from respostas_escritas where resposta_id = ${dada.id} order by id`,
  );
  const { definicao } = await versionOf(db, dada.versaoId);
  const respostas = fromSlots(definicao, { notas: dada.notas, textos });
  return { id: dada.id, definicao, respostas, pontos: score(definicao, respostas) };
}

const arredonda = (percentual: number | null): number | null => percentual && Math.round(percentual * 100) / 100;

/** The first answers count; the evaluation takes their percentage when it is decided. */
const respondida: Asker['respondida'] = async (tx, { rodadaId, donoId }) => {
  const [feita] = await tx.query(sql`
    update acompanhamentos_experiencia set respondida_em = ${today()}::date where id = ${donoId} and respondida_em is null returning id`);
  if (!feita) throw new Refusal('JA_RESPONDIDA', 'Outra pessoa já respondeu a esta avaliação.', 409);
  const percentual = arredonda((await dadasEm(tx, rodadaId))?.pontos.total ?? null);
  await tx.query(sql`update acompanhamentos_experiencia set percentual = ${percentual} where id = ${donoId}`);
};

export const acompanhamentosPerguntam: Asker = {
  dono: ACOMPANHAMENTOS,
  dispensa: dispensaQuemSaiu,
  respondida,
  async nomes(db, chaves) {
    const ids = chaves.map((chave) => Number(chave.split(':')[1]));
    const found = await db.query<{ chave: string; nome: string }>(
      sql`select 'talentos:' || id as chave, nome from talentos where id = any(${ids}::bigint[])`,
    );
    return new Map(found.map(({ chave, nome }) => [chave, nome]));
  },
};

/** CALL-234: HR corrects what was answered; an evaluation that was decided gets the new percentage. */
export async function corrige(
  tx: Tx,
  acting: Acting,
  acompanhamento: Acompanhamento,
  respostas: readonly Resposta[],
): Promise<void> {
  const { id, rodadaId, colaboradorId, periodoId, modeloId } = acompanhamento;
  await tx.query(sql`select 1 from rodadas where id = ${rodadaId} for update`);
  const antes = await dadasEm(tx, rodadaId);
  if (!antes) throw new Refusal('SEM_RESPOSTAS', 'Ninguém respondeu ainda: não há o que corrigir.', 409);
  const { definicao } = antes;
  const { faltas } = evaluate(definicao, respostas);
  if (faltas.length > 0)
    throw refuse.invalid(faltas.map(({ perguntaId, message }) => ({ field: `perguntas.${perguntaId}`, message })));
  const { notas, textos } = toSlots(definicao, respostas);
  await tx.query(sql`update respostas_dadas set notas = ${notas}::smallint[] where id = ${antes.id}`);
  await tx.query(sql`delete from respostas_escritas where resposta_id = ${antes.id}`);
  for (const { perguntaId, texto } of textos)
    await tx.query(sql`
      insert into respostas_escritas (id, rodada_id, resposta_id, pergunta_id, texto)
      values (id_aleatorio(), ${rodadaId}, ${antes.id}, ${perguntaId}, ${texto})`);
  const percentual = arredonda(score(definicao, respostas).total);
  await tx.query(sql`update acompanhamentos_experiencia set percentual = ${percentual} where id = ${id}`);
  await acting.audit(tx, {
    table: 'acompanhamentos_experiencia',
    id,
    action: 'A',
    changes: { respostas: ['(dadas)', '(corrigidas)'], percentual: [acompanhamento.percentual, percentual] },
  });
  await recebePercentual(tx, acting, { colaborador: colaboradorId, periodo: periodoId, modelo: modeloId, percentual });
}

/** CALL-235: the questions, and what was answered, are taken back. What an evaluation was decided by stays. */
export async function retira(tx: Tx, acting: Acting, { id, rodadaId, colaboradorId, periodoId }: Acompanhamento): Promise<void> {
  await tx.query(sql`select 1 from rodadas where id = ${rodadaId} for update`);
  const decidida = await tx.one(
    sql`select 1 from avaliacoes_experiencia where colaborador_id = ${colaboradorId} and periodo_id = ${periodoId}`,
  );
  const respondidas = await tx.one(sql`select 1 from acompanhamentos_experiencia where id = ${id} and respondida_em is not null`);
  if (decidida && respondidas)
    throw new Refusal('RESPOSTAS_USADAS', 'A avaliação foi decidida por estas respostas: exclua-a antes.', 409);
  await tx.query(sql`delete from acompanhamentos_experiencia where id = ${id}`);
  await acting.audit(tx, { table: 'acompanhamentos_experiencia', id, action: 'E', changes: {} });
}

/** Takes the questions back when somebody decides without waiting for the answers. */
export const seguemAvaliacoes: NonNullable<AnyModuleServer['follows']> = {
  'gestao-talentos/colaboradores-periodos-experienciais-avaliacoes': async (tx, { value, acting }) => {
    const [colaborador, periodo] = [namedId(value.colaborador), namedId(value.periodo)];
    const pedido = await acompanhamentoQue(tx, sql`a.colaborador_id = ${colaborador} and a.periodo_id = ${periodo}`);
    if (!pedido) return;
    await tx.query(sql`select 1 from rodadas where id = ${pedido.rodadaId} for update`);
    const agora = await acompanhamentoQue(tx, sql`a.id = ${pedido.id}`);
    if (!agora) return;
    if (agora.respondidaEm === null) await retira(tx, acting, agora);
    else if (agora.percentual !== null && Number(value.percentual) !== agora.percentual)
      throw new Refusal('RESPOSTAS_CHEGARAM', 'As respostas acabam de chegar. Confira o percentual e salve de novo.', 409);
  },
};

/** A participation in the questions about a talent, to be changed; 404 for anybody else's. */
export async function pelaParticipacao(db: Queryable, acting: Acting, colaboradorId: number, participacaoId: number) {
  const talento = await talentoVisivel(db, acting, colaboradorId);
  const pedido = await acompanhamentoQue(
    db,
    sql`a.colaborador_id = ${talento.id} and a.empresa_id = ${acting.empresaId}
      and r.id = (select p.rodada_id from participacoes p where p.id = ${participacaoId})`,
  );
  if (!pedido) throw refuse.notFound();
  await recusaDele(db, acting, talento.id);
  return { talento, pedido };
}
