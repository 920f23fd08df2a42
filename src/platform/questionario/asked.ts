import type { Definicao, Resposta } from './definition.ts';
import type { EstadoDaParticipacao, Modo } from './round.ts';

/** Answers that are not sent yet, as the server keeps them. */
export interface Rascunho {
  revisao: number;
  respostas: Resposta[];
  /** of the sheet that the asking module adds */
  folha?: unknown;
}

/** What is asked of somebody, as their screen draws it. */
export interface Questionario {
  id: number;
  empresaId: number;
  titulo: string;
  modo: Modo;
  minimo: number;
  ate: string | null;
  /** the name of whom it is about */
  sobre: string | null;
  papel: string | null;
  estado: EstadoDaParticipacao;
  definicao: Definicao;
  /** the order of the questions that is theirs */
  semente: string;
  rascunho: Rascunho | null;
  /** what is asked besides the questions */
  folha?: unknown;
}

/** What waits for somebody to answer it. */
export interface Espera extends Pick<Questionario, 'id' | 'titulo' | 'modo' | 'ate' | 'sobre' | 'papel' | 'estado'> {
  /** the record that asks */
  dono: string;
  donoId: number;
  quiosque: boolean;
  /** the screen where it is answered, if it has one of its own */
  endereco: string | null;
}

/** The promise about the answers, in the words that whoever answers reads before they begin. */
export const promessaDe = (modo: Modo, minimo: number): string =>
  ({
    I: 'Quem pode ver os resultados vê o seu nome junto das suas respostas.',
    C: `O sistema sabe o que você respondeu, mas só mostra resultados de grupos com ${minimo} pessoas ou mais, sem nomes.`,
    A: `Sabe-se que você respondeu, mas não o quê. As respostas chegam cifradas, são abertas juntas e misturadas quando o questionário se encerra, e só aparecem em grupos de ${minimo} pessoas ou mais. O que você escrever nos textos é lido como está: não se identifique neles.`,
  })[modo];
