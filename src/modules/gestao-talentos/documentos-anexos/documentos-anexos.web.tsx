import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { type Field, type Fields, having } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import { emptyRow, formValues } from '#kit/fields/form-values.web.ts';
import { rows } from '#kit/fields/reference.ts';
import { type DialogRow, RowDialog } from '#kit/form/row-dialog.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { removeRecord } from '#kit/registry/removal.web.tsx';
import type { PanelProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { documentosAnexos } from './documentos-anexos.registry.ts';

interface Documento extends RecordRow {
  descricao: string;
  data: string | null;
  tipoDocumento: { id: number; nome: string } | null;
  anexo: { id: number; nome: string } | null;
  url: string | null;
}

/** Whose documents a panel shows. */
export interface Anexos {
  registry: AnyRegistry;
  /** `module/slug` of the registry */
  path: string;
  /** the address of the documents of one person */
  of: (person: number) => string;
  /** fields that the address gives, or the server */
  given: readonly string[];
}

const doTalento: Anexos = {
  registry: documentosAnexos,
  path: 'gestao-talentos/documentos-anexos',
  of: (talento) => `gestao-talentos/talentos/${talento}/documentos-anexos`,
  given: ['colaborador', 'origem'],
};

/** The fields of the dialog: all but those that are given. RUL-506: a new document needs its file. */
function linhasDe({ registry, given }: Anexos): { campos: Fields; linha: Field; linhaNova: Field } {
  const campos: Fields = Object.fromEntries(Object.entries(registry.fields).filter(([name]) => !given.includes(name)));
  return {
    campos,
    linha: rows('Documentos', campos),
    linhaNova: rows('Documentos', { ...campos, anexo: having(file('Anexo'), { span: 12 }) }),
  };
}

/** The documents of a person, loaded when they come into view, and the dialog that edits one. */
function useDocumentos({ registry, path: of, of: pathOf }: Anexos, person: number | undefined, isSeen: boolean) {
  const can = useCan();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<{ documento?: Documento; row: DialogRow } | null>(null);
  const path = pathOf(person ?? 0);
  const key = ['registro', path];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Documento[]>(path, {}, { quiet: true, signal }),
    enabled: person !== undefined && isSeen && can(registry.authority),
    retry: false,
  });

  const save = async (row: DialogRow | null) => {
    const at = opened?.documento;
    if (row === null) return setOpened(null);
    try {
      await (at ? api.put(`${path}/${at.id}`, { ...row, id: undefined, versao: at.versao }) : api.post(path, row));
    } catch (error) {
      if (error instanceof ApiError) return;
      throw error;
    }
    setOpened(null);
    toast.success(at ? 'Documento editado com sucesso.' : 'Documento salvo com sucesso.');
    await queries.invalidateQueries({ queryKey: key });
  };
  const remove = ({ id, versao }: Documento) =>
    removeRecord(
      {
        path: of,
        registry,
        reload: () => queries.invalidateQueries({ queryKey: key }),
        removed: 'Documento removido com sucesso.',
      },
      { id, versao },
    );
  return { ...query, opened, setOpened, save, remove };
}

/** The documents of a person: each is saved at once, separately from the record around it. */
export function documentosDe(anexos: Anexos) {
  const { registry } = anexos;
  const { authority } = registry;
  const { campos, linha, linhaNova } = linhasDe(anexos);
  return function DocumentosPainel({ record }: PanelProps) {
    const can = useCan();
    const { ref, inViewport } = useInViewport<HTMLDivElement>();
    const { data, isError, isSuccess, opened, setOpened, save, remove } = useDocumentos(anexos, record?.id, inViewport);
    const mayEdit = can(`${authority}_EDITAR`);
    if (!can(authority)) return <Empty message="Você não tem autorização para ver os documentos." />;

    return (
      <div ref={ref} style={{ minHeight: 40 }}>
        {isError && <Empty message="Não foi possível carregar os documentos." />}
        {inViewport && !isError && !isSuccess && <Waiting />}
        {isSuccess && (
          <Stack gap="md">
            {data.length === 0 && <Empty message="Nenhum documento anexado." />}
            {data.length > 0 && (
              <Documentos
                documentos={data}
                onOpen={(documento) => setOpened({ documento, row: formValues(campos, documento) })}
                onRemove={(documento) => void remove(documento)}
              />
            )}
            {mayEdit && (
              <Group>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} />}
                  onClick={() => setOpened({ row: emptyRow(campos) })}
                >
                  Anexar Documentos
                </Button>
              </Group>
            )}
          </Stack>
        )}
        {opened && (
          <RowDialog
            singular="Documento"
            field={opened.documento ? linha : linhaNova}
            row={opened.row}
            isNew={!opened.documento}
            isReadOnly={opened.documento ? !opened.documento.acoes?.includes('editar') : !mayEdit}
            others={[]}
            onClose={(row) => void save(row)}
          />
        )}
      </div>
    );
  };
}

export const DocumentosPainel = documentosDe(doTalento);

interface DocumentosProps {
  documentos: readonly Documento[];
  onOpen: (documento: Documento) => void;
  onRemove: (documento: Documento) => void;
}

function Documentos({ documentos, onOpen, onRemove }: DocumentosProps) {
  return (
    <PlainTable
      caption="Documentos anexados"
      withTableBorder
      cards
      minWidth={560}
      rows={documentos}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Descrição',
          cell: (documento) => (
            <Anchor component="button" type="button" onClick={() => onOpen(documento)}>
              {documento.descricao}
            </Anchor>
          ),
        },
        { title: 'Tipo', cell: ({ tipoDocumento }) => tipoDocumento?.nome ?? '—' },
        { title: 'Data', cell: ({ data: dia }) => (dia ? formatDate(dia) : '—') },
        {
          title: 'Anexo',
          cell: ({ anexo }) =>
            anexo ? (
              <Anchor href={fileAddress(anexo)} target="_blank" rel="noreferrer">
                {anexo.nome}
              </Anchor>
            ) : (
              '—'
            ),
        },
        {
          title: 'Ações',
          cell: (documento) =>
            documento.acoes?.includes('excluir') && <RemoveButton of={documento.descricao} onClick={() => onRemove(documento)} />,
        },
      ]}
    />
  );
}
