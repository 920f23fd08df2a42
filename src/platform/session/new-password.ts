/** The sentence that follows a new password. */
export const CHANGED = 'Senha alterada com sucesso.';

/** The parameter of `/login` for somebody who has just made a password. */
export const NEW_PASSWORD = 'senha-nova';
