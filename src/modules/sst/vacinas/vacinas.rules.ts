interface Dose {
  numeroDose: number;
}

/** The doses are numbered 1, 2, 3 … up to the vaccine's number of doses. */
export function* faltasDasDoses({ quantidadeDoses, doses }: { quantidadeDoses: number; doses: readonly Dose[] }) {
  if (doses.length !== quantidadeDoses)
    yield { field: 'quantidadeDoses', message: 'Quantidade de doses diferente das doses informadas' };
  for (const [index, { numeroDose }] of doses.entries())
    if (numeroDose !== index + 1)
      yield { field: `doses.${index}.numeroDose`, message: `O número desta dose deve ser ${index + 1}` };
}
