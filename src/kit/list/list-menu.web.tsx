import { ActionIcon, Checkbox, Menu, Popover, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconColumns3,
  IconDotsVertical,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileUpload,
  IconRestore,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { useExport } from '#kit/export/export-download.web.tsx';
import { columnsOffered } from '#kit/query/list-column.ts';
import { exportQuery, type ListState } from '#kit/query/use-list-state.web.ts';
import type { LastBulkEdit } from '#kit/registry/bulk-edit.ts';
import type { ListPageProps } from '#kit/registry/view.web.tsx';

const ImportDialog = lazy(() => import('#kit/import/dialog.web.tsx').then((module) => ({ default: module.ImportDialog })));

interface Props extends ListPageProps {
  state: ListState;
  change: (patch: Partial<ListState>) => void;
  columns: readonly string[];
  onColumns: (names: string[] | null) => void;
  onImported: () => unknown;
  /** puts back an edit of several records; absent for who makes none */
  onUndoEdit?: (edicao: number) => unknown;
}

/** Column choice, export and import of a list. */
export function ListMenu({ path, registry, state, columns, onColumns, onImported, onUndoEdit }: Props) {
  const can = useCan();
  const heading = useId();
  const [importing, setImporting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { data: last } = useQuery({
    queryKey: ['registro', path, 'ultima-edicao'],
    queryFn: ({ signal }) =>
      api.get<{ edicao: LastBulkEdit | null }>(`${path}/editar-varios/ultima`, {}, { quiet: true, silent: true, signal }),
    enabled: isOpen && onUndoEdit !== undefined,
    staleTime: 0,
    retry: false,
  });
  const edicao = onUndoEdit && last?.edicao;
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
      <Menu position="bottom-end" withinPortal onChange={setOpen}>
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
          {edicao && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => void onUndoEdit(edicao.id)}>
                Desfazer a edição em lote
                <Text size="xs" c="dimmed" maw={240}>
                  {counted(edicao.alterados, 'registro', 'registros')}: {edicao.campos.join(', ')}
                </Text>
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
