import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type Control, FormProvider, useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { idOf } from '#kit/fields/options.web.ts';
import { FormField } from '#kit/form/form-field.web.tsx';
import { useSentForm } from '#kit/form/use-sent-form.web.ts';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import { type CopiaFeita, cadastrosCopiaveis, comDependencias, copiaCadastro } from './copia-cadastro.ts';

/** SCR-327: copies registries of one company to another. */
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

const INPUTS = { empresaOrigemId: EmpresaInput, empresaDestinoId: EmpresaInput };

function CopiaForm({ inputs, problem, submit, tarefaId }: ReturnType<typeof useCopia>) {
  const { control, formState } = inputs;
  return (
    <FormProvider {...inputs}>
      <form noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
        <Stack gap="md">
          <FieldGrid>
            {namesOf(copiaCadastro.fields).map((name) => (
              <FormField key={name} form={copiaCadastro} name={name} control={control} inputs={INPUTS} />
            ))}
          </FieldGrid>
          <OQueVaiJunto control={control} />
          {problem !== null && <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={problem} />}
          <Group justify="flex-end">
            <Button
              type="submit"
              loading={formState.isSubmitting}
              disabled={tarefaId !== null}
              leftSection={<IconCopy size={18} aria-hidden />}
            >
              Copiar
            </Button>
          </Group>
        </Stack>
      </form>
    </FormProvider>
  );
}

/** One of the companies of the session. */
function EmpresaInput(props: InputProps) {
  const { empresas } = useSession();
  const input = useInput<unknown>(props);
  const options = empresas.map(({ id, nome }) => ({ value: id, label: nome }));
  return <Select<number> {...pickerFrame(input)} value={idOf(input.value)} options={options} onChange={input.onChange} />;
}

function OQueVaiJunto({ control }: { control: Control }) {
  const marcados: unknown = useWatch({ control, name: 'cadastros' });
  const cadastros = namesOf(cadastrosCopiaveis).filter((nome) => Array.isArray(marcados) && marcados.includes(nome));
  const juntos = comDependencias(cadastros).filter((nome) => !cadastros.includes(nome));
  return (
    <Text size="sm" c="dimmed">
      {juntos.length > 0
        ? `Vão junto, no que for usado: ${juntos.map((nome) => cadastrosCopiaveis[nome].titulo).join(', ')}. `
        : ''}
      O que já existe com o mesmo nome na empresa de destino fica como está.
    </Text>
  );
}

/** The form of a copy, and its result. */
function useCopia() {
  const { empresa, empresas } = useSession();
  const [feito, setFeito] = useState<CopiaFeita[] | null>(null);
  const [tarefaId, setTarefaId] = useState<number | null>(null);
  const [resumo, setResumo] = useState<string | null>(null);
  const nomeDe = (id: unknown) => empresas.find((one) => one.id === id)?.nome ?? '';
  const start = useMemo(() => ({ empresaOrigemId: empresa?.id ?? null }), [empresa?.id]);

  const form = useSentForm(copiaCadastro, start, async (pedido) => {
    const message = `Copiar os cadastros escolhidos de ${nomeDe(pedido.empresaOrigemId)} para ${nomeDe(pedido.empresaDestinoId)}?`;
    if (!(await confirm({ message, ok: 'Copiar' }))) return;
    setFeito(null);
    setResumo(null);
    const answer = await api.post<CopiaFeita[] | { tarefaId: number }>('/api/utilitario/copia-cadastro', pedido, {
      silent: true,
    });
    if ('tarefaId' in answer) setTarefaId(answer.tarefaId);
    else setFeito(answer);
  });
  const ended = ({ estado, mensagem }: Task) => {
    setTarefaId(null);
    if (estado === 'concluida') setResumo(mensagem ?? '');
    else if (estado === 'falhou') toast.error(mensagem ?? 'A cópia falhou. Tente de novo.');
    else toast.info('A cópia foi cancelada: nada foi copiado.');
  };
  return { ...form, tarefaId, ended, resumo, feito };
}
