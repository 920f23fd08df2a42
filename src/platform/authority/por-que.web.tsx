import { Alert, Button, Group, List, Stack, Text, TextInput, ThemeIcon } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { useSession } from '#platform/session/session.web.tsx';

interface Resposta {
  oQue: string;
  ve: boolean;
  passos: { ok: boolean; texto: string }[];
  oculto: string[];
}

/** Asks whether the user of the record sees a screen, or a record by its address, and shows the chain of reasons. */
export function PorQue({ path, record, onClose }: DeedProps) {
  const { menu } = useSession();
  const [screen, setScreen] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Resposta | null>(null);
  const [problem, setProblem] = useState('');
  const [isAsking, setAsking] = useState(false);
  const endereco = typed.trim() || (screen ?? '');
  const ask = async () => {
    setAsking(true);
    setProblem('');
    setAnswer(null);
    try {
      setAnswer(await api.get<Resposta>(`/api/${path}/${record.id}/por-que`, { endereco }, { silent: true, quiet: true }));
    } catch (error) {
      setProblem(
        error instanceof ApiError
          ? error.status === 404
            ? 'Este registro não existe nesta empresa, ou você não o vê.'
            : (error.errors?.[0]?.message ?? error.message)
          : 'Não foi possível conectar ao servidor.',
      );
    } finally {
      setAsking(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={`Por que vê? ${String(record.nome)}`} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (endereco !== '') void ask();
        }}
      >
        <Stack gap="sm">
          <Select
            label="Tela"
            placeholder="Escolha uma tela"
            options={leavesOf(menu).map(({ titulo, caminho, trilha }) => ({
              value: caminho,
              label: [...trilha, titulo].join(' › '),
            }))}
            value={screen}
            clearable
            onChange={(value) => {
              setScreen(value);
              setTyped('');
            }}
          />
          <TextInput
            label="Ou o endereço de um registro"
            description="Abra o registro, copie o endereço do navegador e cole aqui."
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={500}
          />
          <div role="status">
            {answer && (
              <Stack gap="xs">
                <Text fw={600}>{answer.ve ? `Sim, vê ${answer.oQue}.` : `Não vê ${answer.oQue}.`}</Text>
                <List spacing={6} size="sm" listStyleType="none">
                  {answer.passos.map(({ ok, texto }) => (
                    <List.Item
                      key={texto}
                      icon={
                        <ThemeIcon size={20} radius="xl" variant="light" color={ok ? 'green' : 'red'}>
                          {ok ? (
                            <IconCheck size={14} aria-label="Sim" role="img" />
                          ) : (
                            <IconX size={14} aria-label="Não" role="img" />
                          )}
                        </ThemeIcon>
                      }
                    >
                      {texto}
                    </List.Item>
                  ))}
                </List>
                {answer.oculto.length > 0 && (
                  <Text size="sm" c="dimmed">{`Parte dos dados não aparece: falta “${answer.oculto.join('”, “')}”.`}</Text>
                )}
              </Stack>
            )}
          </div>
          {problem !== '' && <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Fechar
            </Button>
            <Button type="submit" loading={isAsking} disabled={endereco === ''}>
              Perguntar
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
