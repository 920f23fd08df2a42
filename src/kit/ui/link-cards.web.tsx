import { Anchor, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { counted, fold } from '#kit/br/text.ts';
import { Empty } from './empty.web.tsx';
import classes from './link-cards.module.css';

/** With more cards than this a search saves reading. */
const MANY = 6;

interface LinkCard {
  to: string;
  title: string;
  description?: string;
  icon: ReactNode;
  /** the heading that it stands below, with its neighbours of the same group */
  group?: string;
}

interface Props {
  cards: readonly LinkCard[];
  /** one and several of them: 'relatório', 'relatórios' */
  words: readonly [one: string, several: string];
}

/** Screens to choose from, a card each, with a search when there are many. */
export function LinkCards({ cards, words: [one, several] }: Props) {
  const [wanted, setWanted] = useState('');
  const words = fold(wanted).split(' ').filter(Boolean);
  const found = cards.filter(({ title, description = '' }) =>
    words.every((word) => fold(`${title} ${description}`).includes(word)),
  );
  return (
    <>
      {cards.length > MANY && (
        <TextInput
          aria-label={`Pesquisar ${one}`}
          placeholder={`Pesquisar ${one}`}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          mb="md"
          maw={420}
        />
      )}
      <Text className="vinculo-hidden" role="status">
        {counted(found.length, one, several)}
      </Text>
      {found.length === 0 ? (
        <Empty />
      ) : (
        [...Map.groupBy(found, ({ group = '' }) => group)].map(([group, some]) => (
          <Fragment key={group}>
            {group !== '' && (
              <Title order={2} className={classes.group}>
                {group}
              </Title>
            )}
            <Cards cards={some} />
          </Fragment>
        ))
      )}
    </>
  );
}

function Cards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul className={classes.list}>
      {cards.map(({ to, title, description, icon }) => (
        <li key={to} className={classes.item}>
          <span className={classes.icon} aria-hidden="true">
            {icon}
          </span>
          <div>
            <Anchor component={Link} to={to} className={classes.title}>
              {title}
            </Anchor>
            {description && (
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
