import { Alert, Button, Group, Title } from '@mantine/core';
import { IconEdit, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import classes from '#kit/form/form.module.css';
import { EDITING } from '#kit/form/use-unsaved-guard.web.ts';
import { listAddress } from '#kit/query/use-list-state.web.ts';
import { whyWholeLocked } from '#kit/registry/lifecycle.ts';
import type { FormPageProps, RecordRow, RecordSection } from '#kit/registry/view.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { usePrinting } from '#kit/ui/print.web.ts';
import { PrintHead } from '#kit/ui/print-head.web.tsx';
import { SideTabs } from '#kit/ui/side-tabs.web.tsx';
import own from './reading.module.css';
import { Reading } from './reading.web.tsx';
import { RecordDeeds } from './record-deeds.web.tsx';
import { aboutRecord } from './record-head.web.tsx';
import { openedOf, useSections } from './use-sections.web.ts';

interface Props extends FormPageProps {
  title: string;
  record: RecordRow;
  onReload: () => Promise<unknown>;
}

/** The page of a saved record, to be read: its head, what may be done with it, and its sections. */
export function RecordPage(props: Props) {
  const { path, registry, view, module, title, record } = props;
  const { moduleTitle } = useActing();
  const world = useCheckContext();
  const [, setSearch] = useSearchParams();
  const isPrinting = usePrinting();
  const [showsEmpty, setShowsEmpty] = useState(false);
  const { sections, asked, setAsked } = useSections(registry, view);
  const Notice = view?.notice;
  const mayEdit = record.acoes?.includes('editar') === true;
  const why = whyWholeLocked(registry, record, world);
  const edit = (section: string) =>
    setSearch((present) => {
      const next = new URLSearchParams(present);
      next.set('aba', section);
      next.set(EDITING, '1');
      return next;
    });

  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: module ?? moduleTitle(path.split('/')[0] ?? '') },
        { label: registry.title, to: listAddress(path) },
        { label: title },
      ]}
      about={aboutRecord({ path, registry, record, title })}
      actions={<RecordDeeds {...props} />}
    >
      <PrintHead />
      {Notice && <Notice />}
      {why && <Alert mb="md" color="gray" icon={<IconLock size={18} />} title={why} />}
      <SideTabs
        label="Seções"
        tabs={sections.map((section) => ({ value: section.key, title: section.title }))}
        value={openedOf(sections, asked)}
        onChange={setAsked}
      >
        {(shown) =>
          printed(sections, shown, isPrinting).map((section) => {
            const { content: Content } = section;
            // One section has the record's own name, which stands above already.
            const heading = sections.length > 1 ? section.title : 'Dados';
            return (
              <section key={section.key} className={`${classes.card} ${classes.body} ${own.section}`} aria-label={heading}>
                <Group justify="space-between" mb="md" mih={36} wrap="nowrap" className={own.heading}>
                  <Title order={2} fz={18}>
                    {heading}
                  </Title>
                  {mayEdit && !Content && (
                    <Button
                      variant="default"
                      className="vinculo-no-print"
                      leftSection={<IconEdit size={18} stroke={1.8} aria-hidden />}
                      onClick={() => edit(section.key)}
                    >
                      Editar
                    </Button>
                  )}
                </Group>
                {Content ? (
                  <Content record={record} />
                ) : (
                  <Reading
                    registry={registry}
                    view={view}
                    record={record}
                    fields={section.fields}
                    showsEmpty={showsEmpty}
                    onShowEmpty={setShowsEmpty}
                  />
                )}
              </section>
            );
          })
        }
      </SideTabs>
    </Page>
  );
}

/** On the screen the opened section; on paper it comes first, and all others of the record's own fields follow. */
function printed(sections: readonly RecordSection[], shown: string, isPrinting: boolean): RecordSection[] {
  const opened = sections.filter(({ key }) => key === shown);
  return isPrinting ? [...opened, ...sections.filter(({ key, content }) => key !== shown && !content)] : opened;
}
