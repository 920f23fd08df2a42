import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Control } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import classes from '#kit/form/form.module.css';
import { FormField } from '#kit/form/form-field.web.tsx';
import { SideTabs } from '#kit/ui/side-tabs.web.tsx';
import { lockedFields, whyLocked } from './lifecycle.ts';
import type { AnyRegistry } from './registry.ts';
import type { RecordRow, RecordSection, RegistryView } from './view.web.tsx';

interface Props {
  registry: AnyRegistry;
  view?: RegistryView;
  /** the saved record; absent for a new one */
  record?: RecordRow;
  control: Control;
  /** the sections that have fields */
  sections: readonly RecordSection[];
  opened: string;
  onOpen: (key: string) => void;
  /** how many faults each field has */
  faults: ReadonlyMap<string, number>;
  readOnly: boolean;
}

/** The inputs of a form: in sections with an index, or on one sheet when there is a single section. */
export function FormSheet({ registry, view, record, control, sections, opened, onOpen, faults, readOnly }: Props) {
  const world = useCheckContext();
  const locked = record && lockedFields(registry, record, world);
  const why = record && whyLocked(registry, record, world);
  const faultsIn = (fields: readonly string[]) => fields.reduce((sum, name) => sum + (faults.get(name) ?? 0), 0);
  // A read-only field that labels the record is the heading of its page, not an input.
  const isHeading = (name: string) => name === registry.label && registry.fields[name]?.readOnly;
  const marked = sections.map(({ key, title, fields }) => {
    const count = faultsIn(fields);
    return { value: key, title, mark: count > 0 ? <FaultBadge count={count} /> : undefined };
  });
  return (
    <>
      {why && <Alert mb="md" color="gray" icon={<IconLock size={18} />} title={why} />}
      <SideTabs label="Seções" tabs={marked} value={opened} onChange={onOpen} keepMounted>
        {(shown) => (
          <div className={`${classes.card} ${classes.body}`}>
            <FieldGrid>
              {sections
                .find(({ key }) => key === shown)
                ?.fields.filter((name) => !isHeading(name))
                .map((name) => (
                  <FormField
                    key={name}
                    form={registry}
                    name={name}
                    control={control}
                    record={record}
                    inputs={view?.inputs}
                    readOnly={readOnly || locked?.fields.includes(name) === true}
                  />
                ))}
            </FieldGrid>
          </div>
        )}
      </SideTabs>
    </>
  );
}

function FaultBadge({ count }: { count: number }) {
  return (
    <span className={classes.badge} title={counted(count, 'erro', 'erros')}>
      {count}
    </span>
  );
}
