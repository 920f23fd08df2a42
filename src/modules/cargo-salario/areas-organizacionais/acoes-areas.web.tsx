import { Button } from '@mantine/core';
import { IconListTree, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { ListPageProps } from '#kit/registry/view.web.tsx';
import { RelatorioDasAreas } from '../relatorios/areas-organizacionais.web.tsx';

/** Sends the tree to the mobile product; only where the company works with it. */
function EnviaColabore({ registry }: ListPageProps) {
  const can = useCan();
  const { statusColabore } = useActing().context.settings;
  const [busy, setBusy] = useState(false);
  if ((statusColabore ?? 'Inativo') === 'Inativo' || !can(`${registry.authority}_EDITAR`)) return null;
  const send = async () => {
    setBusy(true);
    await api.put('cargo-salario/areas-organizacionais/envia-colabore').then(
      () => toast.success('Áreas organizacionais enviadas ao ponto mobile.'),
      // The client has shown why.
      () => undefined,
    );
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconSend size={18} stroke={1.8} aria-hidden />}
      onClick={() => void send()}
    >
      Enviar ao ponto mobile
    </Button>
  );
}

export function AcoesDasAreas(props: ListPageProps) {
  const can = useCan();
  return (
    <>
      {can(`${props.registry.authority}_EDITAR`) && (
        <Button
          component={Link}
          to={`/${props.path}/lista`}
          variant="default"
          leftSection={<IconListTree size={18} stroke={1.8} aria-hidden />}
        >
          Incluir por lista
        </Button>
      )}
      <EnviaColabore {...props} />
      <RelatorioDasAreas />
    </>
  );
}
