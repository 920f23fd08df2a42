import { type Control, type FieldValues, useFormContext } from 'react-hook-form';
import { fold } from '#kit/br/text.ts';
import { ApiError, api, type Query } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Field } from './field.ts';
import { besidePath, fieldsAround, useFormFields } from './form-fields.web.ts';
import { idOf, type Named } from './options.web.ts';

interface Address {
  logradouro: string;
  bairro: string;
  cidade: string;
  uf: string;
  estado: string;
}

/** Asks the server, which asks the postal-code service; else says why there is no answer, and that the address is typed. */
const lookUpCep = (cep: string): Promise<Address | null> =>
  api.get<Address>(`/api/geral/cep/${cep}`, undefined, { quiet: true, silent: true }).catch((error: unknown) => {
    toast.info(
      error instanceof ApiError ? error.message : 'A consulta de CEP não está disponível. Preencha o endereço manualmente.',
    );
    return null;
  });

/** Address field → its value in the service's answer. */
const meanings: readonly [RegExp, (address: Address, field: Field) => string | undefined][] = [
  [/^(logradouro|endereco|rua)$/i, (address) => address.logradouro],
  [/^bairro$/i, (address) => address.bairro],
  [/^(cidade|municipio|localidade)$/i, (address) => address.cidade],
  [/^(uf|estado)$/i, (address, { kind }) => (kind === 'ref' ? address.estado : address.uf)],
];

/** Fills the address fields beside a CEP; fields that the service does not know are left unchanged. */
export function useCepFill(_control: Control, path: string): (cep: string) => Promise<void> {
  const fields = useFormFields();
  // An input outside of a provider (a filter) has no neighbours to fill.
  const form = useFormContext<FieldValues>() as ReturnType<typeof useFormContext<FieldValues>> | null;
  return async (cep) => {
    const address = await lookUpCep(cep);
    if (!address || !form) return;
    for (const [name, field] of Object.entries(fieldsAround(fields, path))) {
      const text = meanings.find(([pattern]) => pattern.test(name))?.[1](address, field);
      if (!text) continue;
      const outer = field.within === undefined ? null : idOf(form.getValues(besidePath(path, field.within)));
      const value =
        field.kind === 'ref'
          ? await named(field.target, text, outer === null ? {} : { [field.within ?? '']: outer })
          : field.options
            ? codeOf(field.options, text)
            : text;
      // A reference chosen within another record must not stay: another state has other cities.
      if (value !== null || field.within !== undefined)
        form.setValue(besidePath(path, name), value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
  };
}

const codeOf = (options: Readonly<Record<string, string>>, text: string) =>
  Object.entries(options).find(([code, label]) => fold(code) === fold(text) || fold(label) === fold(text))?.[0] ?? null;

/** The only record of that name; undefined when there are several, and the user chooses. */
async function named(target: string, text: string, within: Query): Promise<Named | null> {
  const options = await api
    .get<Named[]>(`${target}/opcoes`, { ...within, busca: text }, { quiet: true, silent: true })
    .catch(() => []);
  const [found, other] = options.filter(({ nome }) => fold(nome) === fold(text));
  return found && !other ? found : null;
}
