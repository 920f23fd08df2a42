import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import type { Field } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import { columnOf, listTable } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { RESPONSAVEIS, TALENTO } from '#modules/estrutura/public.server.ts';
import { areasOrganizacionais } from './areas-organizacionais/areas-organizacionais.registry.ts';
import { cargos } from './cargos/cargos.registry.ts';
import { atitudes, conhecimentos, habilidades } from './competencias/tipos-competencia.ts';
import { indices } from './indices/indices.registry.ts';

const long = (length: number) => 'x'.repeat(length);
const cargo = { nome: 'Analista', nomeMercado: 'Analista', areasOrganizacionais: [{ id: 1 }] };
const competencia = { nome: 'Excel', areasOrganizacionais: [1] };
const indice = { nome: 'Salário Mínimo', historicos: [{ data: '2026-01-01', valor: 1_518 }] };

it.each<[rule: string, registry: AnyRegistry, input: object, fields: string[]]>([
  ['RUL-256', areasOrganizacionais, { nome: ' ' }, ['nome']],
  ['RUL-256', areasOrganizacionais, { nome: long(61) }, ['nome']],
  ['RUL-256', areasOrganizacionais, { nome: long(60) }, []],
  ['RUL-257', areasOrganizacionais, { nome: 'RH', emailsNotificacoes: ['rh@exemplo.com.br', 'rh@'] }, ['emailsNotificacoes.1']],
  ['RUL-258', conhecimentos, { ...competencia, nome: long(101) }, ['nome']],
  ['RUL-259', habilidades, { ...competencia, areasOrganizacionais: [] }, ['areasOrganizacionais']],
  ['RUL-260', atitudes, { ...competencia, competencias: [{ descricao: long(251) }] }, ['competencias.0.descricao']],
  ['RUL-261', cargos, { ...cargo, nome: '  ' }, ['nome']],
  ['RUL-262', cargos, { ...cargo, nomeMercado: long(101) }, ['nomeMercado']],
  ['RUL-263', cargos, { ...cargo, areasOrganizacionais: [] }, ['areasOrganizacionais']],
  ['RUL-263', cargos, cargo, []],
  ['RUL-272', indices, { ...indice, nome: long(41) }, ['nome']],
  ['RUL-273', indices, { ...indice, historicos: [{ valor: 1 }] }, ['historicos.0.data']],
  ['RUL-273', indices, indice, []],
])('%s judges %o', (_rule, registry, input, fields) => {
  const checked = check(registry, input, { today: '2026-11-20', settings: {}, can: program });
  expect(checked.ok ? [] : checked.issues.map(({ field }) => field)).toEqual(fields);
});

it.each(['empresaEResponsaveis', 'empresaECoresponsaveis'] as const)(
  'the names of the table of %s in SQL are those declared',
  (lista) => {
    expect(RESPONSAVEIS[lista]).toBe(listTable(areasOrganizacionais, lista));
    const pessoa: Field | undefined = areasOrganizacionais.fields[lista].fields?.colaboradorDTO;
    expect(pessoa && columnOf('colaboradorDTO', pessoa)).toBe(TALENTO);
  },
);
