import { createContext, useContext, useMemo, useState } from 'react';
import { type Definicao, type Idioma, idiomas } from './definition.ts';
import type { Modo } from './round.ts';
import { idiomasDe } from './translations.ts';

/** What the answering page says by itself, in the language of whoever answers. */
export interface Words {
  language: string;
  question: (n: number) => string;
  questions: string;
  none: string;
  required: string;
  severalHint: string;
  left: (n: number) => string;
  clear: string;
  of: (nota: number, most: number) => string;
  between: (least: string, most: string) => string;
  answered: (done: number, total: number) => string;
  progress: string;
  back: string;
  next: string;
  review: string;
  send: string;
  sendAll: string;
  sending: string;
  answer: string;
  typed: (least: number, most: number) => string;
  reviewTitle: string;
  noAnswer: string;
  change: string;
  /** in place of what is said in Portuguese about a missing answer */
  fault: string | null;
  about: (name: string) => string;
  until: (day: string) => string;
  promise: string;
  modes: Readonly<Record<Modo, readonly [name: string, (minimo: number) => string]>> | null;
  /** answers of two devices differ */
  elsewhere: Readonly<Record<'title' | 'text' | 'mine' | 'other', string>>;
  thanks: string;
  oneByOne: string;
  allOnPage: string;
  saved: Readonly<Record<'none' | 'here' | 'saving' | 'saved' | 'cut' | 'full' | 'often', string>>;
}

const pt: Words = {
  language: 'Idioma',
  question: (n) => `Pergunta ${n}`,
  questions: 'Perguntas',
  none: 'Ainda não há perguntas.',
  required: 'obrigatória',
  severalHint: 'Marque todas que quiser.',
  left: (n) => (n === 1 ? 'Resta 1 caractere.' : `Restam ${n} caracteres.`),
  clear: 'Limpar resposta',
  of: (nota, most) => `${nota} de ${most}`,
  between: (least, most) => `de ${least} a ${most}`,
  answered: (done, total) => `${done} de ${total} respondidas`,
  progress: 'Perguntas respondidas',
  back: 'Voltar',
  next: 'Continuar',
  review: 'Revisar',
  send: 'Enviar',
  sendAll: 'Enviar respostas',
  sending: 'Enviando…',
  answer: 'Resposta',
  typed: (least, most) => `Nota de ${least} a ${most}`,
  reviewTitle: 'Confira as suas respostas',
  noAnswer: 'Sem resposta',
  change: 'Alterar',
  fault: null,
  about: (name) => `Sobre ${name}`,
  until: (day) => `Responda até ${day}`,
  promise: 'O que se promete sobre as suas respostas',
  modes: null,
  elsewhere: {
    title: 'Você também respondeu em outro aparelho',
    text: 'As respostas de lá são diferentes das que estão nesta tela. Com quais você quer continuar?',
    mine: 'As desta tela',
    other: 'As do outro aparelho',
  },
  thanks: 'Recebemos as suas respostas. Obrigado!',
  oneByOne: 'Ver uma pergunta por vez',
  allOnPage: 'Ver todas as perguntas na página',
  saved: {
    none: '',
    here: 'Guardado só neste aparelho',
    saving: 'Guardando…',
    saved: 'Guardado',
    cut: 'Sem conexão: guardado neste aparelho',
    full: 'Servidor sem espaço: guardado só neste aparelho',
    often: 'Gravado vezes demais: guardado só neste aparelho',
  },
};

const en: Words = {
  language: 'Language',
  question: (n) => `Question ${n}`,
  questions: 'Questions',
  none: 'There are no questions yet.',
  required: 'required',
  severalHint: 'Choose all that apply.',
  left: (n) => (n === 1 ? '1 character left.' : `${n} characters left.`),
  clear: 'Clear answer',
  of: (nota, most) => `${nota} of ${most}`,
  between: (least, most) => `from ${least} to ${most}`,
  answered: (done, total) => `${done} of ${total} answered`,
  progress: 'Questions answered',
  back: 'Back',
  next: 'Next',
  review: 'Review',
  send: 'Send',
  sendAll: 'Send answers',
  sending: 'Sending…',
  answer: 'Answer',
  typed: (least, most) => `Score from ${least} to ${most}`,
  reviewTitle: 'Check your answers',
  noAnswer: 'No answer',
  change: 'Change',
  fault: 'Please answer this question as it asks',
  about: (name) => `About ${name}`,
  until: (day) => `Answer by ${day}`,
  promise: 'What is promised about your answers',
  modes: {
    I: ['Identified', () => 'Whoever may see the results sees your name beside your answers.'],
    C: [
      'Confidential',
      (minimo) =>
        `The system knows what you answered, but only shows results of groups of ${minimo} people or more, without names. What you write in texts is read as it is, in the language you write it in.`,
    ],
    A: [
      'Anonymous',
      (minimo) =>
        `It is known that you answered, but not what. Answers arrive encrypted, are opened together and mixed when the questionnaire closes, and are only shown for groups of ${minimo} people or more. What you write in texts is read as it is, in the language you write it in: do not identify yourself there.`,
    ],
  },
  elsewhere: {
    title: 'You also answered on another device',
    text: 'The answers there are different from those on this screen. Which ones do you want to go on with?',
    mine: 'Those on this screen',
    other: 'Those on the other device',
  },
  thanks: 'We have received your answers. Thank you!',
  oneByOne: 'See one question at a time',
  allOnPage: 'See all questions on the page',
  saved: {
    none: '',
    here: 'Kept on this device only',
    saving: 'Saving…',
    saved: 'Saved',
    cut: 'No connection: kept on this device',
    full: 'The server has no room: kept on this device only',
    often: 'Saved too many times: kept on this device only',
  },
};

