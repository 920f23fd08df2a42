import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { type Field, type Fields, isList } from '#kit/fields/field.ts';
import { idsIn } from '#kit/fields/ids-in.ts';
import { guardedChanges, trailed } from '#kit/fields/sensitive.ts';
import { keepAlso } from '#kit/files/readers.server.ts';
import { columnOf } from '#kit/registry/names.server.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { candidateKey } from '#platform/externo/outsiders.server.ts';
import { candidatos } from './candidatos.registry.ts';
import { insereDeVolta, type Linha, semReferenciasMortas } from './linhas.server.ts';
import { linhaDe, listas, type Retrato, t, UNIFICACOES } from './retrato.server.ts';
import { type Item, igual, lendoLista, lendoValor, type Partilha } from './sem-a-conta.ts';

// A merge may lead the account of the record that goes to the one that stays, which may be another person's. What the account wrote there goes back
// with it when the two are taken apart: the trail says which fields it wrote, and what stood there before.

type Mudancas = Record<string, [unknown, unknown]>;
type Valores = Readonly<Record<string, unknown>>;

/** The account that a merge led from one record to the other. */
export interface ContaLevada {
  id: number;
  nome: string;
  email: string;
  externo: string;
}

/** A field of a line of the trail. */
export interface Vestigio {
  id: number;
  campo: string;
}

export interface Devolucao {
  conta: ContaLevada | undefined;
  /** the line of the trail that tells of the merge */
  desde: number;
  /** what the record that stayed gets back, by its columns */
  paraFica: Linha;
  /** what goes back with the account, by its columns */
  paraVai: Linha;
  partilhas: Map<string, Partilha>;
  /** what was changed by the account: each field with what stands there, and what it gave back */
  escritos: Mudancas;
  /** what lines of others tell of the account, or of the record that comes back */
  vestigios: Vestigio[];
}

/** Files of others that an account takes out of the record to which a merge led it are kept: the record has them back when the two are taken apart. */
export async function guardaTirados(tx: Tx, acting: Acting, id: number, before: Valores, value: Valores): Promise<void> {
  if (acting.kind !== 'externo') return;
  const ficam = idsIn(candidatos.fields, 'arquivos', value);
  const tirados = [...idsIn(candidatos.fields, 'arquivos', before)].filter((um) => !ficam.has(um));
  if (tirados.length === 0) return;
  const guardados = await tx.query<{ unificacao: number; arquivos: number[] }>(sql`
    select u.id as unificacao, array_agg(a.id) as arquivos from candidatos_unificacoes u, arquivos a
    where u.candidato_id = ${id} and jsonb_path_exists(u.retrato, '$.referencias[*] ? (@.tabela == "candidatos_contas")')
      and a.id = any(${tirados}::bigint[]) and a.externo is distinct from ${acting.externo} group by u.id`);
  for (const { unificacao, arquivos } of guardados) await keepAlso(tx, UNIFICACOES, unificacao, arquivos);
}

/** Lines of the trail that are read at once: each may be large. */
const DE_UMA_VEZ = 10;

const simples = Object.entries(candidatos.fields).filter(
  ([, field]) => !isList(field) && !field.computed && !(field as Field).readOnly,
);

async function contaLevada(tx: Tx, fica: number, { referencias }: Retrato): Promise<ContaLevada | undefined> {
  if (!referencias.some(({ tabela }) => tabela === 'candidatos_contas')) return undefined;
  const conta = await tx.one<Omit<ContaLevada, 'externo'>>(sql`
    select c.id, c.nome, c.email from contas_externas c join candidatos_contas l on l.conta_id = c.id where l.candidato_id = ${fica}`);
  return conta && { ...conta, externo: candidateKey(conta) };
}

/** Reads who wrote what since two records became one; changes nothing. */
export async function leDevolucao(tx: Tx, fica: number, vai: number, retrato: Retrato): Promise<Devolucao> {
  const conta = await contaLevada(tx, fica, retrato);
  const { desde } = await tx.only<{ desde: number }>(sql`
    select coalesce(max(id), 0) as desde from auditoria
    where tabela = 'candidatos' and registro_id = ${fica} and mudancas -> 'unificadoCom' -> 1 -> 'id' = to_jsonb(${vai}::bigint)`);
  const dele = retrato.linhas[0]?.linhas[0] ?? {};
  const valores = new Map(
    simples.map(([nome, field]) => {
      const coluna = columnOf(nome, field);
      return [nome, { coluna, ...lendoValor(Object.hasOwn(retrato.preenchidos, coluna) ? dele[coluna] : undefined) }];
    }),
  );
  const lidas = new Map<string, ReturnType<typeof lendoLista>>();
  for (const { name, tabela, temId } of listas) {
    const presentes = new Set(await itensEm(tx, tabela, temId, fica));
    lidas.set(
      name,
      lendoLista(new Set(trazidos(retrato, tabela)), (id) => presentes.has(id)),
    );
  }
  const vestigios: Vestigio[] = [];
  for await (const linha of mudancasDe(tx, fica, desde, conta))
    for (const [campo, [antes, depois]] of Object.entries(linha.mudancas)) {
      // A change of the account itself is followed by the record.
      const daConta = linha.daConta || (campo === 'email' && conta !== undefined && igual(depois, conta.email));
      const alheia = (valores.get(campo) ?? lidas.get(campo))?.le({ daConta, antes, depois });
      if (alheia && !linha.daConta) vestigios.push({ id: linha.id, campo });
    }

  const agora = await linhaDe(tx, fica);
  const devolucao: Devolucao = { conta, desde, paraFica: {}, paraVai: {}, partilhas: new Map(), escritos: {}, vestigios };
  for (const [nome, { coluna, daConta }] of valores) {
    const dito = daConta();
    // It may have been filled otherwise since.
    if (!dito || !igual(dito.depois, agora[coluna])) continue;
    const eraDele = Object.hasOwn(retrato.preenchidos, coluna) && igual(dito.antes, dele[coluna]);
    devolucao.paraFica[coluna] = eraDele ? retrato.preenchidos[coluna] : (bare(dito.antes) ?? null);
    devolucao.paraVai[coluna] = agora[coluna];
    devolucao.escritos[nome] = [dele[coluna] ?? null, dito.depois ?? null];
  }
  for (const [nome, lida] of lidas) {
    const partilha = lida.partilha();
    if (partilha) devolucao.partilhas.set(nome, partilha);
  }
  devolucao.paraFica = (await semReferenciasMortas(tx, 'candidatos', [devolucao.paraFica]))[0] ?? {};
  return devolucao;
}

