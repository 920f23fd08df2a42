import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { isList, MOST_ITEMS } from '#kit/fields/field.ts';
import { keepFiles } from '#kit/files/readers.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { columnOf } from '#kit/registry/names.server.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { atualizaBusca } from './busca.server.ts';
import { candidatos } from './candidatos.registry.ts';
import { acabaOComecado } from './comecado.server.ts';
import { prendeDeVolta } from './contas.server.ts';
import { confere, desconfere, duvidasDaUniao } from './do-portal.server.ts';
import { insereDeVolta, type Linha } from './linhas.server.ts';
import { marcaDe, mudouDesde } from './marca.server.ts';
import { demandaMesmaPessoa } from './mesma-pessoa.server.ts';
import { mexeuHoje } from './mudanca.server.ts';
import { chavesDoCandidato, linhaDe, listas, preenche, type Retrato, t, UNIFICACOES } from './retrato.server.ts';
import { segueDeVolta } from './segue-conta.server.ts';
import { candidatoVisivel, travaCandidaturas } from './visiveis.server.ts';

/** How long two records may be taken apart. */
const DIAS_PARA_DESFAZER = 30;

const { fields } = candidatos;
/** What the record that stays takes over where it has nothing. */
const colunas = Object.entries(fields)
  .filter(
    ([name, field]) => !isList(field) && !field.readOnly && !['nome', 'sexo', 'disponivel', 'primeiroEmprego'].includes(name),
  )
  .filter(([, field]) => field.kind !== 'boolean')
  .map(([name, field]) => columnOf(name, field));

/** Bytes of the lists of a united record: a form sends less than half of that. */
const MAIS_BYTES = 4 * 1024 * 1024;

/** A united record has no more in its lists than a form may send: every reading of it keeps all of them. */
async function recusaGrandeDemais(tx: Tx, id: number): Promise<void> {
  let bytes = 0;
  for (const { field, tabela } of listas) {
    const lista = await tx.only<{ itens: number; bytes: number }>(sql`
      select count(*)::int as itens, coalesce(sum(octet_length(to_jsonb(x)::text)), 0)::float8 as bytes from ${t(tabela)} x where registro_id = ${id}`);
    bytes += lista.bytes;
    if (lista.itens > (field.max ?? MOST_ITEMS) || bytes > MAIS_BYTES)
      throw new Refusal(
        'CADASTRO_GRANDE',
        'Os dois cadastros juntos teriam itens demais. Exclua o que se repete em um deles antes de unificar.',
        409,
      );
  }
}

/**
 * Two records of one person become one: `fica` takes over what it lacks, and everything that led to `vai`. Both are locked, so
 * that an application in the same moment waits and finds the one that stays.
 */
