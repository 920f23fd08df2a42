/** The tables of who answers for areas, in SQL, and their column of the person; a test holds them to the declaration. */
export const RESPONSAVEIS = {
  empresaEResponsaveis: 'areas_organizacionais_empresa_e_responsaveis',
  empresaECoresponsaveis: 'areas_organizacionais_empresa_e_coresponsaveis',
} as const;
export const TALENTO = 'colaborador_dto_id';
