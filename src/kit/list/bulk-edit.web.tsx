import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { type BulkEdited, type BulkPreview, bulkFieldsFor } from '#kit/registry/bulk-edit.ts';
import { useRecordHalf } from '#kit/registry/record-half.web.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { ListPageProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { MultiSelect } from '#kit/ui/inputs/multi-select.web.tsx';
import classes from './bulk-edit.module.css';
import { LeftAlone, MOST_LISTED, More } from './left-alone.web.tsx';

/** Refusals that the dialog shows itself. */
const SAID_HERE = ['FIELD_VALIDATION_VIOLATION'];

interface Props extends ListPageProps {
  ids: readonly number[];
  /** fields that are chosen at the beginning */
  first?: readonly string[];
  onEnd: (edited: BulkEdited) => void;
  onClose: () => void;
}

interface Asked {
  campos: FieldValues;
  preview: BulkPreview;
}

/** Edits some fields of several records: which fields, which values, and a preview of each record before anything is written. */
export function BulkEdit({ path, registry, view, ids, first = [], onEnd, onClose }: Props) {
  const can = useCan();
  const inputs = useRecordHalf(view)?.inputs;
  const fields = useMemo(() => bulkFieldsFor(registry, can), [registry, can]);
  const [chosen, choose] = useState<readonly string[]>(first);
  const [asked, setAsked] = useState<Asked | null>(null);
  // The form has all fields, and shows and judges only the chosen ones: typed values survive a change of the choice.
  const form = useMemo(
    () => ({ fields, visibleWhen: Object.fromEntries(Object.keys(fields).map((name) => [name, () => chosen.includes(name)])) }),
    [fields, chosen],
  );
  const [isShown, show] = useState(false);

  const ask = async (values: FieldValues) => {
    const campos = Object.fromEntries(chosen.map((name) => [name, values[name]]));
    const preview = await api.post<BulkPreview>(`${path}/editar-varios/previa`, { ids, campos }, { silent: SAID_HERE });
    setAsked({ campos, preview });
    show(true);
  };
  if (isShown && asked)
    return <Preview {...asked} path={path} registry={registry} onEnd={onEnd} onBack={() => show(false)} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="Editar em lote"
      ok="Ver o que muda"
      isBlocked={chosen.length === 0}
      {...(asked ? { start: asked.campos } : {})}
      {...(inputs ? { inputs } : {})}
      send={ask}
      onClose={(isDone) => !isDone && onClose()}
    >
      <Stack gap="sm">
        <Text size="sm">
          {counted(ids.length, 'registro selecionado', 'registros selecionados')}. Um campo opcional que ficar vazio será apagado
          neles.
        </Text>
        <MultiSelect
          label="Campos que mudam"
          placeholder="Escolha os campos"
          options={Object.entries(fields).map(([value, { label }]) => ({ value, label }))}
          value={chosen}
          onChange={choose}
        />
      </Stack>
    </FormDialog>
  );
}

interface PreviewProps extends Asked, Pick<Props, 'path' | 'registry' | 'onEnd' | 'onClose'> {
  onBack: () => void;
}

function Preview({ path, registry, campos, preview, onEnd, onBack, onClose }: PreviewProps) {
  const { alterados, inalterados, falhas } = preview;
  const [isSending, setSending] = useState(false);
  // One key for the edit: sending it again after a lost answer does not repeat it.
  const key = useRef(newKey());
  const send = async () => {
    setSending(true);
    const registros = alterados.map(({ id, versao }) => ({ id, versao }));
    const edited = await api
      .post<BulkEdited>(`${path}/editar-varios`, { registros, campos }, { headers: { 'Idempotency-Key': key.current } })
      .catch(() => null);
    setSending(false);
    // Records refused in the preview stay selected, like those refused now.
    if (edited) onEnd({ ...edited, falhas: [...falhas, ...edited.falhas] });
  };
  return (
    <Dialog onClose={onClose} title="Editar em lote: o que muda" size="xl" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm" role="status">
          {[
            alterados.length === 0 ? 'Nenhum registro muda' : counted(alterados.length, 'registro muda', 'registros mudam'),
            ...(inalterados.length > 0 ? [counted(inalterados.length, 'já está assim', 'já estão assim')] : []),
            ...(falhas.length > 0 ? [counted(falhas.length, 'não pode ser alterado', 'não podem ser alterados')] : []),
          ].join(' · ')}
        </Text>
        <LeftAlone falhas={falhas} />
        {alterados.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
          <section className={classes.list} aria-label="Registros que mudam" tabIndex={0}>
            <ul>
              {alterados.slice(0, MOST_LISTED).map(({ id, nome, antes, depois }) => (
                <li key={id}>
                  <b>{nome}</b>
                  <dl>
                    {Object.keys(depois).map((name) => (
                      <Change key={name} registry={registry} name={name} before={antes[name]} after={depois[name]} />
                    ))}
                  </dl>
                </li>
              ))}
              <More count={alterados.length - MOST_LISTED} />
            </ul>
          </section>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack} disabled={isSending}>
            Voltar
          </Button>
          <Button onClick={() => void send()} disabled={alterados.length === 0} loading={isSending} data-autofocus>
            {alterados.length === 0 ? 'Nada a alterar' : `Alterar ${counted(alterados.length, 'registro', 'registros')}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Change({ registry, name, before, after }: { registry: AnyRegistry; name: string; before: unknown; after: unknown }) {
  const field = fieldOf(registry, name);
  const [was, is] = [fieldText(field, before), fieldText(field, after)];
  return (
    <>
      <dt>{field.label}</dt>
      <dd>
        {was ? <s className={classes.before}>{was}</s> : <Nothing />}
        <span aria-label="passa a ser"> → </span>
        {is || <Nothing />}
      </dd>
    </>
  );
}

const Nothing = () => <span className={classes.before}>vazio</span>;
