/** An area as a query lists it, flat. */
export interface NoDaArvore {
  id: number;
  nome: string;
  areaMaeId: number | null;
}

/** An area with those below it. */
export type Ramo<N extends NoDaArvore = NoDaArvore> = N & { filhas: Ramo<N>[] };

/** An area as the organogram draws it. */
export interface AreaDoOrganograma extends NoDaArvore {
  ativo: boolean;
  responsaveis: string | null;
  /** the position of the first one; null when the reader may not see them */
  cargoDoResponsavel: string | null;
  /** active talents, without those of the areas below; null when the reader may not see who works */
  talentos: number | null;
  /** those of the areas below too, as far as the reader sees them; null when they see none of these areas */
  talentosNoRamo: number | null;
}

/** The area's own talents and those of everything below it, for each area; null where the reader sees nobody. */
export function somaRamos(areas: readonly Pick<AreaDoOrganograma, 'id' | 'areaMaeId' | 'talentos'>[]): Map<number, number> {
  const maes = new Map(areas.map(({ id, areaMaeId }) => [id, areaMaeId]));
  const somas = new Map<number, number>();
  for (const { id, talentos } of areas) {
    if (talentos === null) continue;
    for (let acima: number | null = id; acima !== null; acima = maes.get(acima) ?? null)
      somas.set(acima, (somas.get(acima) ?? 0) + talentos);
  }
  return somas;
}

/**
 * The flat list as trees, in its order: one tree a root, or only the branch of `topo`. An area whose parent is not in the list
 * (filtered out) becomes a root, so that nothing vanishes.
 */
export function montaArvore<N extends NoDaArvore>(nodes: readonly N[], topo?: number): Ramo<N>[] {
  const ramos = new Map<number, Ramo<N>>(nodes.map((node) => [node.id, { ...node, filhas: [] }]));
  const raizes: Ramo<N>[] = [];
  for (const ramo of ramos.values()) {
    const mae = ramo.areaMaeId === null ? undefined : ramos.get(ramo.areaMaeId);
    (mae ? mae.filhas : raizes).push(ramo);
  }
  if (topo === undefined) return raizes;
  const one = ramos.get(topo);
  return one ? [one] : [];
}

/** Every area of the trees, each after its parent. */
export const emOrdem = <N extends NoDaArvore>(ramos: readonly Ramo<N>[]): Ramo<N>[] =>
  ramos.flatMap((ramo) => [ramo, ...emOrdem(ramo.filhas)]);
