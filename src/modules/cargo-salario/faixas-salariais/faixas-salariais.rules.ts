import { obrigatorio } from '#kit/br/text.ts';
import { eachRule } from '#kit/form/check.ts';
import type { TipoSalario } from '#modules/estrutura/public.ts';

interface HistoricoDeFaixa {
  data: string;
  tipo: TipoSalario;
  indiceId: number | null;
  quantidade: number | null;
  valor: number | null;
}

/** The rules of one entry by its type: 2 requires index and quantity, 3 an amount. */
function* faltasDaLinha(linha: HistoricoDeFaixa): Generator<{ field: string; message: string }> {
  if (linha.tipo === '2') {
    if (linha.indiceId === null) yield { field: 'indiceId', message: obrigatorio('Índice') };
    if (linha.quantidade === null) yield { field: 'quantidade', message: obrigatorio('Quantidade') };
    else if (linha.quantidade < 1) yield { field: 'quantidade', message: 'Quantidade não pode ser 0 (zero) ou menor' };
  }
  if (linha.tipo === '3') {
    if (linha.valor === null) yield { field: 'valor', message: obrigatorio('Valor') };
    else if (linha.valor < 1) yield { field: 'valor', message: 'Valor não pode ser 0 (zero) ou menor' };
  }
}

function* faltasDoHistoricoDeFaixa(historicos: readonly HistoricoDeFaixa[], field = 'historicos') {
  for (const [index, linha] of historicos.entries())
    for (const falta of faltasDaLinha(linha)) yield { ...falta, field: `${field}.${index}.${falta.field}` };
}

const MAIS_CERTIFICACOES = 15;

interface Faixa {
  historicos: readonly HistoricoDeFaixa[];
  certificacoesIds: readonly number[] | null;
}

/** The rules of a band: its history's, and how many certifications it may ask for. */
export const faltasDaFaixa = (faixa: Faixa) =>
  eachRule(
    () => faltasDasCertificacoes(faixa),
    () => faltasDoHistoricoDeFaixa(faixa.historicos),
  );

function* faltasDasCertificacoes({ certificacoesIds }: Faixa) {
  if ((certificacoesIds?.length ?? 0) > MAIS_CERTIFICACOES)
    yield { field: 'certificacoesIds', message: `São permitidas no máximo ${MAIS_CERTIFICACOES} certificações` };
}
