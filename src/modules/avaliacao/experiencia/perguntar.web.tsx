import { Text } from '@mantine/core';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { ACOMPANHAMENTO } from './enderecos.ts';
import { aQuem } from './pedir.ts';

interface Nomeado {
  id: number;
  nome: string;
}

/** Asks how a trial goes: the leader, or another talent. */
export const Perguntar = ({
  colaborador,
  periodo,
  modelo,
  onClose,
}: {
  colaborador: Nomeado;
  periodo: Nomeado;
  modelo?: number | null;
  onClose(): void;
}) => (
  <FormDialog
    form={aQuem}
    title="Perguntar"
    ok="Perguntar"
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
    <Text fw={600}>{colaborador.nome}</Text>
    <Text c="dimmed">{periodo.nome}</Text>
  </FormDialog>
);