export async function unifica(tx: Tx, acting: Acting, fica: number, vai: number, confirma: boolean): Promise<number> {
  if (fica === vai) throw refuse.invalid([{ field: 'outro', message: 'Escolha outro candidato' }]);
  await travaCandidaturas(tx, [fica, vai]);
  const dois = await tx.query<{ id: number; contratado: boolean; cpf: string | null }>(sql`
    select id, contratado, cpf from candidatos where id = any(${[fica, vai]}::bigint[]) and empresa_id = ${acting.empresaId} order by id for update`);
  const [a, b] = [fica, vai].map((id) => dois.find((um) => um.id === id));
  if (!a || !b) throw refuse.notFound();
  await demandaMesmaPessoa(tx, acting, a, b);
  if (b.contratado)
    throw new Refusal('CONTRATADO', 'O outro foi contratado, e é o que deve ficar: abra o cadastro dele e unifique este.', 409);
  const mesma = await tx.one<{ descricao: string | null }>(sql`
    select case when ${solicitacoesVisiveis(acting) ?? sql`true`} then s.descricao end as descricao from candidaturas x join candidaturas y on y.solicitacao_id = x.solicitacao_id and y.candidato_id = ${vai}
      join solicitacoes_pessoal s on s.id = x.solicitacao_id where x.candidato_id = ${fica} limit 1`);
  if (mesma)
    throw new Refusal(
      'MESMA_SELECAO',
      `Os dois estão na ${mesma.descricao === null ? 'mesma seleção' : `seleção de ${mesma.descricao}`}: tire um deles da seleção antes de unificar.`,
      409,
    );
  const duvidas = confirma ? [] : await duvidasDaUniao(tx, [fica, vai]);
  if (duvidas.length > 0) throw refuse.unconfirmed(duvidas);

  const todas = [
    { tabela: 'candidatos', coluna: 'id', temId: false },
    ...listas.map((lista) => ({ ...lista, coluna: 'registro_id' })),
  ];
  const retrato: Retrato = { linhas: [], referencias: [], preenchidos: {}, acrescidos: [], ligados: [], contas: [] };
  for (const { tabela, coluna } of todas)
    retrato.linhas.push({
      tabela,
      linhas: (
        await tx.query<{ linha: Linha }>(sql`select to_jsonb(x) as linha from ${t(tabela)} x where ${t(coluna)} = ${vai}`)
      ).map(({ linha }) => linha),
    });
  retrato.contas = await idsDe(tx, sql`select conta_id as id from candidatos_contas where candidato_id = ${vai}`);
  await mudaReferencias(tx, retrato, vai, fica);
  for (const { tabela, temId } of listas) {
    if (temId)
      retrato.acrescidos.push({
        tabela,
        ids: await idsDe(
          tx,
          sql`update ${t(tabela)} set registro_id = ${fica}, ordem = ordem + (select coalesce(max(ordem) + 1, 0) from ${t(tabela)} where registro_id = ${fica})
            where registro_id = ${vai} returning id`,
        ),
      });
    else
      retrato.ligados.push({
        tabela,
        alvos: await idsDe(
          tx,
          sql`insert into ${t(tabela)} (registro_id, alvo_id, ordem)
            select ${fica}, x.alvo_id, (select coalesce(max(ordem) + 1, 0) from ${t(tabela)} where registro_id = ${fica}) + row_number() over (order by x.ordem)
            from ${t(tabela)} x where x.registro_id = ${vai} on conflict do nothing returning alvo_id as id`,
        ),
      });
  }
  await recusaGrandeDemais(tx, fica);
  const antes = { linha: await linhaDe(tx, fica) };
  const outro = retrato.linhas[0]?.linhas[0] ?? {};
  const faltavam = [
    ...colunas.filter((coluna) => vazio(antes.linha[coluna]) && !vazio(outro[coluna])),
    ...(bloqueiaMais(outro, antes.linha) ? DO_BLOQUEIO : []),
  ];
  retrato.preenchidos = Object.fromEntries(faltavam.map((coluna) => [coluna, antes.linha[coluna] ?? null]));
  await acabaOComecado(tx, acting.empresaId, [fica, vai]);
  // A CPF and a file belong to one record at a time.
  await tx.query(sql`delete from candidatos where id = ${vai}`);
  await preenche(tx, fica, Object.fromEntries(faltavam.map((coluna) => [coluna, outro[coluna]])));
  await mudou(tx, fica);
  await mexeuHoje(tx, sql`t.id = ${fica}`);
  await confere(tx, acting, fica);
  await atualizaBusca(tx, sql`c.id = ${fica}`);
  retrato.depois = await marcaDe(tx, fica);
  const { id } = await tx.only<{ id: number }>(sql`
    insert into candidatos_unificacoes (empresa_id, candidato_id, outro_id, retrato, usuario)
    values (${acting.empresaId}, ${fica}, ${vai}, ${JSON.stringify(retrato)}::jsonb, ${acting.usuarioNome}) returning id`);
  await keepFiles(tx, UNIFICACOES, id, await arquivosDe(tx, retrato.linhas));
  await acting.audit(tx, {
    table: 'candidatos',
    id: fica,
    action: 'A',
    changes: { unificadoCom: [null, { id: vai, nome: String(outro.nome) }] },
  });
  await acting.audit(tx, {
    table: 'candidatos',
    id: vai,
    action: 'E',
    changes: { unificadoEm: [null, { id: fica, nome: String(antes.linha.nome) }] },
  });
  return id;
}

