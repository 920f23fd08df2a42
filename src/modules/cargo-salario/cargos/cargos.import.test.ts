import { expect, it } from 'vitest';
import { findHeading } from '#kit/import/heading.ts';
import { importFields, recordOf } from '#kit/import/import.ts';
import { areasOrganizacionais } from '../areas-organizacionais/areas-organizacionais.registry.ts';
import { importacaoDeCargos } from './cargos.import.ts';
import { cargos } from './cargos.registry.ts';

const fieldsOf = async (fields: ReturnType<typeof importFields>, ...titles: string[]) =>
  (await findHeading([titles, titles.map(() => 'x')], fields, () => undefined)).colunas.map(({ campo }) => campo);

it('a list of areas and one of positions are read by the titles that people give them', async () => {
  const areas = importFields(areasOrganizacionais, undefined, {});
  expect(await fieldsOf(areas, 'Área', 'Área superior')).toEqual(['nome', 'areaMae']);
  expect(await fieldsOf(areas, 'Nome', 'Área mãe')).toEqual(['nome', 'areaMae']);
  const positions = importFields(cargos, importacaoDeCargos, {});
  expect(await fieldsOf(positions, 'Cargo', 'Setor')).toEqual(['nome', 'areasOrganizacionais']);
});

it('a position without a name of the market has its own there', () => {
  expect(recordOf(cargos, importacaoDeCargos, { nome: 'Padeiro' })).toMatchObject({ nome: 'Padeiro', nomeMercado: 'Padeiro' });
  const both = { nome: 'Padeiro', nomeMercado: 'Padeiro Pleno' };
  expect(recordOf(cargos, importacaoDeCargos, both)).toMatchObject(both);
});
