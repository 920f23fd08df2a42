/** An area as the query lists it, flat. */
export interface NoDaArvore {
  id: number;
  nome: string;
  areaMaeId: number | null;
  ativo: boolean;
  responsaveis: string | null;
  talentos: number;
}

/** An area with those below it, as the organogram draws it. */
export interface Ramo extends NoDaArvore {
  filhas: Ramo[];
}

/**
 * The flat list as trees, in its order: one tree a root, or the branch of `topo` alone. An area whose parent is not in the list (filtered out)
 * stands as a root, so that nothing vanishes.
 */
export function montaArvore(nodes: readonly NoDaArvore[], topo?: number): Ramo[] {
  const ramos = new Map<number, Ramo>(nodes.map((node) => [node.id, { ...node, filhas: [] }]));
  const raizes: Ramo[] = [];
  for (const ramo of ramos.values()) {
    const mae = ramo.areaMaeId === null ? undefined : ramos.get(ramo.areaMaeId);
    (mae ? mae.filhas : raizes).push(ramo);
  }
  if (topo === undefined) return raizes;
  const one = ramos.get(topo);
  return one ? [one] : [];
}
