/** Authorities that open the most protected fields; readers without one do not get its fields. */
export const VER_DOCUMENTOS = 'ROLE_VER_DOCUMENTOS';
export const VER_RACA = 'ROLE_VER_RACA';
export const VER_DEFICIENCIA = 'ROLE_VER_DEFICIENCIA';
export const VER_SAUDE = 'ROLE_VER_SAUDE';
export const VER_SALARIO = 'ROLE_VER_SALARIO';
