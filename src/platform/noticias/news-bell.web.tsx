import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, Text, Title, UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { RichText } from '#kit/ui/rich-text.web.tsx';
import classes from './news.module.css';

/** A news item as document 3 §3 names its fields. */
export interface Noticia {
  id: number;
  titulo: string;
  texto: string;
  link: string | null;
  lida: boolean;
  criticidade: number;
  data: string;
}

const NOTICIAS = '/api/userinfo/usuario/noticias';
/** CON-021 */
const WIDTH = 400;
/** News are asked for again after so many milliseconds. */
const EVERY = 10 * 60_000;

/** RUL-397: news so critical open by themselves. */
export const opensByItself = ({ criticidade, lida }: Noticia): boolean => !lida && criticidade <= 0;

/** Acts as soon as no dialog and no menu is open: what somebody does, as searching with Ctrl+K, is not covered. Returns what ends the waiting. */
function whenNothingIsOpen(act: () => void): (() => void) | undefined {
  const isFree = () => document.querySelector('[role=dialog], [role=menu]') === null;
  if (isFree()) {
    act();
    return undefined;
  }
  const watch = new MutationObserver(() => {
    if (!isFree()) return;
    watch.disconnect();
    act();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  return () => watch.disconnect();
}

const criticality = (criticidade: number) =>
  criticidade < 0
    ? ({ name: 'urgente', tone: 'bad', label: 'Urgente' } as const)
    : criticidade === 0
      ? ({ name: 'importante', tone: 'waiting', label: 'Importante' } as const)
      : undefined;

/** Document 3 §2: the bell with the unread news, their list, and one in a dialog; it is read when the dialog is closed. */
export function NewsBell({ empresaId }: { empresaId: number | undefined }) {
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const heading = useId();
  const [isListed, setListed] = useState(false);
  const [open, setOpen] = useState<Noticia | null>(null);
  const {
    data = [],
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['noticias', empresaId],
    queryFn: ({ signal }) => api.get<Noticia[]>(NOTICIAS, {}, { quiet: true, silent: true, signal }),
    enabled: empresaId !== undefined,
    refetchInterval: EVERY,
  });
  const unread = data.filter(({ lida }) => !lida).length;

  // Once for each arrival at the start page; the next one waits for the next arrival.
  const opened = useRef(false);
  const critical = data.find(opensByItself);
  useEffect(() => {
    if (pathname !== '/') opened.current = false;
    else if (critical && !opened.current)
      return whenNothingIsOpen(() => {
        opened.current = true;
        setOpen(critical);
      });
    return undefined;
  }, [pathname, critical]);

  const close = async () => {
    const shown = open;
    setOpen(null);
    if (!shown || shown.lida) return;
    queries.setQueryData<Noticia[]>(['noticias', empresaId], (all) =>
      all?.map((one) => (one.id === shown.id ? { ...one, lida: true } : one)),
    );
    await api.put(`${NOTICIAS}/${shown.id}/lida`, undefined, { quiet: true, silent: true }).catch(() => refetch());
  };
  return (
    <>
      <Popover position="bottom-end" shadow="md" width={WIDTH} opened={isListed} onChange={setListed} trapFocus returnFocus>
        <Indicator label={unread > 99 ? '99+' : unread} size={17} offset={6} color="red.8" disabled={unread === 0}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              size="lg"
              color="gray"
              c="var(--mantine-color-text)"
              aria-label={unread === 0 ? 'Notícias' : `Notícias: ${counted(unread, 'não lida', 'não lidas')}`}
              aria-haspopup="dialog"
              onClick={() => setListed(!isListed)}
            >
              <IconBell size={20} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown aria-labelledby={heading} p="xs" maw="calc(100vw - 16px)">
          <Title order={2} fz={16} id={heading} px="xs" py={6}>
            Notícias
          </Title>
          {isError ? (
            <Fault message="Não foi possível carregar as notícias." isBusy={isFetching} onRetry={refetch} />
          ) : data.length === 0 ? (
            <Text size="sm" c="dimmed" px="xs" pb="xs">
              Nenhuma notícia por enquanto.
            </Text>
          ) : (
            <ScrollArea.Autosize mah={420} type="auto">
              <ul className={classes.news}>
                {data.map((noticia) => (
                  <NewsItem
                    key={noticia.id}
                    noticia={noticia}
                    onOpen={() => {
                      setListed(false);
                      setOpen(noticia);
                    }}
                  />
                ))}
              </ul>
            </ScrollArea.Autosize>
          )}
        </Popover.Dropdown>
      </Popover>
      {open && <NewsDialog noticia={open} onClose={() => void close()} />}
    </>
  );
}

function NewsItem({ noticia: { titulo, data, lida, criticidade }, onOpen }: { noticia: Noticia; onOpen: () => void }) {
  const how = criticality(criticidade);
  return (
    <li>
      <UnstyledButton className={classes.item} data-criticidade={how?.name} data-unread={!lida || undefined} onClick={onOpen}>
        <span className={classes.title}>
          {!lida && <span className="vinculo-hidden">Não lida: </span>}
          {titulo}
        </span>
        <span className={classes.about}>
          {how && <Pill tone={how.tone}>{how.label}</Pill>}
          <time dateTime={data}>{formatDate(data)}</time>
        </span>
      </UnstyledButton>
    </li>
  );
}

function NewsDialog({ noticia: { titulo, texto, link, data, criticidade }, onClose }: { noticia: Noticia; onClose: () => void }) {
  const how = criticality(criticidade);
  return (
    <Dialog onClose={onClose} title={titulo} size="lg">
      <Group gap="xs" mb="sm">
        {how && <Pill tone={how.tone}>{how.label}</Pill>}
        <Text size="sm" c="dimmed">
          {formatDate(data)}
        </Text>
      </Group>
      <RichText html={texto} />
      <Group justify="flex-end" mt="lg" gap="xs">
        {link && (
          <Button component="a" href={link} target="_blank" rel="noopener noreferrer" variant="default">
            Ler mais
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          Fechar
        </Button>
      </Group>
    </Dialog>
  );
}
