import { useContext } from 'react';
import { bytes } from '#kit/br/text.ts';
import type { UploadWords } from '#kit/ui/inputs/upload.web.tsx';
import { promessaDe, type Questionario } from '#platform/questionario/asked.ts';
import type { Idioma } from '#platform/questionario/definition.ts';
import { Language, wordsIn } from '#platform/questionario/words.web.ts';
import { MAIOR_EVIDENCIA, MAIS_EVIDENCIAS } from '../folha.ts';
import { type Papel, papeis } from '../papeis.ts';
import { MINIMO_DO_GRUPO } from '../resultado.ts';

/** What the sheet of an evaluation says by itself, in the language of whoever evaluates. */
export interface Palavras {
  formulario: string;
  respondidas: string;
  partes: string;
  competencias: string;
  perguntas: string;
  contadas: (feitas: number, total: number) => string;
  nadaAResponder: string;
  competencia: (lugar: number) => string;
  observou: string;
  alcancado: (nivel: string) => string;
  nenhumCriterio: string;
  exigido: string;
  naoObservei: string;
  comentar: string;
  comentario: string;
  anexar: string;
  anexosSobre: (competencia: string) => string;
  anexosAte: string;
  anexosDemais: string;
  /** of the input of files, where its own words are not in this language */
  envio?: UploadWords;
  anexos: (n: number) => string;
  nota: string;
  notaDe: string;
  considere: string;
  papel: string;
  papeis: Readonly<Record<Papel, string>>;
  /** who reads the answers of an evaluation that names nobody, where one person has the role and where several have it */
  autoavaliacao: string;
  lider: string;
  grupo: string;
}

const pt: Palavras = {
  formulario: 'Avaliação',
  respondidas: 'Respondidas',
  partes: 'Partes da avaliação',
  competencias: 'Competências',
  perguntas: 'Perguntas',
  contadas: (feitas, total) => `${feitas} de ${total}`,
  nadaAResponder: 'Não há o que responder nesta avaliação.',
  competencia: (lugar) => `Competência ${lugar}`,
  observou: 'O que você observou',
  alcancado: (nivel) => `Nível alcançado: ${nivel}`,
  nenhumCriterio: 'Nenhum destes critérios',
  exigido: 'exigido',
  naoObservei: 'Não observei',
  comentar: 'Comentar',
  comentario: 'Comentário',
  anexar: 'Anexar evidência',
  anexosSobre: (competencia) => `Anexos sobre ${competencia}`,
  anexosAte: `Até ${MAIS_EVIDENCIAS} arquivos de até ${bytes(MAIOR_EVIDENCIA)}: PDF, imagem ou documento. Vê os anexos quem vê esta resposta.`,
  anexosDemais: `No máximo ${MAIS_EVIDENCIAS} anexos em cada competência.`,
  anexos: (n) => (n === 1 ? '1 anexo' : `${n} anexos`),
  nota: 'Nota',
  notaDe: 'Nota, de 0 a 100',
  considere: 'Considere, ao dar a nota:',
  papel: 'Você avalia como',
  papeis,
  autoavaliacao: 'A sua autoavaliação é mostrada como sua.',
  lider: 'Você responde como líder: o resultado mostra o que o líder respondeu.',
  grupo: `As suas respostas só aparecem junto das de outras pessoas, em grupos de ao menos ${MINIMO_DO_GRUPO}, sem nomes, depois que a avaliação for concluída. Quem conduz a avaliação sabe quem respondeu, nunca o quê. O que você escrever é lido como está: não se identifique.`,
};

