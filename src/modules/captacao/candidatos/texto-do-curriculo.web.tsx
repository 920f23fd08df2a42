import { Group } from '@mantine/core';
import { useController } from 'react-hook-form';
import type { InputProps } from '#kit/fields/input-state.web.ts';
import { LongTextInput } from '#kit/fields/text-inputs.web.tsx';
import { TextFile } from '#kit/ui/inputs/text-file.web.tsx';

/** The text of a CV, typed or from a text file. */
export function TextoInput(props: InputProps) {
  const { field } = useController({ control: props.control, name: props.path });
  return (
    <div>
      <LongTextInput {...props} />
      {!props.readOnly && (
        <Group mt="xs">
          <TextFile label="Carregar de um arquivo de texto" onText={field.onChange} />
        </Group>
      )}
    </div>
  );
}
