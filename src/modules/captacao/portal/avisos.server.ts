import sql, { raw } from 'sql-template-tag';
import type { ExternalActing } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { isList } from '#kit/fields/field.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { type Lookup, selectSql, wire } from '#kit/registry/select.server.ts';
import { maskedAddress } from '#platform/mail/mailbox.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { contasDe, registrosDe } from '../candidatos/contas.server.ts';
import { DE_OUTROS } from '../candidatos/de-outros.ts';

// What is told about the own data beside them.

type Empresa = Pick<ExternalActing, 'empresaId'>;

/** What HR keeps for itself is in no file: the same words for everybody, whatever there is. */
export async function oQueNaoEsta(db: Queryable, { empresaId }: Empresa): Promise<string> {
  const { email } = await db.only<{ email: string | null }>(
    sql`select resposta_email as email from empresas where id = ${empresaId}`,
  );
  return `Não estão aqui as anotações, os pareceres, as etiquetas, os exames, os resultados de avaliações, as entrevistas ainda não avisadas, os documentos e os bloqueios que a empresa tiver registrado. Peça-os a ela${email ? `, pelo e-mail ${email}` : ''}.`;
}

/** Of other records that an erasure reaches: HR made one of this registration and of another one, whose account reads it, or keeps one that no account reads. */
export async function avisoDaUniao(
  db: Queryable,
  { empresaId }: Empresa,
  contaId: number,
  seu: number | undefined,
): Promise<string | null> {
  const deles = (await registrosDe(db, empresaId, contaId)).filter((id) => id !== seu);
  const com = await db.query<{ id: number }>(
    sql`select conta_id as id from candidatos_contas where candidato_id = any(${deles}::bigint[])`,
  );
  const foi = await nomeadas(db, com);
  const ficou = seu === undefined ? [] : (await contasDe(db, seu)).filter((id) => id !== contaId).map((id) => ({ id }));
  const veio = await nomeadas(db, ficou);
  const frases = [
    ...(foi
      ? [
          `O seu cadastro foi unificado pela empresa com outro seu, ${foi}; entre por ela para vê-lo. “Apagar os meus dados” apaga também esse cadastro e essa conta.`,
        ]
      : []),
    ...(com.length < deles.length
      ? [
          'A empresa guarda outro cadastro seu, que não se lê por esta conta: peça-o a ela. “Apagar os meus dados” apaga também esse cadastro.',
        ]
      : []),
    ...(veio ? [`A empresa unificou com este outro cadastro seu, ${veio}. “Apagar os meus dados” apaga também essa conta.`] : []),
  ];
  return frases.length > 0 ? frases.join(' ') : null;
}

async function nomeadas(db: Queryable, contas: readonly { id: number }[]): Promise<string | undefined> {
  const ids = contas.map(({ id }) => id);
  const achadas = await db.query<{ email: string | null }>(
    sql`select email from contas_externas where id = any(${ids}::bigint[]) order by id`,
  );
  if (achadas.length === 0) return undefined;
  const ditas = achadas.map(({ email }) => (email ? `da conta com o e-mail ${maskedAddress(email)}` : 'da sua outra conta'));
  return [...new Set(ditas)].join(' e ');
}

/** What a record says of the person by itself: its lists became those of the record that stayed. */
const DITOS = Object.entries(candidatos.fields)
  .filter(([nome, field]) => !isList(field) && !field.computed && !DE_OUTROS.has(nome))
  .map(([nome]) => nome);

/** What the records that became part of this one said otherwise: a merge keeps it for as long as the record lives. */
export async function antesDaUniao(db: Queryable, lookup: Lookup, registro: Record_ | undefined) {
  if (!registro) return [];
  const outros = await db.query<{ unificadoEm: string; dados: Record<string, unknown> }>(sql`
    select u.unificado_em as "unificadoEm", (select row_to_json(r) from (
      select ${raw(selectSql(candidatos, DITOS, lookup, {}))} from jsonb_populate_record(null::candidatos, u.retrato #> '{linhas,0,linhas,0}') t) r) as dados
    from candidatos_unificacoes u where u.candidato_id = ${registro.id} order by u.id`);
  return outros.flatMap(({ unificadoEm, dados }) => {
    wire(candidatos.fields, dados);
    const outros = DITOS.filter((nome) => JSON.stringify(dados[nome]) !== JSON.stringify(registro[nome]));
    return outros.length > 0
      ? [{ unificadoEm, cadastro: Object.fromEntries(outros.map((nome) => [nome, dados[nome]])) as Record<string, unknown> }]
      : [];
  });
}
