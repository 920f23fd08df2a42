import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { deTalentosVisiveisEm, recusaSiMesmo, TRABALHA } from '#modules/gestao-talentos/public.server.ts';
import { isClosed, removeParticipants } from '#platform/questionario/rounds.server.ts';
import { type Avaliacao, avaliacaoPorId } from './avaliados.server.ts';
import { papeis, papeisDe } from './papeis.ts';
import { PARES, sobreMimEmSigilo } from './pares.server.ts';
import { participantes } from './participantes.registry.ts';
import { acompanha, rodadaDe } from './rodada.server.ts';

const concluida = () => new Refusal('AVALIACAO_CONCLUIDA', 'Uma avaliação concluída não muda mais.', 409);

/** The evaluation, locked, if its participants may still change. */
export async function preparavel(tx: Tx, acting: Acting, id: number): Promise<Avaliacao> {
  const avaliacao = await avaliacaoPorId(tx, acting.empresaId, id, true);
  if (avaliacao.situacao === 'C') throw concluida();
  return avaliacao;
}

/** A change by hand is one line in the trail of the evaluation: there are too many pairs for a line each. */
export const contaMudanca = (tx: Tx, acting: Acting, id: number, o: string, texto: string) =>
  acting.audit(tx, { table: 'avaliacoes_desempenho', id, action: 'A', changes: { [o]: [null, texto] } });

/** Nobody chooses by hand who evaluates them (ADR 90); by the hierarchy they come in as everybody does. */
export const recusaProprios = (tx: Queryable, acting: Acting, avaliados: readonly number[]) =>
  recusaSiMesmo(
    tx,
    acting,
    avaliados,
    'PROPRIA_AVALIACAO',
    'Ninguém muda quem o avalia, nem o peso de cada um: peça a outra pessoa.',
  );

const GRUPO: readonly string[] = ['P', 'A', 'R'];

/** Of a group that shrinks after it was asked, the answers of few would be read as a group's. */
export function recusaDiminuir({ anonima, situacao }: Avaliacao, tipo: string): void {
  if (anonima && situacao !== 'N' && GRUPO.includes(tipo))
    throw new Refusal(
      'RESPOSTA_SIGILOSA',
      'Esta avaliação é anônima e já foi liberada: quem avalia em grupo fica, senão apareceriam as respostas dos outros.',
      409,
    );
}

/** Pairs (`p`) whose evaluator has sent an answer. */
export const RESPONDIDO = sql`exists (
  select from participacoes x join rodadas r on r.id = x.rodada_id
  where r.dono = 'avaliacao/avaliacoes-desempenho' and r.dono_id = p.avaliacao_desempenho_id
    and x.pessoa = 'talentos:' || p.avaliador_id and x.sobre = 'talentos:' || p.avaliado_id and x.estado = 'R')`;

/** Removes pairs (`p`) of an evaluation and their participations, but for those who have answered. Answers how many were removed. */
export async function removePares(tx: Tx, { id, situacao }: Avaliacao, quais: Sql): Promise<number> {
  const rodada = situacao === 'N' ? undefined : await rodadaDe(tx, id);
  if (rodada)
    await removeParticipants(
      tx,
      rodada.id,
      sql`select 'talentos:' || p.avaliador_id as pessoa, 'talentos:' || p.avaliado_id as sobre
        from ${PARES} p where p.avaliacao_desempenho_id = ${id} and ${quais}`,
    );
  const fora = await tx.query(sql`
    delete from ${PARES} p where p.avaliacao_desempenho_id = ${id} and ${quais} and not ${RESPONDIDO} returning p.id`);
  return fora.length;
}

interface Pessoa {
  id: number;
  nome: string;
  trabalha: boolean;
}

/** The people of a pair. */
const pessoasDe = async (tx: Tx, ids: readonly number[]): Promise<Map<number, Pessoa>> =>
  new Map(
    (
      await tx.query<Pessoa>(
        sql`select t.id, t.nome, ${TRABALHA} as trabalha from talentos t where t.id = any(${[...ids]}::bigint[])`,
      )
    ).map((pessoa) => [pessoa.id, pessoa]),
  );

