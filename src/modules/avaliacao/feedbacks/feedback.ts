import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { refId } from '#kit/fields/reference.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';

export const tiposDeFeedback = { F: 'Feedback', C: 'Conversa (1:1)' } as const;

/** With whom it is shared. It may be shared with more people later, never with fewer. */
export const partilhas = { E: 'Só eu', C: 'A pessoa também', L: 'A pessoa e quem a lidera' } as const;
export type Partilha = keyof typeof partilhas;
export const ORDEM_DAS_PARTILHAS = Object.keys(partilhas) as Partilha[];

/** That one reads at once: the newest. */
export const MAIS_FEEDBACKS = 500;

/** What screens say before anybody writes. */
export const PROMESSA =
  'Só você lê o que escreve, até compartilhar. Nenhum perfil do sistema abre os feedbacks de outra pessoa, nem o do RH; ninguém mais os muda ou apaga.';

export const feedback = defineForm({
  fields: {
    tipo: having(choice('Tipo', tiposDeFeedback), { initial: 'F', span: 6 }),
    data: having(date('Data'), { span: 6 }),
    colaboradorId: having(refId('Com quem', 'gestao-talentos/talentos'), { span: 12 }),
    texto: having(longText('O que foi dito', 4_000), { hint: 'O que você viu, que efeito teve, e o que sugere.' }),
    combinado: optional(longText('O que ficou combinado', 2_000)),
    partilha: having(choice('Quem lê', partilhas), {
      initial: 'E',
      hint: 'Depois de compartilhado não volta a ser só seu; depois de lido não muda mais.',
      span: 12,
    }),
  },
  *rules({ data }, { today }) {
    if (data > today) yield { field: 'data', message: 'A data do feedback não pode ser futura.' };
  },
});

interface Named {
  id: number;
  nome: string;
}

/** A feedback as its author, or one of its readers, has it. */
export interface FeedbackLido {
  id: number;
  versao: number;
  tipo: keyof typeof tiposDeFeedback;
  data: string;
  colaborador: Named;
  autor: string;
  /** the reader wrote it */
  meu: boolean;
  partilha: Partilha;
  /** null: shared with the reader, who has not opened it yet */
  texto: string | null;
  combinado: string | null;
  /** for its author: with whom it is shared, and when they read it */
  leitores: { nome: string; lidoEm: string | null }[];
  podeMudar: boolean;
}
