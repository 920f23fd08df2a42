import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { BooleanInput, ChoiceInput, ChoicesInput } from './choice-inputs.web.tsx';
import { CivilDateInput, DurationInput, MonthInput, TimeInput } from './date-inputs.web.tsx';
import type { Kind } from './field.ts';
import { FileInput, FilesInput } from './file-inputs.web.tsx';
import { IdentityInput } from './identity-input.web.tsx';
import type { InputProps } from './input-state.web.ts';
import { NumberInput } from './number-input.web.tsx';
import { RefInput, RefsInput } from './reference-inputs.web.tsx';
import { ColourInput, EmailsInput, LineInput, LongTextInput } from './text-inputs.web.tsx';

const RichTextEditor = lazy(() => import('./rich-text-input.web.tsx').then((module) => ({ default: module.RichTextInput })));

const RichTextInput = (props: InputProps) => (
  <Suspense fallback={<Skeleton h={220} />}>
    <RichTextEditor {...props} />
  </Suspense>
);

/** Inputs of every kind except the child table, which contains them. */
const inputs: Readonly<Record<Exclude<Kind, 'rows'>, ComponentType<InputProps>>> = {
  text: LineInput,
  email: LineInput,
  url: LineInput,
  longText: LongTextInput,
  richText: RichTextInput,
  emails: EmailsInput,
  color: ColourInput,
  integer: NumberInput,
  number: NumberInput,
  money: NumberInput,
  percentage: NumberInput,
  date: CivilDateInput,
  month: MonthInput,
  time: TimeInput,
  duration: DurationInput,
  boolean: BooleanInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  ref: RefInput,
  refs: RefsInput,
  cpf: IdentityInput,
  cnpj: IdentityInput,
  pis: IdentityInput,
  cns: IdentityInput,
  tituloEleitor: IdentityInput,
  cno: IdentityInput,
  caepf: IdentityInput,
  cei: IdentityInput,
  cep: IdentityInput,
  telefone: IdentityInput,
  processo: IdentityInput,
  // The server fills it, so the form shows it as text.
  instant: LineInput,
  file: FileInput,
  image: FileInput,
  files: FilesInput,
};

/** The input of a field of any kind but `rows`, which does not nest. */
export function PlainInput(props: InputProps) {
  const { kind } = props.field;
  if (kind === 'rows') return null;
  const Input = inputs[kind];
  return <Input {...props} />;
}
