import { firstTexts } from '#kit/query/few.server.ts';

/**
 * The tables of the responsibles of areas, in SQL, with their column of the person; a test compares them with the declaration.
 */
export const RESPONSAVEIS = {
  empresaEResponsaveis: 'areas_organizacionais_empresa_e_responsaveis',
  empresaECoresponsaveis: 'areas_organizacionais_empresa_e_coresponsaveis',
} as const;
export const TALENTO = 'colaborador_dto_id';

/** The names of those who answer for an area, or answer beside them, as SQL. */
export const nomesDosResponsaveis = (lista: keyof typeof RESPONSAVEIS, area: string): string =>
  firstTexts(
    `select p.nome as texto, r.ordem from ${RESPONSAVEIS[lista]} r join talentos p on p.id = r.${TALENTO} where r.registro_id = ${area}`,
  );
