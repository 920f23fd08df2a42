import { z } from 'zod';
import { boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { number } from '#kit/fields/number.ts';
import { ref, refIds } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { codigoDe, soAreas } from '#modules/estrutura/public.ts';
import { type ReajustePor, tiposDeReajuste } from './calculo.ts';

const MAIOR_VALOR = 999_999.99;
const MAIOR_PERCENTUAL = 999.999;
const casas = (valor: number) => /\.(\d+)$/.exec(String(valor))?.[1]?.length ?? 0;

/** Document 2 §5: an amount is not 0 and at most 999,999.99; a percentage is not 0 and at most 999.999. */
function* faltasDoDissidio({
  reajustePor,
  valorDissidio,
}: {
  reajustePor: ReajustePor;
  valorDissidio: number;
}): Generator<Issue> {
  const field = 'valorDissidio';
  if (reajustePor === '1') {
    if (valorDissidio === 0 || valorDissidio > MAIOR_PERCENTUAL)
      yield { field, message: 'O percentual não pode ser 0 (zero) ou maior que 999,999%' };
    else if (valorDissidio < 0) yield { field, message: 'O percentual não pode ser negativo: salário não se reduz por dissídio' };
    return;
  }
  if (valorDissidio === 0) yield { field, message: 'O valor não pode ser 0 (zero)' };
  else if (valorDissidio < 0) yield { field, message: 'O valor não pode ser negativo: salário não se reduz por dissídio' };
  else if (valorDissidio > MAIOR_VALOR) yield { field, message: 'O valor deve ser no máximo 999.999,99' };
  else if (casas(valorDissidio) > 2) yield { field, message: 'O valor deve ter no máximo 2 casas decimais' };
}

const escolha = choice('Reajuste Por', tiposDeReajuste);
const reajustePor = { ...escolha, schema: z.preprocess(codigoDe, escolha.schema) };

const comuns = {
  tabelaReajuste: having(ref('Planejamento de Realinhamento', 'cargo-salario/tabelas-reajustes-colaboradores'), { span: 5 }),
  reajustePor: having(reajustePor, { initial: '1', span: 4 }),
  valorDissidio: having(number('Valor', 3), { span: 3 }),
  estabelecimentosIds: refIds('Estabelecimentos', 'utilitario/estabelecimentos'),
  areasIds: refIds('Áreas Organizacionais', 'cargo-salario/areas-organizacionais'),
  soAreas: soAreas('areasIds'),
  // Only with all establishments, unless somebody says it: a body of the spec's client does not have this field.
  semEstabelecimento: having(boolean('Incluir também quem está sem estabelecimento', true), { span: 6 }),
};

export const dissidioDeColaboradores = defineForm({
  fields: {
    ...comuns,
    // By default nobody loses their band or index: a body of the spec's client does not have this field.
    tambemPorFaixaEIndice: having(boolean('Incluir também quem recebe pela faixa ou por índice'), {
      hint: 'Desmarcado, essas pessoas acompanham o reajuste da faixa e do índice. Marcado, passam a receber um valor fixo, que os próximos reajustes da faixa e do índice não alcançam.',
    }),
  },
  rules: (form) => faltasDoDissidio(form),
});

export const dissidioDeFaixas = defineForm({
  fields: { ...comuns, faixasIds: optional(refIds('Faixas Salariais', 'cargo-salario/faixas-salariais', 0)) },
  rules: (form) => faltasDoDissidio(form),
});

export const dissidioDeIndices = defineForm({
  fields: { ...comuns, indicesIds: optional(refIds('Índices', 'cargo-salario/indices', 0)) },
  rules: (form) => faltasDoDissidio(form),
});
