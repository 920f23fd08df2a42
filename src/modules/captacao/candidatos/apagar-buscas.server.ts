import sql from 'sql-template-tag';
import { fold } from '#kit/br/text.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { buscasCandidatos } from '../buscas/buscas-candidatos.registry.ts';
import type { Conhecido } from './conhecidos.server.ts';

/** Words that stand in the names of most people. */
const LIGAM = new Set(['da', 'das', 'de', 'do', 'dos']);
const palavrasDe = (texto: string): string[] =>
  fold(texto)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((palavra) => palavra.length > 1 && !LIGAM.has(palavra));

/** What somebody typed into the filters of a search, or called it. */
const valoresDe = (textos: readonly string[]): string[] =>
  textos.flatMap((texto) => (texto.includes('=') ? [...new URLSearchParams(texto).values()] : [texto]));

/**
 * Saved searches that look for somebody go, with what the bin and the trail tell of them: those with their CPF, their e-mail, two words of their
 * name, or one that nobody else is called by. After the records went, so that these are not found as somebody else.
 */
export async function apagaBuscasDe(tx: Tx, empresaId: number, { nomes, cpfs, emails }: Conhecido): Promise<void> {
  const buscas = await tx.query<{ id: number; agora: string[]; antes: string[] }>(sql`
    with ditas as (
      select b.id, array[b.nome, b.consulta] as textos, true as agora from buscas_candidatos b where b.empresa_id = ${empresaId}
      union all select i.registro_id, array[linha ->> 'nome', linha ->> 'consulta'], false
        from lixeira i, lateral (select i.retrato -> 0 -> 'linhas' -> 0 as linha) l
        where i.empresa_id = ${empresaId} and i.tabela = ${buscasCandidatos.table}
      union all select a.registro_id, array(select v #>> '{}' from jsonb_path_query(a.mudancas, '$.*[*]') v where jsonb_typeof(v) = 'string'), false
        from auditoria a where a.empresa_id = ${empresaId} and a.tabela = ${buscasCandidatos.table} and a.mudancas <> '{}')
    select d.id, coalesce(array_agg(t) filter (where d.agora), '{}') as agora, coalesce(array_agg(t) filter (where not d.agora), '{}') as antes
    from ditas d, unnest(d.textos) t where t is not null group by d.id`);
  const dela = new Set(nomes.flatMap(palavrasDe));
  const deOutros = new Map<string, boolean>();
  const soDela = async (palavra: string): Promise<boolean> => {
    const sabido = deOutros.get(palavra);
    if (sabido !== undefined) return !sabido;
    const outro = await tx.one(
      sql`select 1 from candidatos where empresa_id = ${empresaId} and nome_ord like ${containing(palavra)} limit 1`,
    );
    deOutros.set(palavra, outro !== undefined);
    return outro === undefined;
  };
  const procura = async (valor: string): Promise<boolean> => {
    const digitos = valor.replaceAll(/\D/g, '');
    if (digitos !== '' && cpfs.includes(digitos.padStart(11, '0'))) return true;
    const partes = valor.toLowerCase().split(/[\s,;:<>()"]+/);
    if (partes.some((parte) => emails.includes(parte))) return true;
    const comuns = [...new Set(palavrasDe(valor).filter((palavra) => dela.has(palavra)))];
    return comuns.length > 1 || (comuns[0] !== undefined && soDela(comuns[0]));
  };
  const algum = async (textos: readonly string[]): Promise<boolean> => {
    for (const valor of valoresDe(textos)) if (await procura(valor)) return true;
    return false;
  };
  const procuram: number[] = [];
  const procuraram: number[] = [];
  for (const { id, agora, antes } of buscas) {
    if (await algum(agora)) procuram.push(id);
    else if (await algum(antes)) procuraram.push(id);
  }
  await tx.query(sql`delete from buscas_candidatos where id = any(${procuram}::bigint[])`);
  const todas = [...procuram, ...procuraram];
  await tx.query(sql`delete from lixeira where tabela = ${buscasCandidatos.table} and registro_id = any(${todas}::bigint[])`);
  await tx.query(sql`select apaga_da_trilha(${buscasCandidatos.table}, ${todas}::bigint[])`);
}
