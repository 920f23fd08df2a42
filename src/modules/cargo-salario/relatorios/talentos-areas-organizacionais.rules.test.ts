import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { talentosAreasOrganizacionais, talentosCargos } from './talentos.report.ts';

const context = { today: '2026-11-20', settings: {}, can: program };

describe.each([talentosAreasOrganizacionais, talentosCargos])('$id', ({ filterForm }) => {
  const faults = (input: object) => {
    const checked = check(
      filterForm,
      { filtrarPor: '1', areasIds: [1], statusSolicitacao: 'T', ordenarPor: 'N', ...input },
      context,
    );
    return checked.ok ? [] : checked.issues;
  };

  it('RUL-158: asks areas when filtered by area', () => {
    expect(faults({ areasIds: [] })).toEqual([{ field: 'areasIds', message: 'Áreas Organizacionais são obrigatórias' }]);
    expect(faults({})).toEqual([]);
  });

  it('RUL-159: asks positions when filtered by group, or a group, which stands for its positions', () => {
    expect(faults({ filtrarPor: '2', cargosIds: [] })).toEqual([
      { field: 'gruposOcupacionaisIds', message: 'Grupos Ocupacionais são obrigatórios' },
      { field: 'cargosIds', message: 'Grupos Ocupacionais são obrigatórios, ou os cargos' },
    ]);
    expect(faults({ filtrarPor: '2', areasIds: null, gruposOcupacionaisIds: [1] })).toEqual([]);
    expect(faults({ filtrarPor: '2', areasIds: null, cargosIds: [1] })).toEqual([]);
  });

  it('counts only the lists of the way chosen: the others are not on the screen', () => {
    const lists = { areasIds: [1], gruposOcupacionaisIds: [2], cargosIds: [3] };
    const counted = (filtrarPor: string) => {
      const checked = check(filterForm, { filtrarPor, ...lists, statusSolicitacao: 'T', ordenarPor: 'N' }, context);
      if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
      const { areasIds, gruposOcupacionaisIds, cargosIds } = checked.value;
      return { areasIds, gruposOcupacionaisIds, cargosIds };
    };
    expect(counted('1')).toEqual({ ...lists, gruposOcupacionaisIds: [], cargosIds: [] });
    expect(counted('2')).toEqual({ ...lists, areasIds: [] });
  });

  it('RUL-160: asks by what to filter and whose situation', () =>
    expect(faults({ filtrarPor: null, statusSolicitacao: null })).toEqual([
      { field: 'filtrarPor', message: 'Filtrar por é obrigatório' },
      { field: 'statusSolicitacao', message: 'Situação é obrigatória' },
    ]));
});
