import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { emptyOf } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import { afastamentos } from './afastamentos.registry.ts';
import { type Classe, pendente } from './classes.ts';
import { colaboradorAfastamentos } from './colaborador-afastamentos.registry.ts';
import { faltasDaClasse } from './colaborador-afastamentos.rules.ts';

const context = { today: '2026-11-20', settings: {}, can: program };
const afastamento = { colaborador: { id: 1 }, afastamento: { id: 2 }, inicio: '2026-03-02', fim: '2026-03-10' };
const faltas = (input: object) => {
  const checked = check(colaboradorAfastamentos, { ...afastamento, ...input }, context);
  return checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`);
};

describe('afastamento do talento', () => {
  it('RUL-332: inicio is required', () => {
    expect(faltas({ inicio: '' })).toEqual(['inicio: Data de início do período é obrigatória.']);
    expect(faltas({ inicio: undefined })).toEqual(['inicio: Data de início do período é obrigatória.']);
    expect(faltas({ inicio: '2026-02-30' })).toEqual(['inicio: Data inválida']);
  });

  it('RUL-333: colaborador is required', () => {
    expect(faltas({ colaborador: null })).toEqual(['colaborador: Talento é obrigatório']);
  });

  it('RUL-334: the reason is required', () => {
    expect(faltas({ afastamento: null })).toEqual(['afastamento: Motivo é obrigatório']);
  });

  it('RUL-335: an assignment asks CNPJ and who pays', () => {
    expect(faltas({ classe: 'CESSAO_REQUISICAO' })).toEqual([
      'cnpj: CNPJ é obrigatório',
      'papelCessao: Ônus da cessão ou requisição é obrigatório',
    ]);
    expect(faltas({ classe: 'CESSAO_REQUISICAO', cnpj: '11.222.333/0001-81', papelCessao: 'CEDENTE' })).toEqual([]);
  });

  it('RUL-336: a union mandate asks CNPJ and who pays', () => {
    expect(faltas({ classe: 'MANDATO_SINDICAL' })).toEqual([
      'cnpj: CNPJ é obrigatório',
      'onus: Ônus da remuneração é obrigatório',
    ]);
    expect(faltas({ classe: 'MANDATO_SINDICAL', cnpj: '11222333000181', onus: 'SINDICATO' })).toEqual([]);
  });

  it('RUL-337: an elective mandate asks CNPJ, who pays and whether the pay of the cargo was chosen', () => {
    expect(faltas({ classe: 'MANDATO_ELETIVO' })).toEqual([
      'cnpj: CNPJ é obrigatório',
      'onus: Ônus da remuneração é obrigatório',
      'optouRemuneracaoCargo: Optou pela remuneração do cargo é obrigatório',
    ]);
    const completo = { classe: 'MANDATO_ELETIVO', cnpj: '11222333000181', onus: 'EMPREGADOR', optouRemuneracaoCargo: false };
    expect(faltas(completo)).toEqual([]);
    // An untouched form has told nothing: neither yes nor no.
    const aberta = emptyOf(colaboradorAfastamentos.fields.optouRemuneracaoCargo);
    expect(faltas({ ...completo, optouRemuneracaoCargo: aberta })).toEqual([
      'optouRemuneracaoCargo: Optou pela remuneração do cargo é obrigatório',
    ]);
    expect(check(colaboradorAfastamentos, { ...afastamento, classe: 'SIMPLES' }, context)).toMatchObject({
      value: { optouRemuneracaoCargo: null },
    });
  });

  it('RUL-253: AGUARDANDO and COM_ERRO are pending', () => {
    expect((['AGUARDANDO', 'COM_ERRO', 'SEM_ERRO', null] as const).map(pendente)).toEqual([true, true, false, false]);
  });

  it('drops what does not belong to the class', () => {
    const checked = check(
      colaboradorAfastamentos,
      { ...afastamento, classe: 'FERIAS_RECESSO', cnpj: '11222333000181', cid: 'M54', periodoAquisitivoIni: '2025-03-01' },
      context,
    );
    expect(checked).toMatchObject({ ok: true, value: { cnpj: null, cid: null, periodoAquisitivoIni: '2025-03-01' } });
  });

  it('takes a CID without its dot and in any case', () => {
    expect(faltas({ classe: 'ACIDENTE_DOENCA', cid: 'm545' })).toEqual([]);
    expect(faltas({ classe: 'ACIDENTE_DOENCA', cid: 'M54.' })).toEqual(['cid: CID inválido']);
  });

  it('wants the end after the beginning', () => {
    expect(faltas({ fim: '2026-03-01' })).toEqual(['fim: Data final inferior à data inicial.']);
  });

  it('judges by the class of the reason even when the sender says none', () => {
    const sem = (classe: Classe) => [...faltasDaClasse(classe, {})].map(({ field }) => field);
    expect(sem('MANDATO_SINDICAL')).toEqual(['cnpj', 'onus']);
    expect(sem('SIMPLES')).toEqual([]);
  });
});

it('keeps the flags of a mandate to its class', () => {
  const tipo = { descricao: 'Mandato', classe: 'SIMPLES', mandatoSindical: true, mandatoEletivo: true };
  const checked = check(afastamentos, tipo, context);
  expect(checked.ok ? [] : checked.issues.map(({ field }) => field)).toEqual(['mandatoSindical', 'mandatoEletivo']);
});
