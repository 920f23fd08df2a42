import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';

interface Dito {
  nome?: string | null;
  email?: string | null;
}

const DE_OUTRO =
  'Este cadastro é de quem o fez no portal com outro nome ou e-mail, e com um CPF que ninguém confirmou: verá lá o que for gravado aqui. Confira se é a mesma pessoa.';

const DO_PORTAL =
  'Este cadastro é lido no portal por quem tem a conta dele, com um CPF que ninguém confirmou: verá lá o que for gravado aqui. Confira se é a mesma pessoa.';

const contasDeles = (db: Pick<Queryable, 'query'>, ids: readonly number[]) =>
  db.query<{ id: number; nome: string; email: string | null }>(sql`
    select l.candidato_id as id, c.nome, c.email from candidatos_contas l join contas_externas c on c.id = l.conta_id
    where l.candidato_id = any(${[...ids]}::bigint[])`);

/**
 * Records that somebody reads at the portal: a sheet that changes one, found by a CPF that anybody may have typed, tells its reader what stands in it,
 * whatever name it says, or none.
 */
export async function feitosNoPortal(
  db: Pick<Queryable, 'query'>,
  mudancas: readonly { before: { id: number } }[],
  { usuarioId }: Acting,
): Promise<Map<number, string>> {
  if (usuarioId === null) return new Map();
  const contas = await contasDeles(
    db,
    mudancas.map(({ before }) => before.id),
  );
  return new Map(contas.map(({ id }) => [id, DO_PORTAL]));
}

/**
 * Records that HR would change into what is told of somebody else than whoever made them at the portal and reads them there: anybody may register
 * with anybody's CPF. A name or e-mail that stands in the record by now was confirmed before.
 */
export async function deOutraPessoa(
  db: Pick<Queryable, 'query'>,
  mudancas: readonly { value: Dito; before: Dito & { id: number } }[],
  { usuarioId }: Acting,
): Promise<Map<number, string>> {
  if (usuarioId === null) return new Map();
  const contas = await contasDeles(
    db,
    mudancas.map(({ before }) => before.id),
  );
  const conta = new Map(contas.map((uma) => [uma.id, uma]));
  const outro = (agora: Dito['nome'], ...sabidos: Dito['nome'][]) =>
    Boolean(agora) && !sabidos.some((sabido) => fold(sabido ?? '') === fold(agora ?? ''));
  return new Map(
    mudancas.flatMap(({ value, before }) => {
      const dona = conta.get(before.id);
      return dona && (outro(value.nome, before.nome, dona.nome) || outro(value.email, before.email, dona.email))
        ? [[before.id, DE_OUTRO] as const]
        : [];
    }),
  );
}
