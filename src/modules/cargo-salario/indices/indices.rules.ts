interface HistoricoDeIndice {
  data: string;
  valor: number;
}

/** The value of an index is at least 1 from each date on. */
export function* faltasDoHistoricoDeIndice(historicos: readonly HistoricoDeIndice[], field = 'historicos') {
  for (const [index, { valor }] of historicos.entries())
    if (valor < 1) yield { field: `${field}.${index}.valor`, message: 'Valor não pode ser 0 (zero) ou menor' };
}