const es: Words = {
  language: 'Idioma',
  question: (n) => `Pregunta ${n}`,
  questions: 'Preguntas',
  none: 'Todavía no hay preguntas.',
  required: 'obligatoria',
  severalHint: 'Marque todas las que quiera.',
  left: (n) => (n === 1 ? 'Queda 1 carácter.' : `Quedan ${n} caracteres.`),
  clear: 'Borrar respuesta',
  of: (nota, most) => `${nota} de ${most}`,
  between: (least, most) => `de ${least} a ${most}`,
  answered: (done, total) => `${done} de ${total} respondidas`,
  progress: 'Preguntas respondidas',
  back: 'Volver',
  next: 'Continuar',
  review: 'Revisar',
  send: 'Enviar',
  sendAll: 'Enviar respuestas',
  sending: 'Enviando…',
  answer: 'Respuesta',
  typed: (least, most) => `Nota de ${least} a ${most}`,
  reviewTitle: 'Revise sus respuestas',
  noAnswer: 'Sin respuesta',
  change: 'Cambiar',
  fault: 'Responda esta pregunta como se pide',
  about: (name) => `Sobre ${name}`,
  until: (day) => `Responda hasta el ${day}`,
  promise: 'Lo que se promete sobre sus respuestas',
  modes: {
    I: ['Identificado', () => 'Quien puede ver los resultados ve su nombre junto a sus respuestas.'],
    C: [
      'Confidencial',
      (minimo) =>
        `El sistema sabe lo que usted respondió, pero solo muestra resultados de grupos de ${minimo} personas o más, sin nombres. Lo que escriba en los textos se lee tal cual, en el idioma en que lo escriba.`,
    ],
    A: [
      'Anónimo',
      (minimo) =>
        `Se sabe que usted respondió, pero no qué. Las respuestas llegan cifradas, se abren juntas y se mezclan cuando el cuestionario termina, y solo aparecen en grupos de ${minimo} personas o más. Lo que escriba en los textos se lee tal cual, en el idioma en que lo escriba: no se identifique en ellos.`,
    ],
  },
  elsewhere: {
    title: 'Usted también respondió en otro dispositivo',
    text: 'Las respuestas de allí son distintas de las de esta pantalla. ¿Con cuáles quiere continuar?',
    mine: 'Las de esta pantalla',
    other: 'Las del otro dispositivo',
  },
  thanks: 'Recibimos sus respuestas. ¡Gracias!',
  oneByOne: 'Ver una pregunta a la vez',
  allOnPage: 'Ver todas las preguntas en la página',
  saved: {
    none: '',
    here: 'Guardado solo en este dispositivo',
    saving: 'Guardando…',
    saved: 'Guardado',
    cut: 'Sin conexión: guardado en este dispositivo',
    full: 'Servidor sin espacio: guardado solo en este dispositivo',
    often: 'Guardado demasiadas veces: guardado solo en este dispositivo',
  },
};

const all: Readonly<Record<Idioma, Words>> = { en, es };

/** The language of the questions around; null: Portuguese. */
export const Language = createContext<Idioma | null>(null);

export const langOf = (idioma: Idioma | null) => idioma ?? 'pt-BR';
export const wordsIn = (idioma: Idioma | null): Words => (idioma === null ? pt : all[idioma]);
export const useWords = (): Words => wordsIn(useContext(Language));

const PLACE = 'vinculo:idioma';
const PORTUGUESE = 'pt';

const isIdioma = (code: string): code is Idioma => Object.hasOwn(idiomas, code);

function remembered(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

/** The first of the wanted languages that is offered; Portuguese always is. */
export function chosenAmong(offered: readonly Idioma[], wanted: readonly string[]): Idioma | null {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split('-')[0] ?? '';
    if (code === PORTUGUESE) return null;
    if (isIdioma(code) && offered.includes(code)) return code;
  }
  return null;
}

/** In which language somebody answers: as they chose last, else as their browser speaks. A shared device remembers nobody's. */
export function useLanguage(definicao: Definicao, isShared: boolean, more: readonly Idioma[] = []) {
  const [chosen, setChosen] = useState<string | null>(() => (isShared ? null : remembered()));
  const ours = useMemo(() => idiomasDe(definicao), [definicao]);
  const offered = [...new Set([...ours, ...more])];
  return {
    offered,
    idioma: chosenAmong(offered, chosen === null ? navigator.languages : [chosen, ...navigator.languages]),
    choose(idioma: Idioma | null) {
      setChosen(idioma ?? PORTUGUESE);
      try {
        if (!isShared) localStorage.setItem(PLACE, idioma ?? PORTUGUESE);
      } catch {
        // The choice holds for this page.
      }
    },
  };
}
