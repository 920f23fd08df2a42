import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { caepf } from '#kit/br/caepf.ts';
import { cno } from '#kit/br/cno.ts';
import { cnpj } from '#kit/br/cnpj.ts';
import { check } from '#kit/form/check.ts';
import { ambientes } from './ambientes.registry.ts';

const proprio = {
  nomeAmbiente: 'Oficina',
  data: '2026-01-01',
  localAmbiente: '1',
  chaveOpcaoTipoEstabelecimentoProprio: 'E',
  estabelecimento: { id: 1 },
};
const terceiro = { nomeAmbiente: 'Cliente', data: '2026-01-01', localAmbiente: '2' };
const judged = (input: object) => check(ambientes, input, { today: '2026-11-20', settings: {}, can: program });
const faults = (input: object) => {
  const checked = judged(input);
  return checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`);
};

describe('an environment', () => {
  it('RUL-424: asks a name of at most 100 characters', () => {
    expect(faults(proprio)).toEqual([]);
    expect(faults({ ...proprio, nomeAmbiente: ' ' })).toEqual(['nomeAmbiente: Nome é obrigatório']);
    expect(faults({ ...proprio, nomeAmbiente: 'x'.repeat(100) })).toEqual([]);
    expect(faults({ ...proprio, nomeAmbiente: 'x'.repeat(101) })).toEqual([expect.stringMatching(/^nomeAmbiente: /)]);
  });

  it('RUL-425: does not end before it begins', () => {
    expect(faults({ ...proprio, dataValidade: '2026-01-01' })).toEqual([]);
    expect(faults({ ...proprio, dataValidade: '2025-12-31' })).toEqual([
      'dataValidade: Data Encerramento inferior `A partir da data`.',
    ]);
  });

  it('RUL-426: asks the establishment of an own one', () => {
    expect(faults({ ...proprio, estabelecimento: null })).toEqual(['estabelecimento: Estabelecimento é requerido']);
  });

  it('RUL-427: asks the site of an own one', () => {
    const naObra = { ...proprio, chaveOpcaoTipoEstabelecimentoProprio: 'O' };
    expect(faults(naObra)).toEqual(['obra: Obra é obrigatória']);
    expect(judged({ ...naObra, obra: { id: 3 } })).toMatchObject({ ok: true, value: { obra: 3, estabelecimento: null } });
  });

  it('RUL-428: takes a valid CAEPF of a third party', () => {
    const outro = { ...terceiro, tipoInscricaoDeTerceiro: '3' };
    expect(faults({ ...outro, caepf: caepf.sample(1) })).toEqual([]);
    expect(faults({ ...outro, caepf: '123' })).toEqual(['caepf: CAEPF inválido']);
  });

  it('RUL-429: takes a valid CNPJ of a third party', () => {
    const outro = { ...terceiro, tipoInscricaoDeTerceiro: '1' };
    expect(faults({ ...outro, cnpj: cnpj.sample(1) })).toEqual([]);
    expect(faults({ ...outro, cnpj: '11222333000182' })).toEqual(['cnpj: CNPJ inválido.']);
  });

  it('RUL-430: asks a valid CNO of a third party', () => {
    const outro = { ...terceiro, tipoInscricaoDeTerceiro: '4' };
    const right = cno.sample(1);
    const wrong = right.slice(0, -1) + ((Number(right.at(-1)) + 1) % 10);
    expect(faults({ ...outro, cno: right })).toEqual([]);
    expect(faults(outro)).toEqual(['cno: CNO é obrigatório']);
    expect(faults({ ...outro, cno: wrong })).toEqual(['cno: CNO inválido']);
  });

  it('keeps nothing of the kind of place that it is not', () => {
    expect(judged({ ...proprio, cnpj: 'qualquer', tipoInscricaoDeTerceiro: '9' })).toMatchObject({
      ok: true,
      value: { cnpj: null, tipoInscricaoDeTerceiro: null, obra: null },
    });
  });
});
