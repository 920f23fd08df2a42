import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { traits } from '#kit/fields/traits.ts';
import { notify } from '#platform/mensagens/mensagens.server.ts';
import { buscaSemFiltro } from '../buscas/buscas-candidatos.messages.ts';
import { buscasCandidatos } from '../buscas/buscas-candidatos.registry.ts';
import { candidatos } from './candidatos.registry.ts';
import { type Conhecido, nomesInteiros } from './conhecidos.server.ts';

/** What is left of a text however it is folded and whatever signs stand in a telephone. */
const FICA = /[^\s\p{M}().+-]/gu;

/** Whether a text is longer than this without all that may be folded away: kilobytes are seen through by their beginning. */
function maisLongo(texto: string, maior: number): boolean {
  if (texto.length <= maior) return false;
  let ficam = 0;
  for (const _ of texto.matchAll(FICA)) if (++ficam > maior) return true;
  return false;
}

/** Whether a text is, as a whole, a name, CPF, e-mail or telephone of theirs: whatever says a part of it, or more, may be about others. */
function quemDiz({ cpfs, emails, telefones, ...deles }: Conhecido): (texto: string) => boolean {
  const textos = new Set([...nomesInteiros(deles), ...emails.map(fold)]);
  const numeros = new Set([...cpfs, ...telefones]);
  let maior = 0;
  for (const { length } of [...textos, ...numeros]) maior = Math.max(maior, length);
  return (texto) => {
    if (maisLongo(texto, maior)) return false;
    const dito = fold(texto);
    return textos.has(dito) || (/^[\d\s().+-]+$/.test(dito) && numeros.has(dito.replaceAll(/\D/g, '')));
  };
}

/** Parameters of the list of candidates that hold what somebody typed. */
const ESCRITOS = new Set([
  'busca',
  'texto',
  ...Object.entries(candidatos.fields).flatMap(([nome, { kind }]) => (traits[kind].filter === 'contains' ? [nome] : [])),
]);

/** The filters of a search, as the address bar has them, without those that are about the person; undefined: it has none of these. */
function semEla(consulta: string, diz: (texto: string) => boolean): string | undefined {
  const parametros = new URLSearchParams(consulta);
  const dela = [...parametros].filter(([nome, valor]) => ESCRITOS.has(nome) && diz(valor));
  for (const [nome, valor] of dela) parametros.delete(nome, valor);
  return dela.length > 0 ? parametros.toString() : undefined;
}

interface Busca {
  id: number;
  nome: string;
  consulta: string;
  usuario: number | null;
  /** it is in the bin */
  fora: boolean;
}

/** Searches that are read at a time: each may have kilobytes of text. */
const POR_VEZ = 100;

/**
 * Saved searches that look for somebody lose what they look for: their whole name, their CPF, e-mail or telephone. The search stays, in the bin,
 * too, and its owner is told; without any other filter it gives no notice any more, for it would find everybody. The trail tells of none what it looks for.
 */
export async function apagaBuscasDe(tx: Tx, acting: Acting, conhecido: Conhecido): Promise<void> {
  const { empresaId } = acting;
  const diz = quemDiz(conhecido);
  const buscas = tx.stream<Busca>(
    sql`
    select id, nome, consulta, usuario_id as usuario, false as fora from buscas_candidatos where empresa_id = ${empresaId}
    union all select i.registro_id, l ->> 'nome', l ->> 'consulta', null, true from lixeira i, lateral (select i.retrato #> '{0,linhas,0}' as l) x
      where i.empresa_id = ${empresaId} and i.tabela = ${buscasCandidatos.table}`,
    POR_VEZ,
  );
  const pausa = inSteps();
  for await (const algumas of buscas)
    for (const busca of algumas) {
      await pausa();
      await tiraDaBusca(tx, acting, busca, diz);
    }
}

async function tiraDaBusca(
  tx: Tx,
  acting: Acting,
  { id, nome, consulta, usuario, fora }: Busca,
  diz: (texto: string) => boolean,
): Promise<void> {
  const resto = semEla(consulta, diz);
  if (resto === undefined && !diz(nome)) return;
  const muda = {
    nome: diz(nome) ? `Busca ${id}` : nome,
    consulta: resto ?? consulta,
    ...(resto === '' ? { avisar: false } : {}),
  };
  if (fora)
    await tx.query(sql`
      update lixeira set retrato = jsonb_set(retrato, '{0,linhas,0}', (retrato #> '{0,linhas,0}') - '{nome_ord,busca}'::text[] || ${JSON.stringify(muda)}::jsonb), nome = ${muda.nome}
      where tabela = ${buscasCandidatos.table} and registro_id = ${id}`);
  else
    await tx.query(sql`
      update buscas_candidatos set nome = ${muda.nome}, consulta = ${muda.consulta}, avisar = avisar and ${resto !== ''}, versao = versao + 1,
        procurada_em = case when ${resto !== undefined} then null else procurada_em end
      where id = ${id}`);
  // By nobody: it outlives whoever asked for the erasure.
  if (usuario !== null && resto !== undefined)
    await notify(tx, { ...acting, usuarioNome: '' }, buscaSemFiltro, { to: [usuario], values: { id: String(id) } });
}
