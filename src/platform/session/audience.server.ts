import sql, { type Sql } from 'sql-template-tag';

/**
 * A kind of person who logs in. Each audience has its own cookies, tables and counts of failures, so that nobody passes for a
 * person of another kind, and failures of one kind do not lock the other out.
 */
export interface Audience {
  name: string;
  cookie: string;
  sessions: string;
  recoveries: string;
  /** the table of a person's browsers, and the cookie that identifies one */
  devices: string;
  deviceCookie: string;
  /** tables of secret addresses that open something without a session; they end with the password */
  addresses: readonly string[];
  /** the column of these tables that refers to the person */
  owner: string;
  /** where the persons are, each with `id`, `nome`, `cpf` and `email` */
  people: string;
  /** columns and joins of a live session `s` about its person */
  person: { columns: string; joins: string };
  /** reads the `hash` of person $1 */
  hash: string;
  /** the end of `hash` that keeps the password, and who may enter, as they are */
  holdsHash: string;
  /** reads the `id` of person $1 and of the others that the same person logs in as; none: everybody is one */
  together?: string;
  /** makes persons $1, an array, belong together with nobody */
  apart?: string;
  /** reads the `id` as which person $1 is counted; none: their own */
  countedAs?: string;
  /** makes person $1 be counted with none but those that they belong together with */
  countedAlone?: string;
  /** makes $2 the hash of person $1 */
  saveHash: string;
  /** reads the `empresas` of person $1, by name */
  companies: string;
  /** reads person $1 as an author of the trail: `usuarioId`, `usuarioNome`, `empresaId`, and `externo` of somebody from outside */
  author: string;
  /** prefix of a CPF whose failures are counted */
  counted: string;
  /** makes the mailbox of person $1 one that they read, because a link was used that went there; none: whoever made the person vouches for it */
  prove?: string;
  /** reads a row where the mailbox of person $1 is `provado` theirs; none: of nobody it is known when they change it themselves */
  proved?: string;
  /** people who may get a link for a CPF: `id`, `nome`, `email` and whether it is `provado` theirs; and the page that takes the token of the link */
  reach(cpf: string, empresaId: number | null): Sql;
  page(empresaId: number | null): string;
  /** the page that takes the token of a link to log in; none: there are no such links */
  enterPage?(empresaId: number | null): string;
  /** ends the subject of the message with the link */
  mailSubject: string;
  /** the message when the new password and its confirmation differ */
  mismatch: string;
}

/** Internal users. */
export const users: Audience = {
  name: 'usuarios',
  cookie: 'vinculo_sessao',
  sessions: 'sessoes',
  recoveries: 'recuperacoes',
  devices: 'dispositivos',
  deviceCookie: 'vinculo_dispositivo',
  addresses: ['calendarios_pessoais'],
  owner: 'usuario_id',
  people: 'usuarios',
  person: {
    columns: 's.usuario_id, s.empresa_id, s.vendo_usuario_id, s.vendo_perfil_id, u.nome, u.cpf, v.versao',
    joins: 'join usuarios u on u.id = s.usuario_id and u.ativo cross join versao_acessos v',
  },
  hash: 'select c.hash from usuarios u join credenciais c on c.usuario_id = u.id where u.id = $1 and u.ativo',
  // The person before the password, as others lock them: nobody who is deactivated meanwhile enters. Other saves of the person keep nobody out.
  holdsHash: 'for key share of u for no key update of c',
  saveHash:
    'insert into credenciais (usuario_id, hash) values ($1, $2) on conflict (usuario_id) do update set hash = excluded.hash, alterada_em = now()',
  companies: 'select distinct e.nome from usuarios_acessos a join empresas e on e.id = a.empresa_id where a.registro_id = $1',
  author: `select u.id as "usuarioId", u.nome as "usuarioNome", (select min(a.empresa_id) from usuarios_acessos a where a.registro_id = u.id) as "empresaId"
    from usuarios u where u.id = $1`,
  counted: '',
  // A user who may enter no company gets no link until they may.
  reach: (cpf) =>
    sql`select id, nome, email, true as provado from usuarios u where cpf = ${cpf} and ativo and exists (select 1 from usuarios_acessos a where a.registro_id = u.id)`,
  page: () => '/redefinir-senha',
  mailSubject: 'do Vínculo',
  mismatch: 'A senha não foi confirmada corretamente. Por favor, confira.',
};