/** The changes of a record since a line of the trail, the earliest first, what is guarded in clear. */
async function* mudancasDe(tx: Tx, fica: number, desde: number, conta: ContaLevada | undefined) {
  const linhas = await tx.query<{ id: number }>(sql`
    select id from auditoria where tabela = 'candidatos' and registro_id = ${fica} and id > ${desde} and acao = 'A' order by id`);
  for (let n = 0; n < linhas.length; n += DE_UMA_VEZ) {
    const estas = linhas.slice(n, n + DE_UMA_VEZ).map(({ id }) => id);
    yield* await tx.query<{ id: number; daConta: boolean; mudancas: Mudancas }>(sql`
      select a.id, a.externo is not distinct from ${conta?.externo ?? ''} as "daConta", a.mudancas || coalesce(g.valores, '{}') as mudancas
      from auditoria a left join auditoria_guardados g on g.auditoria_id = a.id where a.id = any(${estas}::bigint[]) order by a.id`);
  }
}

const trazidos = ({ acrescidos, ligados }: Retrato, tabela: string): number[] => [
  ...acrescidos.filter((um) => um.tabela === tabela).flatMap(({ ids }) => ids),
  ...ligados.filter((um) => um.tabela === tabela).flatMap(({ alvos }) => alvos),
];

/** What a list of a record has: its rows, or what it links to. */
const itensEm = async (tx: Tx, tabela: string, temId: boolean, registro: number): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      sql`select ${temId ? sql`id` : sql`alvo_id as id`} from ${t(tabela)} where registro_id = ${registro} order by ordem`,
    )
  ).map(({ id }) => id);

/**
 * A list that the account has written: its rows and those that the record brought go with it, and the one that stayed has its own as they stood
 * before. Answers what the account has made there.
 */
export async function devolveLista(
  tx: Tx,
  { field, tabela, temId }: Pick<(typeof listas)[number], 'field' | 'tabela' | 'temId'>,
  { fica, vai, partilha, linhas }: { fica: number; vai: number; partilha: Partilha; linhas: readonly Linha[] },
): Promise<Item[]> {
  const coluna = temId ? 'id' : 'alvo_id';
  const presentes = await itensEm(tx, tabela, temId, fica);
  const vao = presentes.filter((id) => partilha.deQuem(id) === 'vai');
  const ficam = presentes.filter((id) => partilha.deQuem(id) === 'fica');
  await tx.query(
    sql`update ${t(tabela)} set registro_id = ${vai} where registro_id = ${fica} and ${t(coluna)} = any(${vao}::bigint[])`,
  );
  // What somebody else has taken out comes back with the record, and so does what both had.
  const levados = new Set(vao.map(partilha.como));
  await insereDeVolta(
    tx,
    tabela,
    linhas.filter((linha) => !levados.has(Number(linha[coluna])) && !partilha.tirou(Number(linha[coluna]))),
  );
  const { ordem } = await tx.only<{ ordem: number }>(
    sql`select coalesce(max(ordem), 0) as ordem from ${t(tabela)} where registro_id = ${fica}`,
  );
  const faltam = partilha
    .faltam(ficam)
    .map((item, n) => ({ registro_id: fica, ordem: ordem + n + 1, ...colunasDe(field, item) }));
  await insereDeVolta(tx, tabela, faltam);
  return vao.flatMap(partilha.escrita);
}

/** A row of a list as its table has it, without its id, which another one may have now. */
const colunasDe = (field: Field, item: Item): Linha =>
  field.fields
    ? Object.fromEntries(
        Object.entries(field.fields)
          .filter(([, um]) => !um.computed)
          .map(([nome, um]) => [columnOf(nome, um), bare(item[nome]) ?? null]),
      )
    : { alvo_id: item.id };

/** The trail of the record says that its account wrote this, so that another merge that is taken apart finds it as well. */
export async function contaOsEscritos(tx: Tx, { empresaId, requestId }: Acting, vai: number, { conta, escritos }: Devolucao) {
  if (!conta || Object.keys(escritos).length === 0) return;
  const { fields } = candidatos;
  const changes = Object.fromEntries(
    Object.entries(escritos).map(([nome, [antes, depois]]): [string, [unknown, unknown]] => {
      const field = (fields as Fields)[nome];
      return [nome, [trailed(field, antes), trailed(field, depois)]];
    }),
  );
  const { externo, nome } = conta;
  const audit = auditor({ usuarioId: null, usuarioNome: `${nome} (candidato)`, externo, empresaId, requestId, byOthers: true });
  await audit(tx, { table: candidatos.table, id: vai, action: 'A', changes, guarded: guardedChanges(fields, escritos) });
}
