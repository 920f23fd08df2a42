/**
 * The tables of the responsibles of areas, in SQL, with their column of the person; a test compares them with the declaration.
 */
export const RESPONSAVEIS = {
  empresaEResponsaveis: 'areas_organizacionais_empresa_e_responsaveis',
  empresaECoresponsaveis: 'areas_organizacionais_empresa_e_coresponsaveis',
} as const;
export const TALENTO = 'colaborador_dto_id';
