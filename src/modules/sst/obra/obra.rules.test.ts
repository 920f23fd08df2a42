import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { cno } from '#kit/br/cno.ts';
import { cnpj } from '#kit/br/cnpj.ts';
import { check } from '#kit/form/check.ts';
import { obra } from './obra.registry.ts';

const propria = { nome: 'Torre A', tipo: '1', numeroInscricao: cno.format(cno.sample(1)), estabelecimentoResponsavelId: 1 };
const judged = (more: object) => check(obra, { ...propria, ...more }, { today: '2026-11-20', settings: {}, can: program });
const faults = (more: object) => {
  const checked = judged(more);
  return checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`);
};

it('RUL-480: asks name, kind and responsible establishment', () => {
  expect(faults({ nome: '', tipo: null, estabelecimentoResponsavelId: null }).map((fault) => fault.split(':')[0])).toEqual([
    'nome',
    'tipo',
    'estabelecimentoResponsavelId',
  ]);
});

it('RUL-481: asks a valid number of registration', () => {
  expect(judged({})).toMatchObject({ ok: true, value: { numeroInscricao: cno.sample(1) } });
  expect(faults({ numeroInscricao: '' })).toEqual(['numeroInscricao: Número de inscrição é obrigatório']);
  expect(faults({ numeroInscricao: '123456789012' })).toEqual(['numeroInscricao: Número de inscrição inválido']);
});

it('RUL-482: asks a CNO of an own site, and takes a CNPJ of another', () => {
  expect(faults({ numeroInscricao: cnpj.sample(1) })).toEqual(['numeroInscricao: Número de inscrição inválido']);
  expect(faults({ tipo: '2', numeroInscricao: cnpj.sample(1) })).toEqual([]);
});
