import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import {
  IconBuilding,
  IconCalendarShare,
  IconCheck,
  IconChevronDown,
  IconDevices,
  IconKey,
  IconLogout,
  IconUserEdit,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from '#kit/client/toast.web.ts';
import { leaveUnsaved } from '#kit/form/use-unsaved-guard.web.ts';
import { later } from '#kit/ui/later.web.tsx';
import { leafAt, leavesOf } from '#platform/menu/menu-leaves.ts';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './layout.module.css';

const CalendarDialog = later(() => import('#platform/calendario/calendar-dialog.web.tsx').then((m) => m.CalendarDialog));
const ChangePasswordDialog = later(() => import('#platform/session/change-password.web.tsx').then((m) => m.ChangePasswordDialog));
const OwnDataDialog = later(() => import('#platform/session/own-data.web.tsx').then((m) => m.OwnDataDialog));
const OwnSessionsDialog = later(() => import('#platform/session/own-sessions.web.tsx').then((m) => m.OwnSessionsDialog));

const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
};

/** The user's menu: 'Atualizar Meus Dados', 'Alterar Minha Senha', 'Minhas Sessões' and 'Sair'. */
export function UserMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const [isChanging, setIsChanging] = useState(false);
  const [isUpdating, setIsUpdating] = useState(false);
  const [isListing, setIsListing] = useState(false);
  const [isSubscribing, setIsSubscribing] = useState(false);
  const name = session.usuario?.nome ?? '';
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <UnstyledButton
            aria-label={`${initialsOf(name)}: menu de ${name}`}
            style={{ display: 'flex', alignItems: 'center', gap: 8, borderRadius: 16 }}
          >
            <Avatar size={32} radius="xl" color="marca" variant="light" alt="">
              {initialsOf(name)}
            </Avatar>
            <IconChevronDown size={16} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{name}</Menu.Label>
          {session.can('ROLE_CAD_INFO_PESSOAL') && (
            <Menu.Item leftSection={<IconUserEdit size={16} aria-hidden="true" />} onClick={() => setIsUpdating(true)}>
              Atualizar Meus Dados
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKey size={16} aria-hidden="true" />} onClick={() => setIsChanging(true)}>
            Alterar Minha Senha
          </Menu.Item>
          <Menu.Item leftSection={<IconDevices size={16} aria-hidden="true" />} onClick={() => setIsListing(true)}>
            Minhas Sessões
          </Menu.Item>
          <Menu.Item leftSection={<IconCalendarShare size={16} aria-hidden="true" />} onClick={() => setIsSubscribing(true)}>
            Meu Calendário
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden="true" />}
            onClick={async () => {
              if (!(await leaveUnsaved())) return;
              await session.logout();
              await navigate('/login');
            }}
          >
            Sair
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isUpdating && <OwnDataDialog onClose={() => setIsUpdating(false)} />}
      {isSubscribing && <CalendarDialog onClose={() => setIsSubscribing(false)} />}
      {isListing && <OwnSessionsDialog onClose={() => setIsListing(false)} />}
      {isChanging && <ChangePasswordDialog onClose={() => setIsChanging(false)} />}
    </>
  );
}

/** The present company; a menu when there are others. Changing it keeps the screen, without the record, where it exists there. */
export function CompanySwitch() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { empresa, empresas } = session;
  if (!empresa) return null;
  const label = (
    <>
      <IconBuilding size={18} stroke={1.6} aria-hidden="true" />
      <span>{empresa.nome}</span>
    </>
  );
  if (empresas.length < 2) return <div className={classes.company}>{label}</div>;
  const change = async (id: number) => {
    if (id === empresa.id || !(await leaveUnsaved())) return;
    const kept = leafAt(leavesOf(session.menu), pathname)?.caminho ?? '/';
    await navigate(kept);
    const there = leavesOf(await session.switchCompany(id)).some(({ caminho }) => caminho === kept);
    await navigate(there ? kept : '/', { replace: true });
    toast.success('Empresa alterada com sucesso.');
  };
  return (
    <Menu position="bottom-end" shadow="md" width={300}>
      <Menu.Target>
        <UnstyledButton className={classes.company} aria-label={`Empresa: ${empresa.nome}`} p={6}>
          {label}
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        <Menu.Label>Empresa</Menu.Label>
        {empresas.map(({ id, nome }) => (
          <Menu.Item
            key={id}
            rightSection={id === empresa.id ? <IconCheck size={16} aria-label="atual" /> : null}
            onClick={() => void change(id)}
          >
            {nome}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
