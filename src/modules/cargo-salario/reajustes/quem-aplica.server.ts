import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { areasVisiveis } from '#modules/estrutura/public.server.ts';
import { talentosDeOutros, veSalario } from './acesso.server.ts';
import { soQuemVeSalarios } from './so-quem-ve.ts';
import { aplicadaEm, ORDEM, type Tabela, type TipoDeLinha } from './tabelas.server.ts';
import { linhasDoPlano } from './tamanho.server.ts';

/** The kinds of line that wait to be applied. */
export async function tiposQueAguardam(db: Queryable, tabela: Tabela): Promise<TipoDeLinha[]> {
  const linhas = await linhasDoPlano(db, tabela.id);
  return ORDEM.filter((tipo) => aplicadaEm(tabela, tipo) === null && linhas[tipo] > 0);
}

/** Whether somebody is told how a plan compares with its ceiling, which is of the payroll of the whole company. */
export const leOTeto = ({ teto }: Tabela, acting: Acting): boolean =>
  teto !== null && veSalario(acting) && areasVisiveis(acting) === undefined;

/**
 * Why this reader may not apply these kinds of line, whatever their values are, with whom to ask; null: they may. Lines of people are
 * compared with what these are paid now, and the ceiling with the payroll of the whole company.
 */
export async function porQueNaoAplica(
  db: Queryable,
  acting: Acting,
  tabela: Tabela,
  tipos: readonly TipoDeLinha[],
): Promise<string | null> {
  if (tipos.length === 0) return null;
  const comTeto = tabela.teto !== null;
  if (!veSalario(acting) && (comTeto || tipos.includes('C'))) return soQuemVeSalarios(acting, 'a aplicação');
  if (comTeto && !leOTeto(tabela, acting))
    return 'O teto deste planejamento é da folha de toda a empresa. Peça a aplicação a quem vê todas as áreas.';
  return tipos.includes('C') ? talentosDeOutros(db, acting, tabela.id, 'a aplicação') : null;
}
