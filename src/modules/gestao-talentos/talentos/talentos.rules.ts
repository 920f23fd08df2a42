import { datasRepetidas, type TipoSalario } from '#modules/cargo-salario/public.ts';

export interface HistoricoDeTalento {
  data: string;
  tipoSalario: TipoSalario;
  indice: number | null;
  quantidadeIndice: number | null;
  salario: number | null;
}

export interface DatasDoTalento {
  dataNascimento: string | null;
  dataAdmissao: string;
  dataDesligamento: string | null;
  historicos: readonly HistoricoDeTalento[];
}

interface Falta {
  field: string;
  message: string;
}

/** Dates in their order, and a history whose every line says where its salary comes from. */
export function* faltasDoTalento(talento: DatasDoTalento): Generator<Falta> {
  const { dataNascimento, dataAdmissao, dataDesligamento, historicos } = talento;
  if (dataNascimento !== null && dataNascimento >= dataAdmissao)
    yield { field: 'dataNascimento', message: 'Data de nascimento deve ser anterior à data de admissão.' };
  if (dataDesligamento !== null && dataDesligamento < dataAdmissao)
    yield { field: 'dataDesligamento', message: 'Data de desligamento inferior à data de admissão.' };
  for (const [index, linha] of historicos.entries())
    for (const falta of faltasDaLinha(linha, dataAdmissao)) yield { ...falta, field: `historicos.${index}.${falta.field}` };
  yield* datasRepetidas('historicos', historicos);
}

function* faltasDaLinha(linha: HistoricoDeTalento, dataAdmissao: string): Generator<Falta> {
  if (linha.data < dataAdmissao) yield { field: 'data', message: 'Data do histórico inferior à data de admissão.' };
  if (linha.tipoSalario === '2') {
    if (linha.indice === null) yield { field: 'indice', message: 'Índice é requerido' };
    if (linha.quantidadeIndice === null || linha.quantidadeIndice <= 0)
      yield { field: 'quantidadeIndice', message: 'Quantidade não pode ser 0 (zero) ou menor' };
  }
  if (linha.tipoSalario === '3' && (linha.salario === null || linha.salario <= 0))
    yield { field: 'salario', message: 'Valor é obrigatório' };
}
