import { type Control, type FieldValues, useFormContext } from 'react-hook-form';
import { fold } from '#kit/br/text.ts';
import { api } from '#kit/http/client.web.ts';
import { toast } from '#kit/ui/toast.web.ts';
import { fieldAt, useFormFields } from './form-fields.web.ts';
import type { Named } from './options.web.ts';

interface Address {
  logradouro: string;
  bairro: string;
  cidade: string;
  uf: string;
}

/** Asks the server, which asks the postal-code service; null when it knows nothing or cannot be reached, so that the user types on. */
const lookUpCep = (cep: string): Promise<Address | null> =>
  api.get<Address>(`/api/geral/cep/${cep}`, undefined, { quiet: true, silent: true }).catch(() => null);

/** What the names of address fields hold, of the service's answer. */
const meanings: readonly [RegExp, (address: Address) => string | undefined][] = [
  [/^(logradouro|endereco|rua)$/i, (address) => address.logradouro],
  [/^bairro$/i, (address) => address.bairro],
  [/^(cidade|municipio|localidade)$/i, (address) => address.cidade],
  [/^(uf|estado)$/i, (address) => address.uf],
];

/** Fills the address fields beside a CEP; whatever the service does not know stays as it is. */
export function useCepFill(_control: Control, path: string): (cep: string) => Promise<void> {
  const fields = useFormFields();
  // An input outside of a provider (a filter) has no neighbours to fill.
  const form = useFormContext<FieldValues>() as ReturnType<typeof useFormContext<FieldValues>> | null;
  const before = path.includes('.') ? `${path.slice(0, path.lastIndexOf('.'))}.` : '';
  return async (cep) => {
    const address = await lookUpCep(cep);
    if (!address) {
      toast.info('Não foi possível localizar o CEP. Preencha o endereço manualmente.');
      return;
    }
    if (!form) return;
    const siblings = before === '' ? fields : (fieldAt(fields, before.replace(/\.\d+\.$/, ''))?.fields ?? {});
    for (const [name, field] of Object.entries(siblings)) {
      const text = meanings.find(([pattern]) => pattern.test(name))?.[1](address);
      if (!text) continue;
      const value =
        field.kind === 'ref' ? await named(field.target ?? '', text) : field.options ? codeOf(field.options, text) : text;
      if (value !== null)
        form.setValue(`${before}${name}`, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
  };
}

const codeOf = (options: Readonly<Record<string, string>>, text: string) =>
  Object.entries(options).find(([code, label]) => fold(code) === fold(text) || fold(label) === fold(text))?.[0] ?? null;

async function named(target: string, text: string): Promise<Named | null> {
  const options = await api.get<Named[]>(`${target}/opcoes`, { busca: text }, { quiet: true, silent: true }).catch(() => []);
  return options.find(({ nome }) => fold(nome) === fold(text)) ?? null;
}
