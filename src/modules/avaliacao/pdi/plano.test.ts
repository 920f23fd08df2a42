import { expect, it } from 'vitest';
import { acaoDaLacuna } from './plano.ts';

const lacuna = {
  competenciaId: 1,
  nome: 'Escuta',
  exigido: 75,
  nivelExigido: 'Avançado',
  obtido: 45.2,
  lacuna: 29.8,
  noPlano: false,
};

it('a gap proposes an action that names the competency and how far it is to go', () => {
  expect(acaoDaLacuna(lacuna)).toEqual({
    nome: 'Desenvolver: Escuta',
    meta: 'Chegar ao nível “Avançado”, de 45,2% a 75,0%, até a próxima avaliação.',
  });
  expect(acaoDaLacuna({ ...lacuna, nivelExigido: null }).meta).toBe('Chegar de 45,2% a 75,0%, até a próxima avaliação.');
  expect(acaoDaLacuna({ ...lacuna, nome: 'x'.repeat(300) }).nome).toHaveLength(255);
});