/** The people of a pair must work here: nobody else is evaluated, or answers. */
function exigeQueTrabalhem(pessoas: ReadonlyMap<number, Pessoa>, ids: Readonly<Record<'avaliado' | 'avaliador', number>>): void {
  const faltas = (['avaliado', 'avaliador'] as const)
    .filter((papel) => pessoas.get(ids[papel])?.trabalha === false)
    .map((field) => ({ field, message: 'Este talento não trabalha mais aqui' }));
  if (faltas.length > 0) throw refuse.invalid(faltas);
}

/** Who else evaluates the actor anonymously, in whatever role. */
const emSigilo = (acting: Acting): Sql => sobreMimEmSigilo(acting, sql`t`);

export const participantesHooks = hooksFor(participantes, {
  untold: emSigilo,
  where(acting) {
    const dosOutros = sql`not ${emSigilo(acting)}`;
    // A pair is seen with its evaluated.
    const visivel = deTalentosVisiveisEm('avaliado_id')(acting);
    return visivel ? sql`${visivel} and ${dosOutros}` : dosOutros;
  },
  async beforeSave(tx, { value, before, restored, acting }) {
    const { avaliacaoDesempenho, avaliado, avaliador, tipo } = value;
    const avaliacao = await preparavel(tx, acting, avaliacaoDesempenho);
    await recusaProprios(tx, acting, [avaliado, Number(bare(before?.avaliado ?? avaliado))]);
    const trocou = before && (bare(before.avaliado) !== avaliado || bare(before.avaliador) !== avaliador || before.tipo !== tipo);
    if (trocou && avaliacao.situacao !== 'N')
      throw new Refusal(
        'AVALIACAO_LIBERADA',
        'A avaliação já foi liberada: deste participante só o peso muda. Remova-o e inclua outro.',
        409,
      );
    if (!before && !restored && avaliacao.situacao !== 'N' && isClosed(await rodadaDe(tx, avaliacao.id)))
      throw new Refusal('RODADA_ENCERRADA', 'O prazo desta avaliação já terminou: ninguém mais entra nela.', 409);
    if (!papeisDe(avaliacao).includes(tipo))
      throw refuse.invalid([{ field: 'tipo', message: `Esta avaliação não tem o papel ${papeis[tipo]}` }]);
    if ((tipo === 'U') !== (avaliado === avaliador))
      throw refuse.invalid([
        {
          field: 'avaliador',
          message:
            tipo === 'U' ? 'Na autoavaliação, avaliado e avaliador são a mesma pessoa' : 'Só na autoavaliação alguém avalia a si',
        },
      ]);
    const pessoas = await pessoasDe(tx, [avaliado, avaliador]);
    if (!before && !restored) exigeQueTrabalhem(pessoas, { avaliado, avaliador });
    value.resumo = `${pessoas.get(avaliado)?.nome} – ${pessoas.get(avaliador)?.nome}`.slice(0, 220);
  },
  async afterSaves(tx, { ids, acting }) {
    const avaliacoes = await tx.query<{ id: number }>(sql`
      select distinct avaliacao_desempenho_id as id from ${PARES} where id = any(${[...ids]}::bigint[]) order by 1`);
    for (const { id } of avaliacoes) await acompanha(tx, acting, await avaliacaoPorId(tx, acting.empresaId, id), ids);
  },
  async beforeRemove(tx, { before, acting }) {
    const avaliacao = await preparavel(tx, acting, Number(bare(before.avaliacaoDesempenho)));
    await recusaProprios(tx, acting, [Number(bare(before.avaliado))]);
    recusaDiminuir(avaliacao, before.tipo);
    const rodada = avaliacao.situacao === 'N' ? undefined : await rodadaDe(tx, avaliacao.id);
    if (rodada)
      await removeParticipants(
        tx,
        rodada.id,
        sql`select ${`talentos:${Number(bare(before.avaliador))}`}::text as pessoa, ${`talentos:${Number(bare(before.avaliado))}`}::text as sobre`,
      );
    // Only now: the removal has waited for an answer that was being sent.
    const [respondeu] = await tx.query(sql`select 1 from ${PARES} p where p.id = ${before.id} and ${RESPONDIDO}`);
    if (respondeu) throw new Refusal('PARTICIPANTE_RESPONDEU', 'Este avaliador já respondeu, e a sua resposta fica.', 409);
  },
});
