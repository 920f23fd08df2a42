// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { api } from './client.web.ts';
import { toast } from './toast.web.ts';

test('RUL-190: an update without an id fails by itself: nothing is sent, and the user is told nothing', async () => {
  const asked = vi.fn<() => Promise<Response>>(async () => Response.json({}));
  vi.stubGlobal('fetch', asked);
  const told = [vi.spyOn(toast, 'warn'), vi.spyOn(toast, 'error')];
  const id: number | undefined = undefined;
  await expect(api.put(`captacao/candidatos/${id}`, {})).rejects.toThrow('No id in Entity');
  await expect(api.patch(`captacao/candidatos/${id}/exames-palografico`, {})).rejects.toThrow('No id in Entity');
  expect(asked).not.toHaveBeenCalled();
  for (const tell of told) expect(tell).not.toHaveBeenCalled();
  await api.put('captacao/candidatos/7', {});
  expect(asked).toHaveBeenCalledOnce();
});
