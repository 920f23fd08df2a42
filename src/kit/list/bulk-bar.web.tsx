import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconPencil,
  IconPencilBolt,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { useExport } from '#kit/export/export-download.web.tsx';
import { exportQuery } from '#kit/query/list-state.ts';
import type { BulkAction, ListPageProps } from '#kit/registry/view.web.tsx';
import classes from '#kit/ui/table.module.css';
import type { ListController } from './use-list-controller.web.ts';

const icon = { size: 14, 'aria-hidden': true } as const;

/** The actions on the selected records, removal last and apart; hidden while nothing is selected. */
export function BulkBar({ controller, path, registry, view }: ListPageProps & { controller: ListController }) {
  const { selected, select, deeds, editMany, removeSelected, act, ended, edited, quickEdits, mayEditMany, mayRemoveSelected } =
    controller;
  const can = useCan();
  const { download, progress } = useExport(path, registry.id);
  const [opened, setOpened] = useState<BulkAction | null>(null);
  if (!selected || selected.size === 0) return null;
  const ids = [...selected];
  const own = (view?.bulkActions ?? []).filter(({ authority = [] }) => [authority].flat().every(can));
  const run = (action: BulkAction) => {
    if (action.dialog) setOpened(action);
    else void act(async () => action.onClick?.(ids));
  };
  const exportAs = (formato: 'xlsx' | 'csv') =>
    void download({
      formato,
      query: { sort: exportQuery(controller.asked).sort, ids: ids.join(',') },
    });
  const button = ({
    label,
    icon: picture,
    danger,
    onClick,
  }: Pick<BulkAction, 'label' | 'icon' | 'danger'> & { onClick: () => void }) => (
    <Button
      key={label}
      size="xs"
      variant="default"
      leftSection={picture}
      {...(danger ? { c: 'var(--mantine-color-error)' } : {})}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <section className={classes.bulk} aria-label="Ações dos selecionados">
      <Text size="sm" role="status">
        {counted(selected.size, 'registro selecionado', 'registros selecionados')}
      </Text>
      {quickEdits.map(({ name, label }) =>
        button({ label: `Mudar ${label}`, icon: <IconPencilBolt {...icon} />, onClick: () => editMany([name]) }),
      )}
      {own.filter(({ changes }) => changes).map((action) => button({ ...action, onClick: () => run(action) }))}
      {mayEditMany && button({ label: 'Editar em lote', icon: <IconPencil {...icon} />, onClick: () => editMany(true) })}
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconDownload {...icon} />}>
            Exportar
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => exportAs('xlsx')}>
            Exportar para XLS
          </Menu.Item>
          <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => exportAs('csv')}>
            Exportar para CSV
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {own.filter(({ changes }) => !changes).map((action) => button({ ...action, onClick: () => run(action) }))}
      {deeds.bulkActions.map(({ label, danger, ask }) =>
        button({ label, icon: undefined, danger, onClick: () => ask({ ids, onEnd: ended }) }),
      )}
      <Button size="xs" variant="subtle" onClick={() => select(new Set())}>
        Limpar seleção
      </Button>
      {mayRemoveSelected && (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={30} ml="auto" aria-label="Mais ações dos selecionados">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={() => void removeSelected()}>
              Remover selecionados
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {progress}
      {opened?.dialog && <opened.dialog ids={ids} onEdited={edited} onClose={() => setOpened(null)} />}
    </section>
  );
}
