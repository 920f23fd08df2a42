import type { Issue } from '#kit/refusal/issues.ts';
import type { TipoSalario } from '#modules/estrutura/public.ts';

interface LinhaProposta {
  tipoSalarioProposto: TipoSalario;
  quantidadeIndiceProposto: number | null;
  salarioProposto: number | null;
}

/**
 * Document 2 §5 "Proposed line": the limits of a salary by index or by amount; the declaration requires the fields themselves.
 */
export function* faltasDaLinhaProposta(linha: LinhaProposta): Generator<Issue> {
  if (linha.tipoSalarioProposto === '2') {
    if (linha.quantidadeIndiceProposto !== null && linha.quantidadeIndiceProposto <= 0)
      yield { field: 'quantidadeIndiceProposto', message: 'Quantidade não pode ser 0 (zero) ou menor' };
  }
  if (linha.tipoSalarioProposto === '3' && linha.salarioProposto !== null && linha.salarioProposto <= 0)
    yield { field: 'salarioProposto', message: 'Valor é obrigatório' };
}

/** A band or an index is worth at least 1, as in its own registry. */
export function* faltasDoValorProposto({ valorProposto }: { valorProposto: number }): Generator<Issue> {
  if (valorProposto < 1) yield { field: 'valorProposto', message: 'Valor não pode ser 0 (zero) ou menor' };
}
