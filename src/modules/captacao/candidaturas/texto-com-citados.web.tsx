import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type InputProps, textFrame, useInput } from '#kit/fields/input-state.web.ts';
import { idsOf, loadOptions, type Named } from '#kit/fields/options.web.ts';
import { citacaoEm } from './citacao.ts';
import classes from './registro.module.css';

const MAIS = 6;
const usuarios = loadOptions('utilitario/usuarios');

/** The text of a note: `@Raf` proposes users, and whoever is chosen stands in 'Citar' too. */
export function TextoComCitados(props: InputProps) {
  const input = useInput<string | null>(props);
  const { getValues, setValue } = useFormContext();
  const lugar = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(0);
  const lista = useCombobox();
  const texto = input.value ?? '';
  const citacao = citacaoEm(texto, cursor);
  const { data = [] } = useQuery({
    queryKey: ['opcoes', 'utilitario/usuarios', 'citar', citacao?.busca],
    queryFn: ({ signal }) => usuarios(citacao?.busca ?? '', signal),
    enabled: citacao !== null,
    placeholderData: (antes) => (citacao ? antes : undefined),
    staleTime: 30_000,
    retry: false,
  });
  const propostos = citacao ? data.filter(({ note }) => !note).slice(0, MAIS) : [];

  const isOffering = propostos.length > 0;
  const primeiro = propostos[0]?.value;
  const { selectFirstOption } = lista;
  useEffect(() => {
    if (primeiro !== undefined) selectFirstOption();
  }, [primeiro, selectFirstOption]);

  const cita = (id: number) => {
    const quem = propostos.find(({ value }) => value === id);
    if (!quem || !citacao) return;
    const antes = `${texto.slice(0, citacao.de)}@${quem.label} `;
    input.onChange(antes + texto.slice(cursor).replace(/^ /, ''));
    const citados = (getValues('mencionados') ?? []) as Named[];
    if (!idsOf(citados).includes(id))
      setValue('mencionados', [...citados, { id, nome: quem.label }], { shouldDirty: true, shouldValidate: true });
    setCursor(antes.length);
    lista.closeDropdown();
    requestAnimationFrame(() => lugar.current?.setSelectionRange(antes.length, antes.length));
  };

  return (
    <Combobox store={lista} onOptionSubmit={(id) => cita(Number(id))} position="bottom-start" shadow="md" withinPortal>
      <Combobox.Target withKeyboardNavigation={isOffering}>
        <Textarea
          {...textFrame(input)}
          ref={lugar}
          value={texto}
          onChange={(event) => {
            input.onChange(event.currentTarget.value);
            setCursor(event.currentTarget.selectionStart);
            lista.openDropdown();
          }}
          onKeyUp={(event) => setCursor(event.currentTarget.selectionStart)}
          onClick={(event) => setCursor(event.currentTarget.selectionStart)}
          // Escape closes the proposals, not the dialog.
          data-mantine-stop-propagation={(isOffering && lista.dropdownOpened) || undefined}
          autosize
          minRows={3}
          maxRows={12}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOffering} className={classes.propostos}>
        <Combobox.Options aria-label="Quem citar">
          {propostos.map(({ value, label, detail }) => (
            <Combobox.Option key={value} value={String(value)} className={classes.citado}>
              {[label, detail].filter(Boolean).join(' · ')}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
