import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconEye, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { type InputProps, pickerFrame, useInput } from '#kit/fields/input-state.web.ts';
import { FieldInput } from '#kit/fields/inputs.web.tsx';
import { richText } from '#kit/fields/text.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';

const MODELOS = '/api/utilitario/modelos-mensagens';

interface Tipo {
  tipo: string;
  titulo: string;
  assunto: string;
  corpo: string;
  variaveis: { nome: string; descricao: string; obrigatoria: boolean }[];
}

const useTipos = () =>
  useQuery({ queryKey: ['tipos-de-mensagem'], queryFn: () => api.get<Tipo[]>(`${MODELOS}/tipos`, {}, { quiet: true }) }).data ??
  [];

/** The message to rewrite; the editor starts with its present text. */
export function TipoInput(props: InputProps) {
  const { value, onChange, ...rest } = useInput<string | null>(props);
  const tipos = useTipos();
  const form = useFormContext();
  const choose = (tipo: string | null) => {
    onChange(tipo);
    const { assunto, corpo } = form.getValues() as { assunto?: string; corpo?: string };
    const isUntouched = !assunto && !corpo;
    const isAnother = tipos.some((one) => one.assunto === assunto && one.corpo === corpo);
    const chosen = tipos.find((one) => one.tipo === tipo);
    if (!chosen || !(isUntouched || isAnother)) return;
    for (const name of ['assunto', 'corpo'] as const) form.setValue(name, chosen[name], { shouldDirty: true });
  };
  return (
    <Select<string>
      {...pickerFrame({ onChange, ...rest })}
      value={value}
      options={tipos.map(({ tipo, titulo }) => ({ value: tipo, label: titulo }))}
      onChange={choose}
    />
  );
}

interface Previa {
  assunto: string;
  html: string;
}

const PREVIA = richText('Texto da mensagem');

function Previa({ assunto, html }: Previa) {
  const { control } = useForm({ values: { html } });
  return (
    <Stack>
      <Text fw={600}>{assunto}</Text>
      <FieldInput name="html" path="html" field={PREVIA} control={control as never} readOnly />
    </Stack>
  );
}

/** The text of the template, its variables, its preview, and a test mail to one's own address. */
export function CorpoInput(props: InputProps) {
  const tipo = useWatch({ control: props.control, name: 'tipo' }) as string | null;
  const form = useFormContext();
  const [previa, setPrevia] = useState<Previa | null>(null);
  const { variaveis = [] } = useTipos().find((one) => one.tipo === tipo) ?? {};
  const rascunho = () => {
    const { assunto, corpo } = form.getValues() as Record<string, unknown>;
    return { tipo, assunto, corpo };
  };
  // The client shows failures.
  const mostra = () => api.post<Previa>(`${MODELOS}/previa`, rascunho()).then(setPrevia, () => {});
  const testa = () =>
    api.post<{ para: string }>(`${MODELOS}/teste`, rascunho()).then(
      ({ para }) => toast.success(`O teste será enviado para ${para}.`),
      () => {},
    );
  return (
    <Stack gap="sm">
      <FieldInput {...props} />
      {variaveis.length > 0 && (
        <div>
          <Text size="sm" fw={500} mb={4}>
            Variáveis desta mensagem
          </Text>
          <Stack gap={4}>
            {variaveis.map(({ nome, descricao, obrigatoria }) => (
              <Text key={nome} size="sm">
                <Code>{`{{${nome}}}`}</Code> {descricao}
                {obrigatoria ? ' (o texto precisa ter)' : ''}
              </Text>
            ))}
          </Stack>
        </div>
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" leftSection={<IconEye size={16} />} disabled={!tipo} onClick={() => void mostra()}>
          Prévia
        </Button>
        {!props.readOnly && (
          <Button size="xs" variant="default" leftSection={<IconSend size={16} />} disabled={!tipo} onClick={() => void testa()}>
            Enviar um teste para mim
          </Button>
        )}
      </Group>
      <Modal opened={previa !== null} onClose={() => setPrevia(null)} title="Prévia da mensagem" size="lg">
        {previa && <Previa {...previa} />}
      </Modal>
    </Stack>
  );
}
