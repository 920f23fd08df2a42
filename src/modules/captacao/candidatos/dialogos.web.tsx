import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { offer } from '#kit/client/offer.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import { having } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { DeedDialog } from '#kit/record/deed-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { bloqueio, unificacao } from './atos.ts';

const nomeDe = ({ record }: DeedProps) => String(record.nome);

export function Bloquear(props: DeedProps) {
  return (
    <DeedDialog
      {...props}
      deed="bloquear"
      form={bloqueio}
      title="Bloquear candidato"
      ok="Bloquear"
      danger
      done="Candidato bloqueado."
    >
      <Text fw={600}>{nomeDe(props)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        Enquanto estiver bloqueado, não entra em seleção nenhuma. O candidato não vê o bloqueio nem o motivo.
      </Text>
    </DeedDialog>
  );
}

export function Desbloquear(props: DeedProps) {
  return (
    <DeedDialog {...props} deed="desbloquear" title="Desbloquear candidato" ok="Desbloquear" done="Candidato desbloqueado.">
      <Text fw={600}>{nomeDe(props)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        Sai da lista de bloqueio, e o motivo é apagado.
      </Text>
    </DeedDialog>
  );
}

export function Unificar(props: DeedProps) {
  const { path, record, onClose } = props;
  const queries = useQueryClient();
  const desfaz = async (id: number) => {
    await api.post(`${path}/unificacoes/${id}/desfazer`, {});
    toast.success('Os dois cadastros estão separados de novo.');
    await queries.invalidateQueries({ queryKey: ['registro'] });
  };
  return (
    <FormDialog
      form={unificacao}
      start={{ outro: record.mesmoCpf ?? null }}
      title="Unificar com outro cadastro"
      ok="Unificar"
      danger
      send={async (values) => {
        const { id } = await api.post<{ id: number }>(`${path}/${record.id}/unificar`, values, { silent: true });
        offer('Os dois cadastros são um só.', 'Desfazer', () => void desfaz(id).catch(() => undefined));
      }}
      onClose={onClose}
    >
      <Text fw={600}>{nomeDe(props)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        Este cadastro fica, e recebe do outro o que lhe falta: dados, currículos, experiências, candidaturas e histórico. O outro
        deixa de existir. Pode ser desfeito por 30 dias, enquanto nada mudar no cadastro.
      </Text>
    </FormDialog>
  );
}

const comNome = defineForm({ fields: { nome: having(text('Digite o nome do candidato para confirmar', 100), { span: 12 }) } });

/** Erasure is for good, so the name is typed. */
export function Apagar(props: DeedProps) {
  const { path, record, onClose } = props;
  const navigate = useNavigate();
  return (
    <FormDialog
      form={comNome}
      title="Apagar os dados"
      ok="Apagar para sempre"
      danger
      send={async (values) => {
        await api.post(`${path}/${record.id}/apagar`, values, { silent: true });
        toast.success('Os dados do candidato foram apagados.');
        await navigate(`/${path}`, { replace: true });
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text fw={600}>{nomeDe(props)}</Text>
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title="Não há como desfazer">
          <List size="sm">
            <List.Item>A ficha, os currículos e os documentos, com os seus textos</List.Item>
            <List.Item>As candidaturas, o histórico, as anotações e as avaliações</List.Item>
            <List.Item>A conta no portal, os e-mails e o que a trilha diz desta pessoa</List.Item>
          </List>
          <Text size="sm" mt="xs">
            Ficam só números: quantos vieram, de onde, e até que etapa foram.
          </Text>
        </Alert>
      </Stack>
    </FormDialog>
  );
}
