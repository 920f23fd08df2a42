import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { ListPageProps } from '#kit/registry/view.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { historicosColaboradores } from './colaboradores.registry.ts';
import { HISTORICOS } from './lancamentos.web.ts';

/** The button of the list of entries; a list of one person's entries leads to a new one of theirs. */
export function InserirHistorico(_props: ListPageProps) {
  const can = useCan();
  const quem = useAddressId('colaborador');
  if (!can(`${historicosColaboradores.authority}_EDITAR`)) return null;
  return (
    <Button
      component={Link}
      to={`/${HISTORICOS}/new${quem === undefined ? '' : `?colaborador=${quem}`}`}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      Inserir
    </Button>
  );
}