/** Takes two records apart again, each as it was: what was written since would be neither's for certain. */
export async function desfazUnificacao(tx: Tx, acting: Acting, id: number): Promise<void> {
  const feita = await tx.one<{ fica: number; vai: number; retrato: Retrato; em: Date; velha: boolean }>(sql`
    select candidato_id as fica, outro_id as vai, retrato, unificado_em as em, unificado_em < now() - make_interval(days => ${DIAS_PARA_DESFAZER}) as velha
    from candidatos_unificacoes where id = ${id} and empresa_id = ${acting.empresaId} for update`);
  if (!feita) throw refuse.notFound();
  const { fica, vai, retrato, em, velha } = feita;
  await travaCandidaturas(tx, [fica]);
  await candidatoVisivel(tx, acting, fica, true);
  if (velha)
    throw new Refusal('UNIFICACAO_ANTIGA', `Só uma unificação dos últimos ${DIAS_PARA_DESFAZER} dias pode ser desfeita.`, 409);
  const depois = await tx.one<{ nome: string }>(sql`
    select retrato -> 'linhas' -> 0 -> 'linhas' -> 0 ->> 'nome' as nome from candidatos_unificacoes
    where candidato_id = ${fica} and id > ${id} order by id desc limit 1`);
  if (depois) throw new Refusal('UNIFICADO_DEPOIS', `Desfaça antes a unificação com ${depois.nome}, que veio depois desta.`, 409);
  if (await mudouDesde(tx, acting.empresaId, { fica, vai, em, marca: retrato.depois }))
    throw new Refusal(
      'MUDOU_DEPOIS',
      'O cadastro mudou depois da unificação, e os dois não se separam mais. Se são duas pessoas, diga isso em Unificações, tire deste cadastro o que é da outra e inclua-a de novo.',
      409,
    );
  await preenche(tx, fica, retrato.preenchidos);
  for (const { tabela, alvos } of retrato.ligados)
    await tx.query(sql`delete from ${t(tabela)} where registro_id = ${fica} and alvo_id = any(${alvos}::bigint[])`);
  for (const { tabela, ids } of retrato.acrescidos)
    await tx.query(sql`delete from ${t(tabela)} where registro_id = ${fica} and id = any(${ids}::bigint[])`);
  for (const { tabela, linhas } of retrato.linhas)
    await insereDeVolta(tx, tabela, tabela === 'candidatos_contas' ? await prendeDeVolta(tx, acting, vai, linhas) : linhas);
  for (const { tabela, coluna, ids } of retrato.referencias)
    await tx.query(
      sql`update ${t(tabela)} set ${t(coluna)} = ${vai} where ${t(coluna)} = ${fica} ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}`,
    );
  await segueDeVolta(tx, acting, vai);
  // What the merge alone said of an account.
  for (const um of [fica, vai])
    await desconfere(tx, acting, um, sql`(select unificado_em from candidatos_unificacoes where id = ${id})`);
  await acabaOComecado(tx, acting.empresaId, [fica, vai]);
  await mudou(tx, fica);
  await mexeuHoje(tx, sql`t.id = any(${[fica, vai]}::bigint[])`);
  await tx.query(sql`delete from candidatos_unificacoes where id = ${id}`);
  await keepFiles(tx, UNIFICACOES, id, []);
  await atualizaBusca(tx, sql`c.id = any(${[fica, vai]}::bigint[])`);
  await acting.audit(tx, {
    table: 'candidatos',
    id: fica,
    action: 'A',
    changes: { unificadoCom: [{ id: vai, nome: nomeDe(retrato) }, null] },
  });
  await acting.audit(tx, { table: 'candidatos', id: vai, action: 'I', changes: {} });
}

