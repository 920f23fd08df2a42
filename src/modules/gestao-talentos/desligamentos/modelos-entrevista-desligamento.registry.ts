import { activity, boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { number } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { MAIS_PERGUNTAS } from '#platform/questionario/definition.ts';
import { faltasDasPerguntas, tiposDePergunta } from './perguntas.rules.ts';

/** The questions for somebody who leaves. The answers come from the survey engine. */
export const modelosEntrevistaDesligamento = defineRegistry({
  id: 'modelos-entrevista-desligamento',
  title: 'Modelos de Entrevista de Desligamento',
  singular: 'Modelo de Entrevista de Desligamento',
  authority: 'ROLE_CAD_MODELO_ENTREVISTA_DESLIGAMENTO',
  scope: 'empresa',
  most: 500,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: ['ROLE_CAD_DESLIGAMENTO', 'ROLE_REL_RESULTADOS_ENTREVISTAS_DESLIGAMENTOS'],
  fields: {
    titulo: text('Título', 250),
    ativa: activity(),
    observacao: optional(longText('Observação', 2_000)),
    perguntas: rows(
      'Perguntas',
      {
        texto: text('Pergunta', 500),
        tipo: having(choice('Tipo', tiposDePergunta), { initial: '1' }),
        opcoes: having(optional(longText('Opções de resposta', 4_000)), { hint: 'Uma por linha.' }),
        notaMinima: having(optional(number('Nota mínima', 2, { min: 0, max: 10 })), { initial: 0 }),
        notaMaxima: having(optional(number('Nota máxima', 2, { min: 0, max: 10 })), { initial: 10 }),
        peso: having(number('Peso', 2, { min: 0, max: 99_999 }), { initial: 1 }),
        exigirComentario: boolean('Exigir comentário'),
        comentario: optional(text('Texto do comentário', 255)),
      },
      1,
      {
        max: MAIS_PERGUNTAS,
        visibleWhen: {
          opcoes: ({ tipo }) => tipo === '1' || tipo === '5',
          notaMinima: ({ tipo }) => tipo === '4',
          notaMaxima: ({ tipo }) => tipo === '4',
          comentario: ({ exigirComentario }) => exigirComentario === true,
        },
        requiredWhen: {
          opcoes: () => true,
          notaMinima: () => true,
          notaMaxima: () => true,
          comentario: () => true,
        },
      },
    ),
  },
  sample: ({ perguntas }) => ({
    perguntas: (perguntas as object[]).map((row) => ({ ...row, opcoes: 'Sim\nNão', comentario: 'Por quê?' })),
  }),
  columns: ['titulo', 'ativa'],
  unique: [['titulo']],
  *rules({ perguntas }) {
    yield* faltasDasPerguntas(perguntas);
  },
});
