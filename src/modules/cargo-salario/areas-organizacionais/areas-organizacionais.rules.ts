import { eachRule } from '#kit/form/check.ts';
import type { Issue } from '#kit/refusal/issues.ts';

/** The state of the tree around an area at the moment of a save. */
export interface Vizinhanca {
  /** company integrated with the personnel system */
  integrada: boolean;
  /** a talent's dated history refers to the area */
  emHistorico: boolean;
  /** absent when the area has no parent */
  maeAtiva?: boolean;
  temFilhasAtivas: boolean;
  /** the new parent is the area itself or stands below it */
  maeEhDescendente: boolean;
  /** from the top down to the area, and on to the lowest one below it */
  niveis: number;
}

/** Whoever draws or names a tree goes through its levels, and the hierarchy of each area names all above it. */
const MAIS_NIVEIS = 30;

export interface Area {
  ativo: boolean;
  areaMae: number | null;
}

type PorEmpresa = readonly { empresa: number; colaboradorDTO: number }[] | null;

/** Nobody answers twice for the same area in the same company. */
function* repetidos(field: string, linhas: PorEmpresa): Generator<Issue> {
  const vistos = new Set<string>();
  for (const [index, { empresa, colaboradorDTO }] of (linhas ?? []).entries()) {
    const par = `${empresa}/${colaboradorDTO}`;
    if (vistos.has(par))
      yield { field: `${field}.${index}.colaboradorDTO`, message: 'Este talento já foi informado para esta empresa' };
    vistos.add(par);
  }
}

/** Rules that need nothing but the area itself: browser and server judge them alike. */
export const faltasDaArea = (area: Record<'empresaEResponsaveis' | 'empresaECoresponsaveis', PorEmpresa>): Iterable<Issue> =>
  eachRule(
    () => repetidos('empresaEResponsaveis', area.empresaEResponsaveis),
    () => repetidos('empresaECoresponsaveis', area.empresaECoresponsaveis),
  );

/** Document 2 §4: activation, deactivation and change of parent, judged against the tree. */
export function* faltasNaArvore(area: Area, ao: Vizinhanca, antes?: Area): Generator<Issue> {
  const mudouMae = antes !== undefined && antes.areaMae !== area.areaMae;
  if (mudouMae && !podeEditarMae(ao))
    yield {
      field: 'areaMae',
      message: ao.integrada
        ? 'A área mãe não pode ser alterada porque a empresa é integrada com o departamento pessoal.'
        : 'A área mãe não pode ser alterada porque a área é usada no histórico de talentos.',
    };
  if (ao.maeEhDescendente)
    yield { field: 'areaMae', message: 'A área mãe não pode ser a própria área nem uma de suas áreas filhas.' };
  // A tree that is deeper already stays as it is.
  if ((mudouMae || antes === undefined) && ao.niveis > MAIS_NIVEIS)
    yield { field: 'areaMae', message: `As áreas têm no máximo ${MAIS_NIVEIS} níveis, uma abaixo da outra.` };
  const mudouStatus = antes !== undefined && antes.ativo !== area.ativo;
  if (area.ativo && ao.maeAtiva === false && (mudouStatus || mudouMae || antes === undefined))
    yield { field: 'ativo', message: 'A área não pode ser ativada porque a área mãe está inativa.' };
  if (!area.ativo && mudouStatus && ao.maeAtiva === false)
    yield { field: 'ativo', message: 'A área não pode ser inativada porque a área mãe está inativa.' };
  if (!area.ativo && mudouStatus && ao.temFilhasAtivas)
    yield { field: 'ativo', message: 'A área não pode ser inativada porque possui áreas filhas ativas.' };
}

export const podeEditarMae = ({ integrada, emHistorico }: Pick<Vizinhanca, 'integrada' | 'emHistorico'>) =>
  !integrada && !emHistorico;
