import sql, { raw } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { candidatos } from './candidatos.registry.ts';
import { candidatosVisiveis } from './visiveis.server.ts';

/** Whether a candidate (alias `t`) lets the company consider them for other vacancies; HR's own records were never asked. */
export const OUTRAS_VAGAS = `case
  when not exists (select from candidatos_contas l where l.candidato_id = t.id) then 'I'
  when exists (select from candidatos_contas l join aceites_privacidade x on x.conta_id = l.conta_id
    where l.candidato_id = t.id and x.finalidade = 'banco' and x.retirado_em is null) then 'S' else 'N' end`;

interface Par {
  solicitacaoId: number;
  candidatoId: number;
}

/** Candidates named one by one before somebody confirms. */
const NOMEADOS = 5;

/** What to ask before candidates enter selections that they did not apply to, where they have not let the company do so. */
export async function duvidasDeOutrasVagas(db: Queryable, acting: Acting, pares: readonly Par[]): Promise<string[]> {
  const rows = await db.query<{ nome: string }>(sql`
    select coalesce(t.nome_social, t.nome) as nome
    from unnest(${pares.map((par) => par.candidatoId)}::bigint[], ${pares.map((par) => par.solicitacaoId)}::bigint[]) as p(candidato, vaga)
    join candidatos t on t.id = p.candidato
    where ${candidatosVisiveis(acting)} and ${raw(OUTRAS_VAGAS)} = 'N'
      and not exists (select from candidaturas k where k.candidato_id = t.id and k.solicitacao_id = p.vaga and (k.origem = 'P' or k.situacao in ('A', 'C')))
    group by t.id order by 1, t.id`);
  if (rows.length > 0 && !acting.can(candidatos.authority))
    return [
      `${counted(rows.length, 'candidato não autorizou', 'candidatos não autorizaram')} o uso do cadastro em outras vagas.`,
    ];
  const outros = rows.length - NOMEADOS;
  return [
    ...rows
      .slice(0, NOMEADOS)
      .map(({ nome }) => `${nome} não autorizou o uso do cadastro em outras vagas, além daquelas a que se candidatou.`),
    ...(outros > 0 ? [`O mesmo vale para mais ${counted(outros, 'candidato', 'candidatos')}.`] : []),
  ];
}
