import sql from 'sql-template-tag';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import type { Dentro, PessoasVisiveis } from '#platform/questionario/reader.server.ts';

/** Whose answers by name a reader is told: those of the talents whom they see. */
export const pessoas: PessoasVisiveis = (acting) =>
  sql`select 'talentos:' || t.id as chave, t.nome from talentos t where ${talentosVisiveis(acting)}`;

/** The areas by which a reader is told of groups; null: of every area. */
export const dentro: Dentro = (acting) => {
  const ids = areasVisiveis(acting);
  return ids ? { campo: 'area', ids } : null;
};
