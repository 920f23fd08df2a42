import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '#kit/ui/section.web.tsx';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './home.module.css';
import { visitedScreens } from './visits.web.ts';

const SHOWN = 6;

const KINDS = [
  { value: 'last', label: 'Últimas' },
  { value: 'often', label: 'Mais usadas' },
];

/** The screens that the user opened last, or most often. */
export function ScreensBox() {
  const { usuario, menu } = useSession();
  const [kind, setKind] = useState('last');
  const visited = useMemo(() => visitedScreens(usuario?.id ?? 0, leavesOf(menu), SHOWN), [usuario?.id, menu]);
  const leaves = kind === 'last' ? visited.last : visited.often;
  return (
    <Section
      title="Telas"
      aside={
        leaves.length > 0 && <SegmentedControl size="xs" aria-label="Quais telas" data={KINDS} value={kind} onChange={setKind} />
      }
    >
      {leaves.length === 0 ? (
        <Text c="dimmed" size="sm">
          As telas que você abrir aparecem aqui. O menu leva à primeira.
        </Text>
      ) : (
        <ul className={classes.screens}>
          {leaves.map(({ titulo, caminho, trilha }) => (
            <li key={caminho}>
              <Anchor component={Link} to={caminho} fw={500} size="sm">
                {titulo}
              </Anchor>
              <Text size="xs" c="dimmed" truncate>
                {trilha.join(' / ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
