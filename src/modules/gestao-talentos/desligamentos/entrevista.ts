import { boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Definicao, Resposta } from '#platform/questionario/definition.ts';
import type { EstadoDaParticipacao } from '#platform/questionario/round.ts';

/** By which questions a leaver is interviewed, and who writes the answers. */
export const pedirEntrevista = defineForm({
  fields: {
    modelo: ref('Modelo de entrevista', 'gestao-talentos/modelos-entrevista-desligamento'),
    enviarLink: having(boolean('Enviar um link por e-mail', true), {
      hint: 'A pessoa responde sozinha, também depois de sair. Sem o link, quem entrevista preenche.',
    }),
  },
});

/** The exit interview of a talent, before, while and after it is answered. */
export interface EntrevistaDoTalento {
  colaborador: { id: number; nome: string };
  dataDesligamento: string | null;
  /** null: there is none, or it is not for the reader */
  email: string | null;
  temEmail: boolean;
  desligamento: { id: number; status: string; data: string } | null;
  /** the model of the dismissal, or the only active one; null: none is chosen */
  modelo: { id: number; titulo: string; observacao: string | null; perguntas: PerguntaDoModelo[] } | null;
  /** null: nobody was asked */
  solicitacao: { id: number; estado: EstadoDaParticipacao } | null;
  respondida: boolean;
  /** what was asked, when somebody was */
  definicao: Definicao | null;
  respostas: Resposta[] | null;
}

export interface PerguntaDoModelo {
  id: number;
  ordem: number;
  texto: string;
  tipo: '1' | '3' | '4' | '5';
  notaMinima: number | null;
  notaMaxima: number | null;
  exigirComentario: boolean;
  comentario: string | null;
  respostas: { texto: string }[];
}
