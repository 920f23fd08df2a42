import { obrigatorio } from '#kit/br/text.ts';

interface Niveis {
  considerarPercentualMinimo: boolean;
  configHistoricosNiveis: readonly { nivelCompetencia: number; ordem: number; percentual: number | null }[];
}

/** A level appears once and so does a weight: weights are the order of the columns and the scale of the radar. */
export function* faltasDosNiveis({ considerarPercentualMinimo, configHistoricosNiveis }: Niveis) {
  const niveis = new Set<number>();
  const pesos = new Set<number>();
  for (const [index, { nivelCompetencia, ordem, percentual }] of configHistoricosNiveis.entries()) {
    const field = `configHistoricosNiveis.${index}`;
    if (niveis.has(nivelCompetencia)) yield { field: `${field}.nivelCompetencia`, message: 'Este nível já foi informado' };
    if (pesos.has(ordem)) yield { field: `${field}.ordem`, message: 'Já existe um nível com este peso' };
    if (considerarPercentualMinimo && percentual === null)
      yield { field: `${field}.percentual`, message: obrigatorio('Percentual Mínimo (%)') };
    niveis.add(nivelCompetencia);
    pesos.add(ordem);
  }
}
