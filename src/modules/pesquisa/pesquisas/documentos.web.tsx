import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { having } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { removeRecord } from '#kit/registry/removal.web.tsx';
import type { PanelProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { documentosDaPesquisa } from './documentos.registry.ts';

interface Documento extends RecordRow {
  descricao: string;
  data: string | null;
  anexo: { id: number; nome: string } | null;
  observacao: string | null;
}

const { authority, fields } = documentosDaPesquisa;
const { pesquisa: _pesquisa, ...campos } = fields;
const formulario = defineForm({ fields: { ...campos, anexo: having(file('Anexo'), { span: 12 }) } });

/** The documents of a survey: each is saved at once. */
export function Documentos({ record }: PanelProps) {
  const can = useCan();
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const path = `pesquisa/pesquisas/${record.id}/documentos-anexos`;
  const key = ['registro', path];
  const reload = () => queries.invalidateQueries({ queryKey: key });
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Documento[]>(path, {}, { quiet: true, silent: true, signal }),
    enabled: can(authority),
    retry: false,
  });
  if (!can(authority)) return <Empty message="Você não tem autorização para ver os documentos." />;
  if (isError) return <Fault message="Não foi possível carregar os documentos." onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Waiting height={80} />;
  const remove = ({ id, versao }: Documento) =>
    removeRecord(
      {
        path: `pesquisa/${documentosDaPesquisa.id}`,
        registry: documentosDaPesquisa,
        reload,
        removed: 'Documento removido com sucesso.',
      },
      { id, versao },
    );
  return (
    <Stack gap="md">
      {data.length === 0 ? (
        <Empty message="Nenhum documento anexado." />
      ) : (
        <PlainTable
          caption="Documentos da pesquisa"
          cards
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Documento',
              cell: ({ descricao, anexo, observacao }) => (
                <>
                  {anexo ? (
                    <Anchor href={fileAddress(anexo)} target="_blank" rel="noreferrer">
                      {descricao}
                    </Anchor>
                  ) : (
                    descricao
                  )}
                  {observacao && (
                    <Text size="sm" c="dimmed">
                      {observacao}
                    </Text>
                  )}
                </>
              ),
            },
            { title: 'Data', cell: ({ data: dia }) => (dia ? formatDate(dia) : '—') },
            {
              title: 'Ações',
              cell: (documento) =>
                documento.acoes?.includes('excluir') && (
                  <RemoveButton of={documento.descricao} onClick={() => void remove(documento)} />
                ),
            },
          ]}
        />
      )}
      {can(`${authority}_EDITAR`) && (
        <Group>
          <Button variant="default" leftSection={<IconPaperclip size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
            Anexar Documentos
          </Button>
        </Group>
      )}
      {isAdding && (
        <Anexar
          path={path}
          onClose={(isDone) => {
            setIsAdding(false);
            if (isDone) void reload();
          }}
        />
      )}
    </Stack>
  );
}

function Anexar({ path, onClose }: { path: string; onClose: (isDone: boolean) => void }) {
  const key = useRef(newKey());
  return (
    <FormDialog
      form={formulario}
      title="Anexar documento"
      ok="Anexar"
      send={async (values) => {
        await api.post(path, values, { silent: true, headers: { 'Idempotency-Key': key.current } });
        toast.success('Documento salvo com sucesso.');
      }}
      onClose={onClose}
    />
  );
}
