import { ColorInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type InputProps, textFrame, useInput } from './input-state.web.ts';

/** One line of text. The schema trims it and checks its length, so that a pasted text is never cut silently. */
export function LineInput(props: InputProps) {
  const input = useInput<string | null>(props);
  const { value, onChange } = input;
  const { kind } = props.field;
  return (
    <TextInput
      {...textFrame(input)}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode={kind === 'email' ? 'email' : kind === 'url' ? 'url' : undefined}
      placeholder={kind === 'url' ? 'https://' : undefined}
      autoComplete="off"
    />
  );
}

export function LongTextInput(props: InputProps) {
  const input = useInput<string | null>(props);
  const { value, onChange } = input;
  return (
    <Textarea
      {...textFrame(input)}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={props.bare ? 1 : 3}
      maxRows={12}
    />
  );
}

/** Several addresses: typed one by one, or pasted with commas, semicolons or spaces. */
export function EmailsInput(props: InputProps) {
  const { value, onChange, onBlur, frame, isReadOnly } = useInput<string[] | null>(props);
  return (
    <TagsInput
      {...frame}
      value={value ?? []}
      onChange={onChange}
      onBlur={onBlur}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      readOnly={isReadOnly}
      inputMode="email"
      placeholder={value?.length ? undefined : 'nome@exemplo.com.br'}
    />
  );
}

const swatches = ['#FF850A', '#E03131', '#C2255C', '#7048E8', '#1C7ED6', '#0CA678', '#66A80F', '#495057'];

export function ColourInput(props: InputProps) {
  const { value, onChange, onBlur, frame, isReadOnly } = useInput<string | null>(props);
  return (
    <ColorInput
      {...frame}
      value={value ?? ''}
      onChange={onChange}
      onBlur={onBlur}
      format="hex"
      swatches={swatches}
      readOnly={isReadOnly}
      eyeDropperButtonProps={{ 'aria-label': 'Escolher uma cor da tela' }}
    />
  );
}
