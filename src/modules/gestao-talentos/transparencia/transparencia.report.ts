import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { CONTAGEM_GUARDADA, RAZAO_GUARDADA } from './transparencia.rules.ts';

const SALARIO = 'ROLE_VER_SALARIO';

export const transparenciaSalarial = defineReport({
  id: 'transparencia-salarial',
  title: 'Transparência Salarial',
  description: 'Salários de mulheres em relação aos de homens, por grande grupo da CBO e estabelecimento (Lei 14.611/2023).',
  authority: 'ROLE_REL_TRANSPARENCIA_SALARIAL',
  filter: {
    dataBase: having(optional(date('Data-base')), { hint: 'Vazia: a posição de hoje.' }),
    detalhar: having(choice('Mostrar', { G: 'Por grande grupo da CBO', E: 'Por estabelecimento e grande grupo' }), {
      initial: 'E',
    }),
  },
  defaults: ({ today }) => ({ dataBase: today }),
  row: {
    estabelecimento: text('Estabelecimento', 100),
    grupo: text('Grande grupo da CBO', 100),
    mulheres: having(integer('Mulheres'), { absent: CONTAGEM_GUARDADA }),
    homens: having(integer('Homens'), { absent: CONTAGEM_GUARDADA }),
    razaoMedia: having(percentage('Média: mulheres ÷ homens'), { sensitive: SALARIO, absent: RAZAO_GUARDADA }),
    razaoMediana: having(percentage('Mediana: mulheres ÷ homens'), { sensitive: SALARIO, absent: RAZAO_GUARDADA }),
  },
  groups: ({ detalhar }) => (detalhar === 'E' ? ['estabelecimento'] : []),
  columns: () => ['grupo', 'mulheres', 'homens', 'razaoMedia', 'razaoMediana'],
});
