import { Alert, Button, Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { BulkDialogProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Pendentes {
  id: number;
  nome: string;
  pendencias: string[];
}

/** Removes those that nothing holds, and says what holds the others. */
export function ExcluirVarios({ ids, onClose }: BulkDialogProps) {
  const queries = useQueryClient();
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['registro', 'captacao/candidatos', 'pendencias', ids],
    queryFn: ({ signal }) =>
      api.post<Pendentes[]>('captacao/candidatos/verificar-pendencias-em-lote', { candidatosIds: ids }, { quiet: true, signal }),
    gcTime: 0,
    retry: false,
  });
  const livres = (data ?? []).filter(({ pendencias }) => pendencias.length === 0);
  const presos = (data ?? []).filter(({ pendencias }) => pendencias.length > 0);
  const remove = useMutation({
    mutationFn: () => api.post('captacao/candidatos/remove-candidato-em-lote', { candidatosIds: livres.map(({ id }) => id) }),
    onSuccess: async () => {
      toast.success(counted(livres.length, 'candidato removido.', 'candidatos removidos.'));
      onClose();
      await queries.invalidateQueries({ queryKey: ['registro'] });
    },
  });
  return (
    <Dialog onClose={onClose} title="Excluir candidatos" size="lg">
      {isError && <Fault message="Não foi possível verificar as pendências." isBusy={isFetching} onRetry={refetch} />}
      {!data && !isError && <Waiting height={120} />}
      {data && (
        <Stack gap="md">
          {livres.length > 0 && (
            <div>
              <Text>{`${counted(livres.length, 'candidato vai', 'candidatos vão')} para a Lixeira, por 30 dias:`}</Text>
              <ScrollArea.Autosize mah={180} mt={4}>
                <List size="sm">
                  {livres.map(({ id, nome }) => (
                    <List.Item key={id}>{nome}</List.Item>
                  ))}
                </List>
              </ScrollArea.Autosize>
            </div>
          )}
          {presos.length > 0 && (
            <Alert
              color="yellow"
              title={
                livres.length > 0
                  ? `${counted(presos.length, 'fica', 'ficam')} como ${presos.length === 1 ? 'está' : 'estão'}`
                  : 'Nenhum dos candidatos selecionados pode ser excluído'
              }
            >
              <ScrollArea.Autosize mah={220}>
                <List size="sm">
                  {presos.map(({ id, nome, pendencias }) => (
                    <List.Item key={id}>
                      <b>{nome}</b>: {pendencias.join(' ')}
                    </List.Item>
                  ))}
                </List>
              </ScrollArea.Autosize>
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {livres.length > 0 ? 'Cancelar' : 'Fechar'}
            </Button>
            {livres.length > 0 && (
              <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
                Excluir
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