const nomeDe = ({ linhas }: Retrato): string => String(linhas[0]?.linhas[0]?.nome);

/** What was united with a record, and whether that brought an account. The last one is undone of late (`desfaz`), unless the record has changed since. */
export const unificacoesDe = (db: Queryable, candidatoId: number) =>
  db.query<{ id: number; nome: string; quando: string; usuario: string; conta: boolean; desfaz: boolean }>(sql`
    select id, retrato -> 'linhas' -> 0 -> 'linhas' -> 0 ->> 'nome' as nome, unificado_em as quando, usuario, retrato -> 'contas' <> '[]' as conta,
      id = max(id) over () and unificado_em > now() - make_interval(days => ${DIAS_PARA_DESFAZER}) as desfaz
    from candidatos_unificacoes where candidato_id = ${candidatoId} order by id desc`);

/** Whoever has read the record before, or undoes an import that made it, finds it changed. */
export const mudou = (tx: Tx, id: number) => tx.query(sql`update candidatos set versao = versao + 1 where id = ${id}`);

/** The columns of the blocklist go together. */
const DO_BLOQUEIO = ['bloqueado', 'bloqueado_ate', 'motivo_bloqueio'];

/** The last day on the blocklist; without one somebody stays on it. */
const bloqueadoAte = ({ bloqueado_ate: ate }: Linha): string => (typeof ate === 'string' ? ate : '9999-12-31');

/** Whether a record is on the blocklist for longer than another: two records of one person that become one stay on it. */
const bloqueiaMais = (um: Linha, outro: Linha): boolean =>
  um.bloqueado === true && (outro.bloqueado !== true || bloqueadoAte(um) > bloqueadoAte(outro));

const vazio = (valor: unknown) => valor === null || valor === undefined || valor === '' || valor === 'N';

const idsDe = async (tx: Tx, query: Sql) => (await tx.query<{ id: number }>(query)).map(({ id }) => id);

/**
 * Every reference to the record from outside of its own lists: applications, history, documents, what comes later. Of what only
 * one record may have, such as an exam or an account, the one that stays keeps its own; the other's goes with its record.
 */
async function mudaReferencias(tx: Tx, retrato: Retrato, de: number, para: number): Promise<void> {
  for (const { tabela, coluna, temId, unica } of await chavesDoCandidato(tx)) {
    const dele = sql`${t(coluna)} = ${de}`;
    if (!unica || !(await tx.one(sql`select 1 from ${t(tabela)} where ${t(coluna)} = ${para}`))) {
      const mudadas = await tx.query<{ id: number }>(
        sql`update ${t(tabela)} set ${t(coluna)} = ${para} where ${dele} returning ${temId ? sql`id` : t(coluna)}`,
      );
      if (mudadas.length > 0) retrato.referencias.push({ tabela, coluna, ids: temId ? mudadas.map(({ id }) => id) : null });
      continue;
    }
    const linhas = await tx.query<{ linha: Linha }>(sql`select to_jsonb(x) as linha from ${t(tabela)} x where ${dele}`);
    if (linhas.length > 0) retrato.linhas.push({ tabela, linhas: linhas.map(({ linha }) => linha) });
    await tx.query(sql`delete from ${t(tabela)} where ${dele}`);
  }
}

/** The files that only the snapshot may refer to: without its word for them they would be swept before it is undone. */
async function arquivosDe(tx: Tx, linhas: Retrato['linhas']): Promise<number[]> {
  const colunasDeArquivos = await tx.query<{ tabela: string; coluna: string }>(sql`
    select r.relname as tabela, a.attname as coluna from pg_constraint c join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'arquivos'::regclass and r.relname = any(${linhas.map(({ tabela }) => tabela)}::text[])`);
  const ids = colunasDeArquivos.flatMap(({ tabela, coluna }) =>
    linhas.filter((umas) => umas.tabela === tabela).flatMap((umas) => umas.linhas.map((linha) => linha[coluna])),
  );
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}
