import { describe, expect, it } from 'vitest';
import { DEFINICAO_VAZIA, type Definicao, questionOf } from './definition.ts';
import { difference } from './difference.ts';
import { adopted, tidied, withQuestion } from './edits.ts';
import { evaluate, toSlots } from './evaluate.ts';
import { faultsOfDefinition } from './faults.ts';
import { andamento, emIdioma, idiomasDe, textosDe, traduzido } from './translations.ts';
import { chosenAmong } from './words.web.ts';

const opcoes = (de: number) => [
  { id: de, texto: 'Concordo', peso: 1 },
  { id: de + 1, texto: 'Discordo', peso: 0 },
];
const base: Definicao = {
  ...DEFINICAO_VAZIA,
  introducao: 'Leia antes.',
  agradecimento: 'Obrigado.',
  secoes: [{ id: 1, titulo: 'Trabalho', texto: null, se: null }],
  perguntas: [
    questionOf({ id: 2, texto: 'Gosta daqui?', tipo: '1', secaoId: 1, respostas: opcoes(10) }),
    questionOf({ id: 3, texto: 'Há respeito?', tipo: '1', secaoId: 1, respostas: opcoes(20), comentario: 'Por quê?' }),
    questionOf({ id: 4, texto: 'Quanto?', tipo: '4', notaMinima: 0, notaMaxima: 10, rotuloMinimo: 'Nada' }),
  ],
  proximoId: 30,
};
const comIngles = (textos: Record<string, string>): Definicao => ({
  ...base,
  traducoes: [{ idioma: 'en', textos: Object.entries(textos).map(([de, para]) => ({ de, para })) }],
});

describe('texts in another language', () => {
  it('are those that whoever answers reads, each once, in the order of the screen', () => {
    expect(textosDe(base).map(({ onde, texto }) => `${onde}: ${texto}`)).toEqual([
      'Introdução: Leia antes.',
      'Seção: Trabalho',
      'Pergunta 1: Gosta daqui?',
      'Pergunta 1 · resposta: Concordo',
      'Pergunta 1 · resposta: Discordo',
      'Pergunta 2: Há respeito?',
      'Pergunta 2 · comentário: Por quê?',
      'Pergunta 3: Quanto?',
      'Pergunta 3 · nota mínima: Nada',
      'Agradecimento: Obrigado.',
    ]);
  });

  it('stand in their places everywhere, Portuguese where nothing is translated', () => {
    const { introducao, secoes, perguntas } = emIdioma(
      comIngles({ Concordo: 'I agree', 'Gosta daqui?': 'Do you like it here?', Trabalho: 'Work', Nada: 'Nothing' }),
      'en',
    );
    expect([introducao, secoes[0]?.titulo, perguntas[0]?.texto, perguntas[2]?.rotuloMinimo]).toEqual([
      'Leia antes.',
      'Work',
      'Do you like it here?',
      'Nothing',
    ]);
    expect(perguntas.map(({ respostas }) => respostas.map(({ texto }) => texto))).toEqual([
      ['I agree', 'Discordo'],
      ['I agree', 'Discordo'],
      [],
    ]);
    expect(emIdioma(base, 'es')).toBe(base);
  });

  it('change nothing of what is answered: results are one', () => {
    const outra = emIdioma(comIngles({ Concordo: 'I agree', 'Há respeito?': 'Is there respect?' }), 'en');
    const respostas = [
      { perguntaId: 2, respostaId: 10 },
      { perguntaId: 3, respostaId: 21, comentario: 'Because' },
      { perguntaId: 4, nota: 7 },
    ];
    expect(toSlots(outra, respostas)).toEqual(toSlots(base, respostas));
    expect(evaluate(outra, respostas).faltas).toEqual([]);
  });

  it('say how far they are, and are offered from the first one', () => {
    expect(andamento(comIngles({}), 'en')).toEqual({ feitos: 0, total: 10 });
    expect(idiomasDe(comIngles({}))).toEqual([]);
    const um = traduzido('en', 'Quanto?', 'How much?')(comIngles({}));
    expect(andamento(um, 'en')).toEqual({ feitos: 1, total: 10 });
    expect(idiomasDe(um)).toEqual(['en']);
    expect(idiomasDe(traduzido('en', 'Quanto?', '')(um))).toEqual([]);
  });

  it('of a text that was rewritten or taken away are gone with the save; the others stay, under new ids too', () => {
    const antes = tidied(
      comIngles({ 'Gosta daqui?': ' Do you like it? ', 'Há respeito?': 'Respect?', Sumiu: 'Gone', Nada: ' ' }),
    );
    expect(antes.traducoes).toEqual([
      {
        idioma: 'en',
        textos: [
          { de: 'Gosta daqui?', para: 'Do you like it?' },
          { de: 'Há respeito?', para: 'Respect?' },
        ],
      },
    ]);
    const [primeira] = antes.perguntas;
    const depois = tidied(withQuestion({ ...(primeira as (typeof antes.perguntas)[0]), texto: 'Gosta mesmo daqui?' })(antes));
    expect(depois.traducoes[0]?.textos).toEqual([{ de: 'Há respeito?', para: 'Respect?' }]);
    expect(difference(antes, depois)).toMatchObject({ 'English: Gosta daqui?': ['Do you like it?', null] });
    expect(emIdioma(adopted(antes, DEFINICAO_VAZIA, false), 'en').perguntas[1]?.texto).toBe('Respect?');
  });

  it('are refused where they are too long, or make two answers one', () => {
    expect(faultsOfDefinition(comIngles({ Nada: 'x'.repeat(61) }))).toEqual([
      { field: 'traducoes.0.textos.0.para', message: 'English: a tradução deve ter no máximo 60 caracteres' },
    ]);
    expect(faultsOfDefinition(comIngles({ Concordo: 'Yes', Discordo: 'yes' })).map(({ message }) => message)).toContain(
      'English: duas respostas da mesma pergunta têm a mesma tradução',
    );
    expect(faultsOfDefinition(comIngles({ Concordo: 'I agree' }))).toEqual([]);
  });
});

it('the language is the first wanted one that is offered; Portuguese always is', () => {
  expect(chosenAmong(['en', 'es'], ['es-AR', 'en'])).toBe('es');
  expect(chosenAmong(['en'], ['es-AR', 'en-US'])).toBe('en');
  expect(chosenAmong(['en'], ['pt-PT', 'en'])).toBeNull();
  expect(chosenAmong(['en'], ['fr', 'toString'])).toBeNull();
  expect(chosenAmong([], ['en'])).toBeNull();
});
