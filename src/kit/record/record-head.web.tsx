import { Avatar } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { daysBetween, formatDate, isDate, timeBetween } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import { activityOf, fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import { isAbsent } from '#kit/fields/sensitive.ts';
import type { AnyRegistry, Heading } from '#kit/registry/registry.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import classes from './record-head.module.css';

/** Days before a deadline from which it stands out. */
const SOON = 30;

interface Props {
  path: string;
  registry: AnyRegistry;
  record: RecordRow;
  title: string;
}

/** The head of a record's page, as its `headline` says: picture, state, lines under the name, time and what comes next. */
export const aboutRecord = (props: Props) => ({
  ...(props.registry.headline?.photo === undefined ? {} : { picture: <Photo {...props} /> }),
  badges: <State {...props} />,
  ...(props.registry.headline ? { lines: <Lines {...props} /> } : {}),
});

function Photo({ registry, record, title }: Props) {
  const { can } = useCheckContext();
  const name = registry.headline?.photo ?? '';
  const photo = isAbsent(registry.fields[name], can) ? undefined : (record[name] as { id: number } | null | undefined);
  return (
    <Avatar
      size="var(--photo-size)"
      radius="50%"
      className={classes.photo}
      color="marca"
      // The name stands beside it: neither a picture nor two letters of it say more.
      alt=""
      aria-hidden
      {...(photo ? { src: fileAddress(photo) } : { name: initialsOf(title) })}
    />
  );
}

/** First and last name: the two letters of the avatar. */
const initialsOf = (name: string) => {
  const words = name.split(' ').filter((word) => word.length > 2);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].filter(Boolean).join(' ');
};

/** What the server says of the record today. */
const useHeading = ({ path, registry, record: { id } }: Props): Heading | undefined =>
  useQuery({
    queryKey: ['registro', path, id, 'cabecalho'],
    queryFn: ({ signal }) => api.get<Heading>(`${path}/${id}/cabecalho`, {}, { quiet: true, silent: true, signal }),
    enabled: registry.headline?.asks === true,
    retry: false,
  }).data;

function State(props: Props) {
  const { registry, record } = props;
  const world = useCheckContext();
  const estado = useHeading(props)?.estado;
  const { headline, lifecycle, fields } = registry;
  if (estado) return <Pill tone={estado.tom}>{estado.texto}</Pill>;
  const said = headline?.says?.(record, world);
  if (said) return <Pill tone={said.tone}>{said.text}</Pill>;
  const name = headline?.state ?? lifecycle?.field ?? activityOf(fields);
  if (name === undefined || isAbsent(fields[name], world.can)) return null;
  return <FieldCell field={fieldOf(registry, name)} value={record[name]} />;
}

function Lines(props: Props) {
  const { registry, record } = props;
  const world = useCheckContext();
  const prazos = useHeading(props)?.prazos ?? [];
  const { lines = [], since } = registry.headline ?? {};
  const said = lines
    .filter((name) => !isAbsent(registry.fields[name], world.can))
    .map((name) => fieldText(fieldOf(registry, name), record[name]))
    .filter((text) => text !== '');
  const from = since && record[since.from];
  const until = since?.until === undefined ? null : record[since.until];
  const end = typeof until === 'string' && until < world.today ? until : world.today;
  const time = typeof from === 'string' && isDate(from) ? timeBetween(from, end) : '';
  return (
    <>
      {said.length > 0 && <div className={classes.lines}>{said.join(' · ')}</div>}
      {time !== '' && (
        <div className={classes.lines}>
          <b>{time}</b> · {`${end === world.today ? 'desde' : 'de'} ${formatDate(String(from))}`}
          {end !== world.today && ` a ${formatDate(end)}`}
        </div>
      )}
      {prazos.length > 0 && (
        <ul className={classes.deadlines} aria-label="Próximos prazos">
          {prazos.map(({ data, titulo }) => (
            <li
              key={`${data} ${titulo}`}
              className={classes.deadline}
              {...(daysBetween(world.today, data) <= SOON ? { 'data-soon': true } : {})}
            >
              <IconCalendarEvent size={14} stroke={1.8} aria-hidden />
              {`${titulo} · ${formatDate(data)}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