const en: Palavras = {
  formulario: 'Evaluation',
  respondidas: 'Answered',
  partes: 'Parts of the evaluation',
  competencias: 'Competencies',
  perguntas: 'Questions',
  contadas: (feitas, total) => `${feitas} of ${total}`,
  nadaAResponder: 'There is nothing to answer in this evaluation.',
  competencia: (lugar) => `Competency ${lugar}`,
  observou: 'What you have observed',
  alcancado: (nivel) => `Level reached: ${nivel}`,
  nenhumCriterio: 'None of these criteria',
  exigido: 'required',
  naoObservei: 'I have not observed it',
  comentar: 'Comment',
  comentario: 'Comment',
  anexar: 'Attach evidence',
  anexosSobre: (competencia) => `Attachments about ${competencia}`,
  anexosAte: `Up to ${MAIS_EVIDENCIAS} files of up to ${bytes(MAIOR_EVIDENCIA)}: PDF, image or document. Whoever sees this answer sees the attachments.`,
  anexosDemais: `At most ${MAIS_EVIDENCIAS} attachments for each competency.`,
  envio: {
    send: 'Upload',
    choose: 'Choose file',
    none: 'No file selected.',
    remove: 'Remove',
    removeOne: (nome) => `Remove ${nome}`,
    removeAll: 'Remove all',
    isSure: 'Are you sure you want to remove it?',
    cancel: 'Cancel',
    warning: 'Attention',
    sending: 'Uploading the files',
    tooLarge: (limit) => `The file must be smaller than ${limit}`,
    empty: 'The file is empty',
    notAccepted: () => 'Files of this type are not accepted.',
  },
  anexos: (n) => (n === 1 ? '1 attachment' : `${n} attachments`),
  nota: 'Score',
  notaDe: 'Score, from 0 to 100',
  considere: 'When giving the score, consider:',
  papel: 'You evaluate as',
  papeis: { U: 'Self-evaluation', L: 'Leader', P: 'Peer', A: 'Direct report', R: 'Evaluator' },
  autoavaliacao: 'Your self-evaluation is shown as yours.',
  lider: 'You answer as the leader: the result shows what the leader answered.',
  grupo: `Your answers only appear together with those of other people, in groups of at least ${MINIMO_DO_GRUPO}, without names, after the evaluation is concluded. Whoever conducts the evaluation knows who has answered, never what. What you write is read as it is, in the language you write it in: do not identify yourself.`,
};

const es: Palavras = {
  formulario: 'Evaluación',
  respondidas: 'Respondidas',
  partes: 'Partes de la evaluación',
  competencias: 'Competencias',
  perguntas: 'Preguntas',
  contadas: (feitas, total) => `${feitas} de ${total}`,
  nadaAResponder: 'No hay nada que responder en esta evaluación.',
  competencia: (lugar) => `Competencia ${lugar}`,
  observou: 'Lo que usted observó',
  alcancado: (nivel) => `Nivel alcanzado: ${nivel}`,
  nenhumCriterio: 'Ninguno de estos criterios',
  exigido: 'exigido',
  naoObservei: 'No lo observé',
  comentar: 'Comentar',
  comentario: 'Comentario',
  anexar: 'Adjuntar evidencia',
  anexosSobre: (competencia) => `Adjuntos sobre ${competencia}`,
  anexosAte: `Hasta ${MAIS_EVIDENCIAS} archivos de hasta ${bytes(MAIOR_EVIDENCIA)}: PDF, imagen o documento. Ve los adjuntos quien ve esta respuesta.`,
  anexosDemais: `Como máximo ${MAIS_EVIDENCIAS} adjuntos en cada competencia.`,
  envio: {
    send: 'Subir',
    choose: 'Elegir archivo',
    none: 'Ningún archivo seleccionado.',
    remove: 'Quitar',
    removeOne: (nome) => `Quitar ${nome}`,
    removeAll: 'Quitar todos',
    isSure: '¿Seguro que desea quitarlo?',
    cancel: 'Cancelar',
    warning: 'Atención',
    sending: 'Envío de los archivos',
    tooLarge: (limit) => `El archivo debe ser menor que ${limit}`,
    empty: 'El archivo está vacío',
    notAccepted: () => 'No se aceptan archivos de este tipo.',
  },
  anexos: (n) => (n === 1 ? '1 adjunto' : `${n} adjuntos`),
  nota: 'Nota',
  notaDe: 'Nota, de 0 a 100',
  considere: 'Al dar la nota, considere:',
  papel: 'Usted evalúa como',
  papeis: { U: 'Autoevaluación', L: 'Líder', P: 'Par', A: 'Subordinado', R: 'Evaluador' },
  autoavaliacao: 'Su autoevaluación se muestra como suya.',
  lider: 'Usted responde como líder: el resultado muestra lo que respondió el líder.',
  grupo: `Sus respuestas solo aparecen junto con las de otras personas, en grupos de al menos ${MINIMO_DO_GRUPO}, sin nombres, después de que la evaluación termine. Quien conduce la evaluación sabe quién respondió, nunca qué. Lo que escriba se lee tal cual, en el idioma en que lo escriba: no se identifique.`,
};

const outras: Readonly<Record<Idioma, Palavras>> = { en, es };
const palavrasEm = (idioma: Idioma | null): Palavras => (idioma === null ? pt : outras[idioma]);
export const usePalavras = (): Palavras => palavrasEm(useContext(Language));

/** Leader and self are one person each, and are told so. */
export function promessa({ modo, minimo, papel }: Questionario, idioma: Idioma | null): string {
  if (modo === 'I') return wordsIn(idioma).modes?.I[1](minimo) ?? promessaDe(modo, minimo);
  const { autoavaliacao, lider, grupo } = palavrasEm(idioma);
  return papel === 'U' ? autoavaliacao : papel === 'L' ? lider : grupo;
}
