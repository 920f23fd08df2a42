import { Button, Paper, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { lugarNaPesquisa, usePesquisa } from './titulo.web.ts';

const aspecto = defineForm({ fields: { nome: text('Nome', 100) } });

/** `/pesquisa/pesquisas/{id}/aspectos`: what the questions of a survey are about, by which results are told together. */
export function AspectosDaPesquisa() {
  const id = useRecordId() ?? 0;
  const { data: pesquisa } = usePesquisa(id);
  const can = useCan();
  const queries = useQueryClient();
  const { moduleTitle } = useActing();
  const [isAdding, setIsAdding] = useState(false);
  const path = `pesquisa/pesquisas/${id}/aspectos`;
  const key = ['registro', 'pesquisa/pesquisas', id, 'aspectos'];
  const reload = () => queries.invalidateQueries({ queryKey: ['registro', 'pesquisa/pesquisas', id] });
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<{ id: number; nome: string }[]>(path, {}, { quiet: true, silent: true, signal }),
    retry: false,
  });
  const mayEdit = can('ROLE_CAD_PESQUISA_EDITAR');
  const remove = async (um: { id: number; nome: string }) => {
    if (
      !(await confirm({
        message: `Excluir o aspecto “${um.nome}”? As suas perguntas ficam sem aspecto.`,
        ok: 'Excluir',
        danger: true,
      }))
    )
      return;
    await api.delete(`${path}/${um.id}`).then(reload, () => undefined);
  };
  return (
    <Page
      title="Aspectos da Pesquisa"
      breadcrumbs={lugarNaPesquisa(moduleTitle('pesquisa'), id, pesquisa?.titulo, 'Aspectos')}
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsAdding(true)}>
            Inserir
          </Button>
        )
      }
    >
      <Paper p="md">
        {isError ? (
          <Fault message="Não foi possível carregar os aspectos." onRetry={refetch} isBusy={isFetching} />
        ) : !data ? (
          <Waiting height={160} />
        ) : data.length === 0 ? (
          <Empty
            message="Esta pesquisa não tem aspectos."
            why="Um aspecto junta perguntas sobre o mesmo assunto: os resultados também aparecem por aspecto."
          />
        ) : (
          <Stack gap="sm">
            <PlainTable
              caption="Aspectos"
              rows={data}
              keyOf={(um) => um.id}
              columns={[
                { title: 'Aspecto', isHeading: true, cell: ({ nome }) => nome },
                {
                  title: 'Ações',
                  width: 90,
                  cell: (um) => mayEdit && <RemoveButton of={um.nome} onClick={() => void remove(um)} />,
                },
              ]}
            />
            <Text size="sm" c="dimmed">
              Cada pergunta diz o seu aspecto em Perguntas.
            </Text>
          </Stack>
        )}
      </Paper>
      {isAdding && (
        <FormDialog
          form={aspecto}
          title="Inserir aspecto"
          ok="Inserir"
          send={async (values) => {
            await api.post(path, values, { silent: true });
            toast.success('Aspecto inserido com sucesso.');
          }}
          onClose={(isDone) => {
            setIsAdding(false);
            if (isDone) void reload();
          }}
        />
      )}
    </Page>
  );
}
