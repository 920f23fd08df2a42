import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconArrowBackUp, IconDotsVertical, IconFileSpreadsheet, IconFileTypeCsv, IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { useExport } from '#kit/export/export-download.web.tsx';
import { useImportDialog } from '#kit/import/use-import-dialog.web.tsx';
import { exportQuery, type ListState } from '#kit/query/list-state.ts';
import type { LastBulkEdit } from '#kit/registry/bulk-edit.ts';
import type { ListPageProps } from '#kit/registry/view.web.tsx';
import { LateMenu } from '#kit/ui/late-menu.web.tsx';

interface Props extends ListPageProps {
  state: ListState;
  onImported: () => unknown;
  /** puts back an edit of several records; absent for who makes none */
  onUndoEdit?: (edicao: number) => unknown;
}

/** Export and import of a list. */
export function ListMenu({ path, registry, state, onImported, onUndoEdit }: Props) {
  const can = useCan();
  const [openImport, importing] = useImportDialog(path, registry, onImported);
  const { download, progress } = useExport(path, registry.id);
  const mayImport = !registry.readOnly && registry.trail !== 'none' && can(`${registry.authority}_EDITAR`);
  return (
    <>
      <LateMenu
        position="bottom-end"
        target={
          <ActionIcon variant="default" size={36} aria-label="Exportar e importar" data-tip="Exportar e importar">
            <IconDotsVertical size={18} stroke={1.8} />
          </ActionIcon>
        }
      >
        {() => (
          <>
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
                <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={openImport}>
                  Importar planilha
                </Menu.Item>
              </>
            )}
            {onUndoEdit && <LastEdit path={path} onUndoEdit={onUndoEdit} />}
          </>
        )}
      </LateMenu>
      {progress}
      {importing}
    </>
  );
}

/** The last edit of several records that may be put back, as it is whenever the menu is opened. */
function LastEdit({ path, onUndoEdit }: { path: string; onUndoEdit: (edicao: number) => unknown }) {
  const { data: last } = useQuery({
    queryKey: ['registro', path, 'ultima-edicao'],
    queryFn: ({ signal }) =>
      api.get<{ edicao: LastBulkEdit | null }>(`${path}/editar-varios/ultima`, {}, { quiet: true, silent: true, signal }),
    staleTime: 0,
    retry: false,
  });
  const edicao = last?.edicao;
  if (!edicao) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => void onUndoEdit(edicao.id)}>
        Desfazer a edição em lote
        <Text size="xs" c="dimmed" maw={240}>
          {counted(edicao.alterados, 'registro', 'registros')}: {edicao.campos.join(', ')}
        </Text>
      </Menu.Item>
    </>
  );
}
