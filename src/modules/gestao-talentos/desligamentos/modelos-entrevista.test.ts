import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { modelosEntrevistaDesligamento } from './modelos-entrevista-desligamento.registry.ts';
import { opcoesDe } from './perguntas.rules.ts';

const judge = (pergunta: object) => {
  const modelo = { titulo: 'Saída', perguntas: [{ texto: 'Por quê?', tipo: '3', peso: 1, ...pergunta }] };
  return check(modelosEntrevistaDesligamento, modelo, { today: '2026-11-20', settings: {}, can: program });
};
const campos = (pergunta: object) => {
  const checked = judge(pergunta);
  return checked.ok ? [] : checked.issues.map(({ field }) => field);
};

it('asks of each kind of question what it has, and keeps nothing else', () => {
  expect(campos({ tipo: '1' })).toEqual(['perguntas.0.opcoes']);
  expect(campos({ tipo: '4' })).toEqual(['perguntas.0.notaMinima', 'perguntas.0.notaMaxima']);
  expect(campos({ exigirComentario: true })).toEqual(['perguntas.0.comentario']);
  const subjetiva = { opcoes: 'Sim\nNão', notaMinima: 1, notaMaxima: 5, comentario: 'x' };
  expect(judge(subjetiva)).toMatchObject({
    ok: true,
    value: { perguntas: [{ opcoes: null, notaMinima: null, notaMaxima: null, comentario: null }] },
  });
});

it('RUL-306: the title is required, with at most 250 characters', () => {
  const comTitulo = (titulo: string) => {
    const modelo = { titulo, perguntas: [{ texto: 'Por quê?', tipo: '3', peso: 1 }] };
    const checked = check(modelosEntrevistaDesligamento, modelo, { today: '2026-11-20', settings: {}, can: program });
    return checked.ok ? [] : checked.issues.map(({ field }) => field);
  };
  expect([' ', 'x'.repeat(251), 'x'.repeat(250)].map(comTitulo)).toEqual([['titulo'], ['titulo'], []]);
});

it('options and questions are counted before they are made', () => {
  const muitas = Array.from({ length: 2_000 }, (_, n) => n)
    .join('\n')
    .slice(0, 4_000);
  expect(opcoesDe(muitas)).toHaveLength(51);
  expect(campos({ tipo: '1', opcoes: muitas })).toEqual(['perguntas.0.opcoes']);
  const perguntas = Array.from({ length: 201 }, () => ({ texto: 'Por quê?', tipo: '3', peso: 1 }));
  expect(
    check(modelosEntrevistaDesligamento, { titulo: 'Saída', perguntas }, { today: '2026-11-20', settings: {}, can: program }),
  ).toEqual({ ok: false, issues: [{ field: 'perguntas', message: 'São permitidos no máximo 200 itens' }] });
});
