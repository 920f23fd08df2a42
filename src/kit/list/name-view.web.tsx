import { useMemo } from 'react';
import { boolean } from '#kit/fields/choice.ts';
import { text } from '#kit/fields/text.ts';
import { type AnyForm, defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { SavedView } from '#kit/query/saved-view.ts';

interface Props {
  /** the label of the name, what gets it, and what that keeps */
  said: { named: string; one: string; keeps: string };
  mayShare: boolean;
  save: (named: Pick<SavedView, 'nome' | 'compartilhada'>) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a new view, and whether the whole company gets it. */
export function NameView({ said, mayShare, save, onClose }: Props) {
  const form = useMemo((): AnyForm => {
    const nome = text(said.named, 60);
    return defineForm({ fields: mayShare ? { nome, compartilhada: boolean('Compartilhar com a empresa') } : { nome } });
  }, [said.named, mayShare]);
  return (
    <FormDialog
      form={form}
      title={`Salvar ${said.one}`}
      ok="Salvar"
      send={(values) => save({ nome: String(values.nome), compartilhada: values.compartilhada === true })}
      onClose={onClose}
    >
      {said.keeps}
    </FormDialog>
  );
}
