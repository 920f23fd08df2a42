import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { colaboradoresOcorrencias } from './colaboradores-ocorrencias.registry.ts';
import { tipoOcorrencia } from './tipo-ocorrencia.registry.ts';

const context = { today: '2026-11-20', settings: {}, can: program };

it('RUL-093: descricao is required', () => {
  expect(check(tipoOcorrencia, { descricao: ' ' }, context)).toEqual({
    ok: false,
    issues: [{ field: 'descricao', message: 'Descrição é obrigatória' }],
  });
});

it('wants the end of an occurrence after its beginning', () => {
  const ocorrencia = { colaborador: 1, ocorrencia: 2, dataIni: '2026-05-02', dataFim: '2026-05-01' };
  expect(check(colaboradoresOcorrencias, ocorrencia, context)).toEqual({
    ok: false,
    issues: [{ field: 'dataFim', message: 'Data final inferior à data inicial.' }],
  });
});
