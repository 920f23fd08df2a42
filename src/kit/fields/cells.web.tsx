import { Anchor, ColorSwatch, Group, Image } from '@mantine/core';
import type { StoredFile } from '#kit/ui/inputs/upload.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import type { Field } from './field.ts';
import { fieldText } from './field-text.ts';
import { fileAddress } from './file-address.ts';
import { useNamed, useNames } from './options.web.ts';

interface CellProps {
  field: Field;
  value: unknown;
}

/** A value in a list. */
export function FieldCell({ field, value }: CellProps) {
  if (field.activity) {
    return <Pill tone={value ? 'good' : 'quiet'}>{value ? 'Ativo' : 'Inativo'}</Pill>;
  }
  const text = fieldText(field, value);
  if (text === '') return null;
  if (field.kind === 'ref' && typeof value === 'number') return <NameCell target={field.target} id={value} />;
  const tone = typeof value === 'string' ? field.tones?.[value] : undefined;
  if (tone) return <Pill tone={tone}>{text}</Pill>;
  if (field.kind === 'image') {
    const id = (value as { id?: number }).id;
    return id ? <Image src={fileAddress({ id })} alt={text} w={28} h={28} radius="sm" fit="cover" /> : null;
  }
  if (field.kind === 'file') {
    const id = (value as { id?: number }).id;
    return id ? (
      <Anchor href={fileAddress({ id })} inherit>
        {text}
      </Anchor>
    ) : null;
  }
  if (field.kind === 'files') {
    return (
      <Group gap={6}>
        {(value as StoredFile[]).map((file) => (
          <Anchor key={file.id} href={fileAddress(file)} inherit>
            {file.nome}
          </Anchor>
        ))}
      </Group>
    );
  }
  if (field.kind === 'color') {
    return (
      <Group gap={6} wrap="nowrap">
        <ColorSwatch color={text} size={14} />
        {text}
      </Group>
    );
  }
  // Old records may hold other texts; only these become links.
  if (field.kind === 'url' && /^https?:\/\//i.test(text)) {
    return (
      <Anchor href={text} target="_blank" rel="noreferrer" inherit>
        {text}
      </Anchor>
    );
  }
  return <>{text}</>;
}

/** The name of a record whose bare id is on the wire. All rows share one question; only what is beyond its answer is asked by id. */
function NameCell({ target, id }: { target: string; id: number }) {
  const { data } = useNames(target);
  const known = data?.find((one) => one.id === id);
  const [found] = useNamed(target, data && !known ? [id] : []);
  return <>{(known ?? found)?.nome ?? ''}</>;
}
