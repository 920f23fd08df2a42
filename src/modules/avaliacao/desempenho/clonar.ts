import { boolean } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import { backwards } from '#kit/form/period.ts';

/** SCR-384: where an evaluation is copied to, and for which days. */
export const clonagem = defineForm({
  fields: {
    empresas: having(refIds('Empresas', 'utilitario/empresas', 1, 50), {
      hint: 'Cada uma recebe a avaliação em preparação. Em outra empresa o modelo é o de mesmo título.',
    }),
    clonarParticipantes: having(boolean('Clonar participantes'), {
      hint: 'Em outra empresa, quem tem o mesmo CPF lá. Quem não trabalha mais fica de fora.',
    }),
    dataIni: optional(date('Novo início')),
    dataFim: optional(date('Novo término')),
  },
  *rules({ dataIni, dataFim }) {
    yield* backwards('dataFim', dataIni, dataFim);
  },
});
