import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { verComo } from './ver-como.web.tsx';

const PRONTOS = '/utilitario/perfis-prontos';

const UsarPronto = () =>
  useCan()('ROLE_CAD_PERFIL_EDITAR') ? (
    <Button component={Link} to={PRONTOS} variant="default" leftSection={<IconUserShield size={18} stroke={1.8} aria-hidden />}>
      Usar um perfil pronto
    </Button>
  ) : null;

export const perfisView: RegistryView = {
  deeds: { 'ver-como': verComo },
  listActions: UsarPronto,
  record: () => import('./perfil.web.tsx').then((m) => m.registro),
};
