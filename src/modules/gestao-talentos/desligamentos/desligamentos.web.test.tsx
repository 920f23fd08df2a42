// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { desligamentosView } from './desligamentos.web.tsx';

vi.mock('#kit/ui/confirm.web.tsx', () => ({ confirm: async () => true }));

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn<() => Promise<Response>>(async () =>
      Response.json({ code: 'SITUACAO_DO_DESLIGAMENTO', message: 'Este desligamento já foi cancelado.' }, { status: 400 }),
    ),
  );
});

test('a deed that the server refuses ends all the same, so that its list is asked anew', async () => {
  const row = { id: 7, status: 'D', colaborador: { id: 3, nome: 'Ana' }, data: '2026-01-05' };
  const cancelar = desligamentosView.rowActions?.(row).find(({ label }) => label === 'Cancelar desligamento');
  await expect(Promise.resolve(cancelar?.onClick?.())).resolves.toBeUndefined();
  expect(fetch).toHaveBeenCalledOnce();
});
