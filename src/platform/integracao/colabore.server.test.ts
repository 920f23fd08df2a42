import { expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { createColabore } from './colabore.server.ts';

it('an installation that knows no address says so', () =>
  expect(
    createColabore({}).envia({ settings: { statusColabore: 'Ativo' }, empresaId: 1 } as unknown as Acting, 'areas', {}),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('COLABORE_URL') }));
