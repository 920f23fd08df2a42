import { Alert, Tabs } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Control } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import classes from '#kit/form/form.module.css';
import type { Section } from '#kit/form/form.ts';
import { FormField } from '#kit/form/form-field.web.tsx';
import { lockedFields, whyLocked } from './lifecycle.ts';
import type { AnyRegistry } from './registry.ts';
import type { RecordRow, RegistryView } from './view.web.tsx';

interface Props {
  registry: AnyRegistry;
  view?: RegistryView;
  /** the saved record; absent for a new one */
  record?: RecordRow;
  control: Control;
  tabs: readonly Section[];
  /** the position of the open tab among `tabs`, or 'painel-' with the position among the view's panels */
  tab: string;
  onTab: (tab: string) => void;
  /** how many faults each field has */
  faults: ReadonlyMap<string, number>;
  readOnly: boolean;
}

/** The inputs of a form: in tabs beside the panels of its view, or on one sheet when there is a single tab. */
export function FormSheet({ registry, view, record, control, tabs, tab, onTab, faults, readOnly }: Props) {
  const world = useCheckContext();
  const locked = record && lockedFields(registry, record, world);
  const why = record && whyLocked(registry, record, world);
  const panels = (view?.panels ?? []).filter(({ savedOnly }) => !savedOnly || record);
  const faultsIn = (fields: readonly string[]) => fields.reduce((sum, name) => sum + (faults.get(name) ?? 0), 0);
  // A read-only field that labels the record is the heading of its page, not an input.
  const isHeading = (name: string) => name === registry.label && registry.fields[name]?.readOnly;
  const grid = (fields: readonly string[]) => (
    <FieldGrid>
      {fields
        .filter((name) => !isHeading(name))
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
  );
  return (
    <>
      {why && <Alert mb="md" color="gray" icon={<IconLock size={18} />} title={why} />}
      <div className={classes.card}>
        {tabs.length + panels.length > 1 ? (
          <Tabs value={tab} onChange={(value) => onTab(value ?? '0')} keepMounted keepMountedMode="display-none">
            <Tabs.List className={classes.tabs}>
              {tabs.map(({ title, fields }, index) => (
                <Tabs.Tab
                  key={title}
                  value={String(index)}
                  rightSection={faultsIn(fields) > 0 ? <FaultBadge count={faultsIn(fields)} /> : undefined}
                >
                  {title}
                </Tabs.Tab>
              ))}
              {panels.map(({ title }, index) => (
                <Tabs.Tab key={title} value={`painel-${index}`}>
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(({ title, fields }, index) => (
              <Tabs.Panel key={title} value={String(index)} className={classes.body}>
                {grid(fields)}
              </Tabs.Panel>
            ))}
            {panels.map(({ title, content: Content }, index) => (
              <Tabs.Panel key={title} value={`painel-${index}`} className={classes.body}>
                <Content record={record} control={control} />
              </Tabs.Panel>
            ))}
          </Tabs>
        ) : (
          <div className={classes.body}>{grid(tabs.flatMap(({ fields }) => fields))}</div>
        )}
      </div>
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
