interface PeriodoDoAmbiente {
  data: string;
  dataValidade: string | null;
}

/** An environment does not end before it begins. */
export function* faltasDoAmbiente({ data, dataValidade }: PeriodoDoAmbiente) {
  if (dataValidade !== null && dataValidade < data)
    yield { field: 'dataValidade', message: 'Data Encerramento inferior `A partir da data`.' };
}
