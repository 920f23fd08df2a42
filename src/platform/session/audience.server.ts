/**
 * A kind of person who logs in. Cookie, tables and counts of failures are the audience's own, so that nobody passes for somebody of another
 * kind and neither shuts the other's door.
 */
export interface Audience {
  cookie: string;
  sessions: string;
  recoveries: string;
  /** the column of both tables that names the person */
  owner: string;
  /** what a live session `s` tells of its person */
  person: { columns: string; joins: string };
  /** reads the `hash` of person $1 */
  hash: string;
  /** makes $2 the hash of person $1 */
  saveHash: string;
  /** stands before a CPF whose failures are counted */
  counted: string;
  /** ends the subject of the message with the link */
  mailSubject: string;
  /** said when the new password and its confirmation differ */
  mismatch: string;
}

/** Who works inside. */
export const users: Audience = {
  cookie: 'vinculo_sessao',
  sessions: 'sessoes',
  recoveries: 'recuperacoes',
  owner: 'usuario_id',
  person: {
    columns: 's.usuario_id, s.empresa_id, u.nome, u.cpf, v.versao',
    joins: 'join usuarios u on u.id = s.usuario_id and u.ativo cross join versao_acessos v',
  },
  hash: 'select hash from credenciais where usuario_id = $1',
  saveHash:
    'insert into credenciais (usuario_id, hash) values ($1, $2) on conflict (usuario_id) do update set hash = excluded.hash, alterada_em = now()',
  counted: '',
  mailSubject: 'do Vínculo',
  mismatch: 'A senha não foi confirmada corretamente. Por favor, confira.',
};
