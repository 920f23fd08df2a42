import { Text } from '@mantine/core';
import { useRef } from 'react';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { useOnItsWay } from '#platform/mail/on-its-way.web.ts';
import { type EntrevistaDoTalento, pedirEntrevista } from './entrevista.ts';

/** Asks a leaver: by a link, or by writing their answers down at once. `comLink` of the close: false when they are to be written. */
export function EntrevistarQuemSai({
  talentoId,
  entrevista: { colaborador, email, temEmail, modelo },
  onClose,
}: {
  talentoId: number;
  entrevista: EntrevistaDoTalento;
  onClose(comLink?: boolean): void;
}) {
  const comLink = useRef<boolean>(undefined);
  const onItsWay = useOnItsWay();
  return (
    <FormDialog
      form={pedirEntrevista}
      title="Entrevistar"
      ok="Continuar"
      start={{ modelo: modelo && { id: modelo.id, nome: modelo.titulo }, enviarLink: temEmail }}
      send={async (values) => {
        await api.post(`gestao-talentos/talentos/${talentoId}/entrevista-desligamento`, values, { silent: true });
        comLink.current = values.enviarLink === true;
        if (comLink.current) toast.success(onItsWay('O link está a caminho.'));
      }}
      onClose={() => onClose(comLink.current)}
    >
      <Text fw={600}>{colaborador.nome}</Text>
      <Text c="dimmed" size="sm">
        {email ?? (temEmail ? 'O link vai para o e-mail da ficha.' : 'Sem e-mail na ficha: quem entrevista preenche.')}
      </Text>
    </FormDialog>
  );
}
