import { Button, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps, DeedView } from '#kit/registry/view.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './ver-como.module.css';

const NOTHING = defineForm({ fields: {} });

/** Asks before the system is seen as the user, or the profile, of the record. */
function VerComo({ path, record, onClose }: DeedProps) {
  const session = useSession();
  const navigate = useNavigate();
  const isProfile = path === 'utilitario/perfis';
  return (
    <FormDialog
      form={NOTHING}
      title="Ver como"
      ok="Ver como"
      send={async () => {
        await api.post(`/api/${path}/${record.id}/ver-como`, {}, { silent: true });
        await navigate('/');
        await session.renew();
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          Você verá o sistema como {isProfile ? 'quem tem o perfil' : ''} <b>{String(record.nome)}</b>, nesta empresa, sem alterar
          nada.
        </Text>
        <Text c="dimmed" size="sm">
          {isProfile
            ? 'As áreas continuam as suas, porque um perfil não responde por nenhuma. '
            : 'Mensagens e avisos continuam os seus: os da outra pessoa não aparecem. '}
          O começo e o fim ficam no log, e tudo o que você ler fica em seu nome.
        </Text>
      </Stack>
    </FormDialog>
  );
}

export const verComo: DeedView = { icon: <IconEye size={18} stroke={1.8} />, dialog: VerComo };

/** Stands above everything while the system is seen as somebody else. */
export function VerComoBar() {
  const { vendoComo, renew } = useSession();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  if (!vendoComo) return null;
  const leave = async () => {
    setLeaving(true);
    try {
      await api.delete('/api/userinfo/ver-como');
      await navigate('/');
      await renew();
    } finally {
      setLeaving(false);
    }
  };
  return (
    <aside aria-label="Ver como" className={`${classes.bar} vinculo-no-print`}>
      <IconEye size={18} stroke={1.8} aria-hidden="true" />
      <span className={classes.text}>
        <span className={classes.long}>Você está vendo o sistema como </span>
        <span className={classes.short}>Vendo como </span>
        <b>{vendoComo.tipo === 'perfil' ? `perfil ${vendoComo.nome}` : vendoComo.nome}</b>
        <span className={classes.long}>{vendoComo.tipo === 'perfil' ? ', com as suas áreas' : ''}. Nada pode ser alterado.</span>
      </span>
      <Button size="compact-sm" variant="white" color="dark" loading={isLeaving} onClick={() => void leave()}>
        Sair
      </Button>
    </aside>
  );
}
