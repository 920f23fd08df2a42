import { expect, it } from 'vitest';
import { columnsOffered } from '#kit/query/list-column.ts';
import { tipoOcorrencia } from './tipo-ocorrencia.registry.ts';
import { tipoOcorrenciaView } from './tipo-ocorrencia.web.tsx';

it('the switches that nothing is reckoned by are offered by no list and asked by no form', () => {
  expect(columnsOffered(tipoOcorrencia, () => true).map(({ name }) => name)).toEqual(['descricao', 'absenteismo']);
  const asked = Object.keys(tipoOcorrencia.fields).filter((name) => !tipoOcorrenciaView.inputs?.[name]);
  expect(asked).toEqual(['descricao', 'absenteismo']);
});
