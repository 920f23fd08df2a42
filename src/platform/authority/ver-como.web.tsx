import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#kit/client/client.web.ts';
import type { DeedView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './ver-como.module.css';
import { BEFORE, loadAgain } from './ver-como-page.web.ts';

export const verComo: DeedView = {
  icon: <IconEye size={18} stroke={1.8} />,
  dialog: later(() => import('./ver-como-dialog.web.tsx').then((m) => m.VerComo)),
};

/** Stands above everything while the system is seen as somebody else. */
export function VerComoBar() {
  const { vendoComo } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  if (!vendoComo) return null;
  const leave = async () => {
    setLeaving(true);
    try {
      await api.delete('/api/userinfo/ver-como');
      const before = sessionStorage.getItem(BEFORE);
      sessionStorage.removeItem(BEFORE);
      loadAgain(before ?? '/');
    } catch {
      // The client has said why.
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
