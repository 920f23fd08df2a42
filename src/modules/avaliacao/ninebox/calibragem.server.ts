import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { recusaSiMesmo } from '#modules/gestao-talentos/public.server.ts';
import { nomeiaCadastros } from '#platform/audit/log.registry.ts';
import type { Caixa } from './ninebox.rules.ts';
import type { Movimento, PessoaNoQuadro } from './ninebox.ts';
import { posicoes, type Quadro, quadroDe } from './posicoes.server.ts';
import { pessoasEm, textosDe } from './quadro.server.ts';

nomeiaCadastros({ movimentos_nine_box: 'Movimentos do Nine Box' });

export interface Pedido {
  colaboradorId: number;
  para: Caixa;
  motivo: string;
  /** the last move that the sender saw of this person */
  passo: number;
}

const alguem = (tx: Queryable, quadro: Quadro, acting: Acting, colaboradorId: number) =>
  tx.one<PessoaNoQuadro>(pessoasEm(quadro, acting, { avaliadosIds: [colaboradorId] }, sql``));

/** Somebody else has moved the person since the sender saw them. */
async function recusaAtrasado(tx: Queryable, quadro: Quadro, { nome, caixa, colaboradorId, passo }: PessoaNoQuadro) {
  const ultimo = await tx.only<{ quem: string | null; motivo: string }>(sql`
    select u.nome as quem, m.motivo from movimentos_nine_box m left join usuarios u on u.id = m.usuario_id
    where m.nine_box_id = ${quadro.id} and m.colaborador_id = ${colaboradorId} and m.passo = ${passo}`);
  const { textos } = await textosDe(tx, quadro);
  return new Refusal(
    'POSICAO_ALTERADA',
    `${ultimo.quem ?? 'Outra pessoa'} acabou de mover ${nome} para ${textos[caixa].nomeclatura}: “${ultimo.motivo}” Confira antes de mover de novo.`,
    409,
  );
}

/** Moves somebody to another box. The note stays; the move is added to those before it and never changes. */
export async function move(
  tx: Tx,
  acting: Acting,
  id: number,
  { colaboradorId, para, motivo, passo }: Pedido,
): Promise<PessoaNoQuadro> {
  // Moves of one nine-box, and its end, wait for each other.
  await tx.query(sql`select 1 from ninebox where id = ${id} and empresa_id = ${acting.empresaId} for update`);
  const quadro = await quadroDe(tx, acting, id);
  if (quadro.situacao === 'F')
    throw new Refusal('CALIBRAGEM_ENCERRADA', 'A calibragem deste Nine Box foi encerrada: ninguém mais muda de quadrante.', 409);
  await recusaSiMesmo(tx, acting, [colaboradorId], 'PROPRIA_POSICAO', 'Você não pode mudar a sua própria posição.');
  const pessoa = await alguem(tx, quadro, acting, colaboradorId);
  if (!pessoa) throw refuse.notFound();
  // Nobody has seen a move that was not made yet.
  if (passo > pessoa.passo) throw refuse.invalid([{ field: 'passo', message: 'Valor inválido' }]);
  if (passo < pessoa.passo) throw await recusaAtrasado(tx, quadro, pessoa);
  if (pessoa.caixa === para)
    throw refuse.invalid([{ field: 'para', message: `${pessoa.nome} já está neste quadrante. Escolha outro.` }]);
  const { movimento } = await tx.only<{ movimento: number }>(sql`
    insert into movimentos_nine_box (empresa_id, nine_box_id, colaborador_id, passo, de, para, calculada, desempenho, potencial, motivo, usuario_id)
    values (${acting.empresaId}, ${id}, ${colaboradorId}, ${passo + 1}, ${pessoa.caixa}, ${para}, ${pessoa.calculada}, ${pessoa.desempenho}, ${pessoa.potencial},
      ${motivo}, ${acting.usuarioId})
    returning id as movimento`);
  // Whoever opens the nine-box reads its trail, and not everybody sees this person there: a line of it would tell that they were moved.
  await acting.audit(tx, { table: 'movimentos_nine_box', id: movimento, action: 'I', changes: { nineBox: [null, id] } });
  return { ...pessoa, caixa: para, passo: passo + 1 };
}

const MAIS_MOVIMENTOS = 200;

/** The moves of the people that the reader sees, the last first. */
export async function movimentosDe(
  db: Queryable,
  acting: Acting,
  quadro: Quadro,
  colaboradorId?: number,
): Promise<{ total: number; itens: Movimento[] }> {
  const itens = await db.query<Movimento & { total: number }>(sql`
    select m.id, m.colaborador_id as "colaboradorId", t.nome, m.de, m.para, m.calculada, m.desempenho::float8 as desempenho, m.potencial::float8 as potencial,
      m.motivo, coalesce(u.nome, '(removido)') as quem, m.criado_em as quando, count(*) over ()::int as total
    from movimentos_nine_box m join talentos t on t.id = m.colaborador_id left join usuarios u on u.id = m.usuario_id
    where m.nine_box_id = ${quadro.id} and ${colaboradorId === undefined ? sql`true` : sql`m.colaborador_id = ${colaboradorId}`}
      and m.colaborador_id in (select p.colaborador_id from (${posicoes(quadro, acting)}) p)
    order by m.id desc limit ${MAIS_MOVIMENTOS}`);
  return { total: itens[0]?.total ?? 0, itens: itens.map(({ total: _total, ...item }) => item) };
}
