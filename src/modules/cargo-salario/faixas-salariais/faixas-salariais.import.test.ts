import { expect, it } from 'vitest';
import { check } from '#kit/form/check.ts';
import { findHeading } from '#kit/import/heading.ts';
import { importFields, recordOf } from '#kit/import/import.ts';
import { importacaoDeFaixas } from './faixas-salariais.import.ts';
import { faixasSalariais } from './faixas-salariais.registry.ts';

const world = { today: '2026-11-23', settings: {}, can: () => true };

it('a sheet of positions, bands and amounts is read by the titles that people give them', async () => {
  const titles = ['Cargo', 'Faixa', 'CBO', 'Salário R$'];
  const { colunas } = await findHeading(
    [titles, ['Padeiro', 'I', '848305', '2.400,00']],
    importFields(faixasSalariais, importacaoDeFaixas, {}),
    () => undefined,
  );
  expect(colunas.map(({ campo }) => campo)).toEqual(['cargo', 'nome', 'codigoCBO', 'valor']);
});

it('a row makes a whole band, a position without a name of one its only band', () => {
  const record = recordOf(faixasSalariais, importacaoDeFaixas, {
    cargo: 1,
    codigoCBO: 2,
    valor: 2_400,
    aPartirDe: '2026-01-01',
  });
  expect(record).toMatchObject({ nome: 'I', historicos: [{ data: '2026-01-01', tipo: '3', valor: 2_400 }] });
  expect(check(faixasSalariais, record, world)).toMatchObject({ ok: true });
});

it('a row without an amount is asked for it in its own column', () => {
  const record = recordOf(faixasSalariais, importacaoDeFaixas, { cargo: 1, codigoCBO: 2 });
  const checked = check(faixasSalariais, record, world);
  const blamed = checked.ok ? [] : checked.issues.map(({ field }) => importacaoDeFaixas.blame?.(field, {}));
  expect(blamed).toEqual(['valor']);
});

it('the amount of a band that stands is not overwritten, and the row says where it changes', () => {
  const before = { valorAtual: '2000.00' };
  expect([...(importacaoDeFaixas.faults?.({ valor: '2400.00' }, before) ?? [])]).toMatchObject([{ campo: 'valor' }]);
  expect([...(importacaoDeFaixas.faults?.({ valor: 2_000 }, before) ?? [])]).toEqual([]);
});
