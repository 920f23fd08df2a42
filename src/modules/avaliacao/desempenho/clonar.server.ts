import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { asCopy, freeTitle } from '#kit/store/free-title.server.ts';
import { TRABALHA, talentosVisiveis, temMeuCpf, trabalha } from '#modules/gestao-talentos/public.server.ts';
import { actingIn } from '#platform/authority/acting-in.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { incluiAvaliados } from './avaliados.server.ts';
import { PARES, paresContaveis } from './pares.server.ts';
import { AVALIACOES } from './resultado.server.ts';

interface Pedido {
  empresas: readonly number[];
  clonarParticipantes: boolean;
  dataIni: string | null;
  dataFim: string | null;
}

/** CALL-274: the evaluation again, in preparation, in the present company or in others of the actor. */
export async function clona(tx: Tx, { store }: Pick<Services, 'store'>, acting: Acting, id: number, pedido: Pedido) {
  const avaliacoes = store(AVALIACOES);
  const avaliacao = await avaliacoes.read(tx, acting, id);
  const clonadas: { empresaId: number; id: number; participantes: number }[] = [];
  for (const empresaId of new Set(pedido.empresas.toSorted((a, b) => a - b))) {
    const la = empresaId === acting.empresaId ? acting : await emOutra(tx, acting, empresaId);
    const nova = await avaliacoes.create(tx, la, {
      ...inputOf(avaliacoesDesempenho, avaliacao),
      titulo: await freeTitle(tx, avaliacoesDesempenho, { empresaId, title: String(avaliacao.titulo), nth: asCopy }),
      modeloAvaliacao: await modeloLa(tx, la, acting, avaliacao.modeloAvaliacao),
      dataIni: pedido.dataIni ?? avaliacao.dataIni,
      dataFim: pedido.dataFim ?? avaliacao.dataFim,
    });
    const participantes = pedido.clonarParticipantes ? await copiaParticipantes(tx, acting, la, avaliacao, nova.id) : 0;
    clonadas.push({ empresaId, id: nova.id, participantes });
  }
  return clonadas;
}

/** The actor with the rights that they have in another company, which must let them prepare evaluations. */
async function emOutra(tx: Tx, acting: Acting, empresaId: number): Promise<Acting> {
  const la = await actingIn(tx, acting, empresaId);
  if (!la) throw refuse.invalid([{ field: 'empresas', message: 'O registro selecionado não existe' }]);
  if (!la.can(`${avaliacoesDesempenho.authority}_EDITAR`))
    throw new Refusal('NAO_AUTORIZADO', `Você não pode inserir avaliações de desempenho na empresa ${la.empresaNome}.`, 403);
  return la;
}

/** The model of the same title there. */
async function modeloLa(tx: Tx, la: Acting, aqui: Acting, modelo: unknown): Promise<unknown> {
  if (modelo === null || la.empresaId === aqui.empresaId) return modelo;
  const { id, nome } = modelo as { id: number; nome: string };
  const found = await tx.one<{ id: number }>(sql`
    select d.id from modelos_avaliacao d join modelos_avaliacao o on o.titulo_ord = d.titulo_ord and o.tipo = d.tipo
    where o.id = ${id} and d.empresa_id = ${la.empresaId} and d.ativo`);
  if (!found)
    throw new Refusal(
      'MODELO_AUSENTE',
      `A empresa ${la.empresaNome} não tem o modelo de avaliação ${nome}: clone-o antes, em Modelos de Avaliação.`,
    );
  return found.id;
}

/**
 * The pairs whose people both work there, found by their CPF, and seen by whoever copies on both sides. Of an anonymous evaluation they come
 * without themselves, as who evaluates them is not told (ADR 69), and come in as everybody does, by their area.
 */
async function copiaParticipantes(
  tx: Tx,
  aqui: Acting,
  la: Acting,
  de: { id: number; anonima?: unknown },
  para: number,
): Promise<number> {
  const { empresaId } = la;
  const daqui = sql`(select t.id, t.cpf from talentos t where ${talentosVisiveis(aqui)} and not (${de.anonima === true}::boolean and ${temMeuCpf(aqui)}))`;
  const dela = sql`(select t.id, t.nome, t.cpf from talentos t where ${talentosVisiveis(la)} and ${TRABALHA})`;
  const pares = await tx.query(sql`
    insert into ${PARES} (empresa_id, avaliacao_desempenho_id, avaliado_id, avaliador_id, tipo, peso, resumo)
    select ${empresaId}, ${para}, a.id, r.id, p.tipo, p.peso, left(a.nome || ' – ' || r.nome, 220)
    from ${paresContaveis(aqui)} p join ${daqui} t on t.id = p.avaliado_id join talentos tr on tr.id = p.avaliador_id
    join ${dela} a on a.cpf = t.cpf
    join talentos r on r.empresa_id = ${empresaId} and r.cpf = tr.cpf and ${trabalha('r')}
    where p.avaliacao_desempenho_id = ${de.id}
    order by random() on conflict do nothing returning id`);
  await incluiAvaliados(
    tx,
    { id: para, empresaId },
    sql`select x.id as avaliado_id from avaliados_desempenho o join ${daqui} d on d.id = o.colaborador_id join ${dela} x on x.cpf = d.cpf
      where o.avaliacao_desempenho_id = ${de.id}`,
  );
  return pares.length;
}
