import { Button, Menu } from '@mantine/core';
import { IconArrowsExchange, IconChevronDown, IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { ListPageProps } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

const CopiarFaixa = later(() => import('./copiar-faixa.web.tsx').then((m) => m.CopiarFaixa));
const TransferirFaixas = later(() => import('./transferir-faixas.web.tsx').then((m) => m.TransferirFaixas));

/** Actions on bands besides editing one: a copy under another name, a move to another position. */
export function AcoesDasFaixas({ path, registry }: ListPageProps) {
  const can = useCan();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'copiar' | 'transferir' | null>(null);
  if (!can(`${registry.authority}_EDITAR`)) return null;
  const close = (isDone: boolean) => {
    setOpen(null);
    if (!isDone) return;
    void queries.invalidateQueries({ queryKey: ['registro', path] });
    void queries.invalidateQueries({ queryKey: ['opcoes', path] });
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            Ações
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setOpen('copiar')}>
            Copiar Faixa Salarial
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowsExchange size={16} aria-hidden />} onClick={() => setOpen('transferir')}>
            Transferir Faixas Salariais
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'copiar' && <CopiarFaixa onClose={close} />}
      {open === 'transferir' && <TransferirFaixas onClose={close} />}
    </>
  );
}
