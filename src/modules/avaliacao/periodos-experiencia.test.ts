import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { periodosExperiencia } from './periodos-experiencia.registry.ts';

it('RUL-305: dias is required', () => {
  const checked = check(
    periodosExperiencia,
    { nome: '45 dias', dias: null },
    { today: '2026-11-20', settings: {}, can: program },
  );
  expect(checked).toEqual({ ok: false, issues: [{ field: 'dias', message: 'Quantidade de Dias é obrigatória' }] });
});
