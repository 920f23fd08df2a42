import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { ListPageProps } from '#kit/registry/view.web.tsx';

/** The way from the list to the table of occupations. */
export const AcoesDosCargos = ({ path, registry }: ListPageProps) =>
  useCan()(`${registry.authority}_EDITAR`) ? (
    <Button
      component={Link}
      to={`/${path}/cbo`}
      variant="default"
      leftSection={<IconListCheck size={18} stroke={1.8} aria-hidden />}
    >
      Escolher da CBO
    </Button>
  ) : null;
