import { ActionIcon, Loader, TextInput, Tooltip } from '@mantine/core';
import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useCepFill } from './cep-lookup.web.ts';
import { type IdentityKind, identities } from './identity.ts';
import { type InputProps, textFrame, useInput } from './input-state.web.ts';

/** The mask, derived from what `format` makes of a sample. */
const maskLike = (shown: string, letters = false) =>
  [...shown].map((char) => (/\d/.test(char) ? (letters ? /[0-9A-Za-z]/ : /\d/) : char));

const digits = (length: number) => '9'.repeat(length);

function maskOf(kind: IdentityKind): MaskitoOptions {
  const { format, sample } = identities[kind];
  if (kind === 'cnpj') {
    return {
      // Since July 2026 the first twelve characters may be letters; the check digits are still digits.
      mask: maskLike(format(sample(1))).map((part, index) => (part instanceof RegExp && index < 15 ? /[0-9A-Za-z]/ : part)),
      postprocessors: [(state) => ({ ...state, value: state.value.toUpperCase() })],
    };
  }
  if (kind === 'telefone')
    return { mask: ({ value }) => maskLike(format(digits(value.replace(/\D/g, '').length > 10 ? 11 : 10))) };
  if (kind === 'processo')
    return { mask: ({ value }) => maskLike(format(digits(value.replace(/\D/g, '').length > 17 ? 20 : 17))) };
  if (kind === 'tituloEleitor')
    return { mask: ({ value }) => maskLike(format(digits(value.replace(/\D/g, '').length > 12 ? 13 : 12))) };
  return { mask: maskLike(format(sample(1))) };
}

const masks = new Map<IdentityKind, MaskitoOptions>();

/** One object for each kind, because Maskito restarts when it gets another one. */
function identityMask(kind: IdentityKind): MaskitoOptions {
  const known = masks.get(kind) ?? maskOf(kind);
  masks.set(kind, known);
  return known;
}

/** CPF, CNPJ and similar numbers: masked text in the form's state; the schema removes the mask. */
export function IdentityInput(props: InputProps) {
  const kind = props.field.kind as IdentityKind;
  const input = useInput<string | null>(props);
  const { value, onChange, isReadOnly } = input;
  const ref = useMaskito({ options: identityMask(kind) });
  return (
    <TextInput
      {...textFrame(input)}
      ref={ref}
      value={value ? identities[kind].format(value) : ''}
      onInput={(event) => onChange(event.currentTarget.value)}
      onChange={() => undefined}
      inputMode={kind === 'cnpj' ? 'text' : kind === 'telefone' ? 'tel' : 'numeric'}
      autoComplete="off"
      rightSection={kind === 'cep' && !isReadOnly ? <CepButton {...props} cep={value ?? ''} /> : undefined}
    />
  );
}

function CepButton({ cep, control, path }: InputProps & { cep: string }) {
  const fill = useCepFill(control, path);
  const [busy, setBusy] = useState(false);
  const isWhole = identities.cep.isValid(cep);
  return (
    <Tooltip label="Buscar endereço pelo CEP">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Buscar endereço pelo CEP"
        disabled={!isWhole || busy}
        onClick={async () => {
          setBusy(true);
          await fill(identities.cep.normalize(cep));
          setBusy(false);
        }}
      >
        {busy ? <Loader size={16} /> : <IconSearch size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
