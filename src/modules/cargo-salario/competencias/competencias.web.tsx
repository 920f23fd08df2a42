import { IconExternalLink } from '@tabler/icons-react';
import { namedId } from '#kit/fields/bare.ts';
import type { RecordRow, RegistryView } from '#kit/registry/view.web.tsx';

const CADASTROS = [
  ['conhecimento', 'conhecimentos', 'ROLE_CAD_CONHECIMENTO'],
  ['habilidade', 'habilidades', 'ROLE_CAD_HABILIDADE'],
  ['atitude', 'atitudes', 'ROLE_CAD_ATITUDE'],
] as const;

/** The registry that holds a competency. */
function cadastroDe(row: RecordRow) {
  for (const [campo, caminho, authority] of CADASTROS) {
    const named = row[campo];
    if (named) return { to: `/cargo-salario/${caminho}/${namedId(named)}`, authority };
  }
  return null;
}

export const competenciasView: RegistryView = {
  rowActions: (row) => {
    const cadastro = cadastroDe(row);
    return cadastro ? [{ label: 'Abrir o cadastro', icon: <IconExternalLink size={18} stroke={1.8} />, ...cadastro }] : [];
  },
};
