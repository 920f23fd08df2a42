import { Alert, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import {
  type CadastroCopiavel,
  type CopiaFeita,
  cadastrosCopiaveis,
  comDependencias,
  copiaCadastro,
  nomesCopiaveis,
} from '#modules/cargo-salario/public.ts';
import { useSession } from '#platform/session/session.web.tsx';

/** SCR-327: what one company has registered, for another one. */
export function CopiaCadastro() {
  const copia = useCopia();
  const { tarefaId, ended, resumo, feito } = copia;
  return (
    <Page
      title="Cópia de Cadastros entre Empresas"
      breadcrumbs={[{ label: 'Utilitário' }, { label: 'Cópia de Cadastros entre Empresas' }]}
    >
      <Stack gap="md">
        <Paper p="md" component="section" aria-label="Cópia">
          <CopiaForm {...copia} />
        </Paper>
        {tarefaId !== null && (
          <Paper p="md">
            <TaskProgress tarefaId={tarefaId} label="Copiando os cadastros" onEnd={ended} />
          </Paper>
        )}
        {resumo !== null && (
          <Alert color="green" title="Cópia concluída" role="status">
            {resumo.split('; ').map((linha) => (
              <div key={linha}>{linha}</div>
            ))}
          </Alert>
        )}
        {feito && (
          <Alert color="green" title="Cópia concluída" role="status">
            <PlainTable
              caption="Cópia concluída"
              rows={feito}
              keyOf={({ cadastro }) => cadastro}
              columns={[
                { title: 'Cadastro', cell: ({ titulo }) => titulo },
                { title: 'Copiados', figures: true, cell: ({ copiados }) => copiados },
                { title: 'Já existiam', figures: true, cell: ({ existentes }) => existentes },
              ]}
            />
          </Alert>
        )}
      </Stack>
    </Page>
  );
}

function CopiaForm({ companies, options, cadastros, choose, faults, isBusy, send, tarefaId }: ReturnType<typeof useCopia>) {
  const juntos = comDependencias(cadastros).filter((nome) => !cadastros.includes(nome));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="md">
        <Group grow preventGrowOverflow={false} align="flex-start">
          {companies.map(({ label, value, campo, onChange }) => (
            <div key={campo} style={{ minWidth: 240 }}>
              <Select<number> label={label} required value={value} options={options} error={faults[campo]} onChange={onChange} />
            </div>
          ))}
        </Group>
        <Checkbox.Group
          label="Cadastros"
          withAsterisk
          error={faults.cadastros}
          value={cadastros}
          onChange={(chosen) => choose(nomesCopiaveis.filter((nome) => chosen.includes(nome)))}
        >
          <Group mt="xs" gap="md">
            {nomesCopiaveis.map((nome) => (
              <Checkbox key={nome} value={nome} label={cadastrosCopiaveis[nome].titulo} />
            ))}
          </Group>
        </Checkbox.Group>
        <Text size="sm" c="dimmed">
          {juntos.length > 0
            ? `Vão junto, no que for usado: ${juntos.map((nome) => cadastrosCopiaveis[nome].titulo).join(', ')}. `
            : ''}
          O que já existe com o mesmo nome na empresa de destino fica como está.
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={tarefaId !== null} leftSection={<IconCopy size={18} aria-hidden />}>
            Copiar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is copied from where to where, and how it went. */
function useCopia() {
  const { empresa, empresas } = useSession();
  const [origem, setOrigem] = useState<number | null>(empresa?.id ?? null);
  const [destino, setDestino] = useState<number | null>(null);
  const [cadastros, setCadastros] = useState<CadastroCopiavel[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [feito, setFeito] = useState<CopiaFeita[] | null>(null);
  const [tarefaId, setTarefaId] = useState<number | null>(null);
  const [resumo, setResumo] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const nomeDe = (id: number | null) => empresas.find((one) => one.id === id)?.nome ?? '';

  const send = async () => {
    const judged = copiaCadastro.safeParse({ empresaOrigemId: origem, empresaDestinoId: destino, cadastros });
    const told = judged.success ? [] : judged.error.issues;
    setFaults(Object.fromEntries(told.map(({ path, message }) => [path.join('.'), message])));
    if (!judged.success) return;
    const message = `Copiar os cadastros escolhidos de ${nomeDe(origem)} para ${nomeDe(destino)}?`;
    if (!(await confirm({ message, ok: 'Copiar' }))) return;
    setBusy(true);
    setFeito(null);
    setResumo(null);
    try {
      const answer = await api.post<CopiaFeita[] | { tarefaId: number }>('/api/utilitario/copia-cadastro', judged.data);
      if ('tarefaId' in answer) setTarefaId(answer.tarefaId);
      else setFeito(answer);
    } catch (error) {
      // The client has told a refusal.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const ended = ({ estado, mensagem }: Task) => {
    setTarefaId(null);
    if (estado === 'concluida') setResumo(mensagem ?? '');
    else if (estado === 'falhou') toast.error(mensagem ?? 'A cópia falhou. Tente de novo.');
    else toast.info('A cópia foi cancelada: nada foi copiado.');
  };
  return {
    companies: [
      { campo: 'empresaOrigemId', label: 'Empresa de origem', value: origem, onChange: setOrigem },
      { campo: 'empresaDestinoId', label: 'Empresa de destino', value: destino, onChange: setDestino },
    ],
    options: empresas.map(({ id, nome }) => ({ value: id, label: nome })),
    cadastros,
    choose: setCadastros,
    faults,
    isBusy,
    send,
    tarefaId,
    ended,
    resumo,
    feito,
  };
}
