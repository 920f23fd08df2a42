import { describe, expect, test } from 'vitest';
import {
  type CompetenciaAvaliada,
  type FolhaPedida,
  faltasDaFolha,
  folhaEmIdioma,
  folhaGuardada,
  nivelAlcancado,
  textosDaFolha,
} from './folha.ts';

const criterio = (id: number) => ({ id, descricao: `Critério ${id}` });
const competencia = (id: number, criterios: number[] = []) => ({
  competencia: { id, nome: `Competência ${id}` },
  competenciaTipo: 'A',
  competenciaObservacao: null,
  solicitarComentario: false,
  nivelExigido: null,
  criteria: criterios.map(criterio),
  comportamentos: [],
});
const pedida: FolhaPedida = {
  anonima: false,
  notaManual: false,
  porCriterios: true,
  obrigarPercentual: true,
  niveis: [
    { id: 1, descricao: 'Engatinha', ordem: 1, percentual: 0 },
    { id: 2, descricao: 'Anda', ordem: 2, percentual: 50 },
    { id: 3, descricao: 'Corre', ordem: 4, percentual: 100 },
  ],
  competencias: [competencia(10, [101, 102, 103, 104]), competencia(20)],
};
const dada = (competenciaId: number, mais: Partial<CompetenciaAvaliada> = {}): CompetenciaAvaliada => ({
  competenciaId,
  nivelCompetenciaId: null,
  naoObservada: false,
  criterios: [],
  comentario: null,
  evidencias: [],
  ...mais,
});

describe('the level that criteria tell', () => {
  test.each([
    [0, 'Engatinha'],
    [1, 'Engatinha'],
    [2, 'Anda'],
    [3, 'Anda'],
    [4, 'Corre'],
  ])('is, of %i of four, %s', (marcados, nivel) => {
    expect(nivelAlcancado(pedida, marcados, 4)?.descricao).toBe(nivel);
  });

  test('is the lightest where none is reached, and none where there are no levels', () => {
    const niveis = [{ id: 1, descricao: 'Anda', ordem: 1, percentual: 50 }];
    expect(nivelAlcancado({ niveis }, 0, 4)?.descricao).toBe('Anda');
    expect(nivelAlcancado({ niveis: [] }, 4, 4)).toBeUndefined();
  });
});

describe('a sheet', () => {
  test('needs a level of each competency, or that it was not observed', () => {
    const folha = { competencias: [dada(10, { naoObservada: true }), dada(20)], nota: null };
    expect(faltasDaFolha(pedida, folha)).toEqual([
      { field: 'competencias.20', message: 'Escolha um nível, ou diga que não observou' },
    ]);
    expect(faltasDaFolha(pedida, { ...folha, competencias: [dada(10, { nivelCompetenciaId: 9 })] })).toHaveLength(2);
  });

  test.each([
    [null, 'Nota é obrigatória'],
    [-1, 'Nota deve ser de 0 a 100'],
    [100.5, 'Nota deve ser de 0 a 100'],
    [Number.NaN, 'Nota deve ser de 0 a 100'],
    [7.123, 'Nota deve ter no máximo 2 casas decimais'],
  ])('with a note of %s says: %s', (nota, message) => {
    const manual = { ...pedida, notaManual: true, competencias: [] };
    expect(faltasDaFolha(manual, { competencias: [], nota })).toEqual([{ field: 'nota', message }]);
    expect(faltasDaFolha(manual, { competencias: [], nota: 72.35 })).toEqual([]);
  });

  test('is kept without what was not asked, and follows its criteria whatever level was sent', () => {
    const folha = {
      competencias: [
        dada(10, { nivelCompetenciaId: 3, criterios: [102, 999, 101], comentario: '  ' }),
        dada(20, { nivelCompetenciaId: 3, criterios: [1], comentario: ' Vi isso ' }),
        dada(30, { nivelCompetenciaId: 3 }),
      ],
      nota: null,
    };
    expect(folhaGuardada(pedida, folha)).toEqual([
      dada(10, { nivelCompetenciaId: 2, criterios: [101, 102] }),
      dada(20, { nivelCompetenciaId: 3, comentario: 'Vi isso' }),
    ]);
    expect(folhaGuardada({ ...pedida, obrigarPercentual: false }, folha)[0]).toMatchObject({ nivelCompetenciaId: 3 });
    expect(folhaGuardada({ ...pedida, niveis: [] }, folha)[1]).toMatchObject({ nivelCompetenciaId: null });
  });
});

test('a sheet in another language has the same ids, and Portuguese where nothing is translated', () => {
  const lida = {
    ...pedida,
    traducoes: [{ idioma: 'en' as const, textos: textosDaFolha(pedida).map((de) => ({ de, para: `${de} (en)` })) }],
  };
  const [primeira] = lida.competencias;
  const { pedida: emIngles, traduzidos } = folhaEmIdioma(lida, 'en');
  expect(emIngles.niveis).toEqual(pedida.niveis.map((um) => ({ ...um, descricao: `${um.descricao} (en)` })));
  expect(emIngles.competencias[0]).toMatchObject({
    competencia: { id: 10, nome: 'Competência 10 (en)' },
    criteria: primeira?.criteria.map(({ id, descricao }) => ({ id, descricao: `${descricao} (en)` })),
  });
  expect(traduzidos.has('Corre (en)')).toBe(true);
  expect(folhaEmIdioma(lida, 'es').pedida.competencias).toEqual(pedida.competencias);
  expect(folhaEmIdioma(lida, null).traduzidos.size).toBe(0);
});
