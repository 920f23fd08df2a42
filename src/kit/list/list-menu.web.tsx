import { ActionIcon, Checkbox, Menu, Popover, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconColumns3,
  IconDotsVertical,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileUpload,
  IconRestore,
} from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { useExport } from '#kit/export/export-download.web.tsx';
import { columnsOffered } from '#kit/query/list-column.ts';
import { exportQuery, type ListState } from '#kit/query/use-list-state.web.ts';
import type { ListPageProps } from '#kit/registry/view.web.tsx';

const ImportDialog = lazy(() => import('#kit/import/dialog.web.tsx').then((module) => ({ default: module.ImportDialog })));

interface Props extends ListPageProps {
  state: ListState;
  change: (patch: Partial<ListState>) => void;
  columns: readonly string[];
  onColumns: (names: string[] | null) => void;
  onImported: () => unknown;
}

/** Column choice, export and import of a list. */
export function ListMenu({ path, registry, state, columns, onColumns, onImported }: Props) {
  const can = useCan();
  const heading = useId();
  const [importing, setImporting] = useState(false);
  const { download, progress } = useExport(path, registry.id);
  const offered = columnsOffered(registry, can);
  const mayImport = !registry.readOnly && registry.trail !== 'none' && can(`${registry.authority}_EDITAR`);
  return (
    <>
      <Popover position="bottom-end" shadow="md" withinPortal trapFocus returnFocus>
        <Popover.Target>
          <Tooltip label="Colunas">
            <ActionIcon variant="default" size={36} aria-label="Escolher colunas">
              <IconColumns3 size={18} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown aria-labelledby={heading} mah={420} style={{ overflowY: 'auto' }}>
          <Stack gap={8}>
            <Text id={heading} size="sm" fw={600}>
              Colunas
            </Text>
            {offered.map(({ name, field }) => {
              const isShown = columns.includes(name);
              return (
                <Checkbox
                  key={name}
                  size="xs"
                  label={field.label}
                  checked={isShown}
                  disabled={isShown && columns.length === 1}
                  onChange={() =>
                    onColumns(
                      offered.flatMap(({ name: other }) =>
                        (other === name ? !isShown : columns.includes(other)) ? [other] : [],
                      ),
                    )
                  }
                />
              );
            })}
            <ActionIcon.Group>
              <ActionIcon variant="subtle" w="100%" onClick={() => onColumns(null)} aria-label="Restaurar colunas">
                <IconRestore size={16} />
                <Text size="xs" ml={6}>
                  Restaurar
                </Text>
              </ActionIcon>
            </ActionIcon.Group>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Tooltip label="Exportar e importar">
            <ActionIcon variant="default" size={36} aria-label="Exportar e importar">
              <IconDotsVertical size={18} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} />}
            onClick={() => void download({ formato: 'xlsx', query: exportQuery(state) })}
          >
            Exportar para XLS
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileTypeCsv size={16} />}
            onClick={() => void download({ formato: 'csv', query: exportQuery(state) })}
          >
            Exportar para CSV
          </Menu.Item>
          {mayImport && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => setImporting(true)}>
                Importar planilha
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {progress}
      {importing && (
        <Suspense>
          <ImportDialog
            path={path}
            registry={registry}
            onClose={() => {
              setImporting(false);
              onImported();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
