import { Radio, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FieldFilter } from '#kit/fields/filters.web.tsx';
import { OF_IMPORT } from '#kit/query/list-query.ts';
import type { ListState } from '#kit/query/list-state.ts';
import { PastDayInput } from '#kit/ui/inputs/day-slider.web.tsx';
import type { OfferedFilter } from './filter-words.web.tsx';

interface Props {
  filter: OfferedFilter;
  values: ListState['filters'];
  onChange: (patch: Record<string, string>) => void;
}

/** The inputs of a filter; the first of them has the focus. */
export function FilterEditor({ filter: { name, label, field }, values, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The chip's own trap of the focus found nothing to give it to, if the programs of the inputs came after it.
  useEffect(() => box.current?.querySelector<HTMLElement>('input, button, select')?.focus(), []);
  return (
    <div ref={box}>
      {field ? (
        <FieldFilter name={name} field={field} values={values} onChange={onChange} />
      ) : name === OF_IMPORT ? (
        <ImportChoice value={values[name] ?? ''} onChange={(text) => onChange({ [name]: text })} />
      ) : (
        <PastDayInput label={label} value={values[name] ?? ''} onChange={(day) => onChange({ [name]: day })} />
      )}
    </div>
  );
}

/** Which records of an import: all that it wrote, or those that it made or changed. */
function ImportChoice({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [id = '', done = ''] = value.split('-');
  return (
    <Radio.Group label="Registros da importação" value={done} onChange={(next) => onChange(next === '' ? id : `${id}-${next}`)}>
      <Stack gap={6} mt={6}>
        <Radio value="" label="Todos os gravados" />
        <Radio value="incluidos" label="Incluídos" />
        <Radio value="atualizados" label="Atualizados" />
      </Stack>
    </Radio.Group>
  );
}
