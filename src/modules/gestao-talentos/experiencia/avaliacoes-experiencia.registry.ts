import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { pareceres, resultados } from './experiencia.rules.ts';

/** CALL-648: a talent's result in a period of their trial, and the decision. One for each talent and period. */
export const avaliacoesExperiencia = defineRegistry({
  id: 'colaboradores-periodos-experienciais-avaliacoes',
  table: 'avaliacoes_experiencia',
  title: 'Avaliações do Período de Experiência do Talento',
  singular: 'Avaliação do Período de Experiência',
  authority: 'ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO',
  scope: 'empresa',
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    periodo: ref('Período de Experiência', 'avaliacao/periodos-experiencia'),
    data: date('Data da avaliação'),
    avaliador: having(text('Avaliador', 100), { hint: 'Quem avaliou: em geral, o gestor do talento.', span: 4 }),
    modelo: having(optional(ref('Modelo de avaliação', 'avaliacao/modelos-avaliacao')), {
      hint: 'O mínimo do modelo diz se o percentual aprova.',
      span: 4,
    }),
    percentual: having(optional(percentage('Percentual obtido')), { span: 4 }),
    parecer: having(choice('Parecer', pareceres), {
      hint: 'Efetivar e Desligar encerram a experiência: ninguém mais espera pela avaliação dos períodos seguintes.',
      span: 12,
    }),
    contratoAte: having(optional(date('Contrato até')), {
      hint: 'O último dia do contrato de experiência. Vazio: o 90º dia, ao prorrogar; o término do período, ao desligar.',
      span: 4,
    }),
    observacao: optional(longText('Observação', 2_000)),
    // The model's minimum when it was chosen: a later minimum changes no result.
    minimo: readOnly(percentage('Mínimo para aprovação')),
    resultado: having(readOnly(choice('Resultado', resultados)), { tones: { A: 'good', R: 'bad' } }),
    // Labels the record in references and serves the search: the names of talent and period at the time of the save.
    resumo: readOnly(text('Talento e período', 220)),
  },
  sample: () => ({ data: '2024-03-01', contratoAte: '2024-03-15' }),
  columns: ['colaborador', 'periodo', 'data', 'percentual', 'resultado', 'parecer', 'avaliador'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'data', order: 'desc' },
  unique: [['colaborador', 'periodo']],
  // Whoever is kept has a contract without an end.
  visibleWhen: { contratoAte: ({ parecer }) => parecer === 'PRORROGAR' || parecer === 'DESLIGAR' },
  requiredWhen: { percentual: ({ modelo }) => Boolean(modelo) },
  *rules({ data, contratoAte }, { today }) {
    if (data > today) yield { field: 'data', message: 'A data da avaliação não pode ser futura.' };
    if (contratoAte !== null && contratoAte < data)
      yield { field: 'contratoAte', message: 'O contrato não termina antes do dia da avaliação.' };
  },
});
