import { IconFileTypePdf } from '@tabler/icons-react';
import { api, saveFile } from '#kit/client/client.web.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { fichaTalento } from './ficha-talento.report.ts';

/** 'Imprimir ficha' of a talent in the list. */
export const imprimirFicha = ({ id, nome }: RecordRow): RowAction => ({
  label: 'Imprimir ficha',
  icon: <IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />,
  authority: fichaTalento.authority,
  async onClick() {
    const got = await api.blob(`gestao-talentos/talentos/${id}/ficha`, {
      save: false,
      name: `Ficha do Talento - ${String(nome)}.pdf`,
    });
    if (got) saveFile(got.blob, got.name);
  },
});
