/** What may be read and written of one's own record, guarded from others or not. */
export const PROPRIO = ['ROLE_VER_DOCUMENTOS', 'ROLE_VER_RACA', 'ROLE_VER_DEFICIENCIA', 'ROLE_VER_SALARIO'] as const;

/** A door for candidates alone. */
export const proprio = { who: 'externo', can: PROPRIO } as const;
