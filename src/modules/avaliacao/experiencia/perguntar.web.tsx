import { Stack, Text } from '@mantine/core';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { ACOMPANHAMENTO } from './enderecos.ts';
import { aQuem, aQuemMais, perguntarOuLembrar } from './pedir.ts';

interface Nomeado {
  id: number;
  nome: string;
}

interface Props {
  colaborador: Nomeado;
  periodo: Nomeado;
  modelo?: number | null;
  /** whose answer is waited for */
  perguntado?: string | null;
  /** they have answered a part */
  comecou?: boolean;
  onClose(): void;
}

/** Asks how a trial goes: the leader, or another talent; whoever was asked is reminded, or loses their place. */
export const Perguntar = ({ colaborador, periodo, modelo, perguntado = null, comecou = false, onClose }: Props) => (
  <FormDialog
    form={perguntado === null ? aQuem : aQuemMais}
    title={perguntarOuLembrar(perguntado)}
    ok={perguntado === null ? 'Perguntar' : 'Enviar'}
    send={async (values) => {
      const { avaliador, avisado } = await api.post<{ avaliador: string | null; avisado: boolean }>(
        `${ACOMPANHAMENTO}/perguntar`,
        { ...values, colaborador: colaborador.id, periodo: periodo.id, modelo: modelo ?? null },
        { silent: true },
      );
      if (avaliador === null) toast.warn('Ninguém responde pela área deste talento: responda você, ou diga quem responde.');
      else if (avisado) toast.success(`${avaliador} foi avisado e já pode responder.`);
      else toast.warn(`${avaliador} já pode responder, mas não tem usuário nem e-mail para ser avisado.`);
    }}
    onClose={onClose}
  >
    <Stack gap={2}>
      <Text fw={600}>{colaborador.nome}</Text>
      <Text c="dimmed">{periodo.nome}</Text>
      {perguntado !== null && (
        <Text size="sm" mt="xs">
          {comecou
            ? `${perguntado} já começou a responder. Se outra pessoa for perguntada, o que foi começado se perde.`
            : `Espera a resposta de ${perguntado}. Se outra pessoa for perguntada, ${perguntado} não responde mais.`}
        </Text>
      )}
    </Stack>
  </FormDialog>
);
