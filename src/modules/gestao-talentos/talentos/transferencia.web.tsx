import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { LeftAlone } from '#kit/list/left-alone.web.tsx';
import type { BulkEdited } from '#kit/registry/bulk-edit.ts';
import type { BulkDialogProps } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { type PreviaDaTransferencia, transferenciaDeVarios } from './transferir-varios.ts';

const CAMINHO = 'gestao-talentos/talentos/transferir-varios';
const TITULO = 'Mudar área ou estabelecimento';

interface Conferida {
  values: FieldValues;
  previa: PreviaDaTransferencia;
}

/** Transfers several talents: day and place, then who goes and who stays, then the transfer. */
export function Transferencia({ ids, onEdited, onClose }: BulkDialogProps) {
  const [conferida, setConferida] = useState<Conferida | null>(null);
  const [isShown, show] = useState(false);
  if (isShown && conferida)
    return <Conferencia {...conferida} onEdited={onEdited} onBack={() => show(false)} onClose={onClose} />;
  return (
    <FormDialog
      form={transferenciaDeVarios}
      title={TITULO}
      ok="Ver o que muda"
      start={conferida?.values ?? { data: today() }}
      send={async (values) => {
        const previa = await api.post<PreviaDaTransferencia>(
          `${CAMINHO}/previa`,
          { ...values, ids },
          { silent: ['FIELD_VALIDATION_VIOLATION'] },
        );
        setConferida({ values, previa });
        show(true);
      }}
      onClose={(isDone) => !isDone && onClose()}
    >
      {`${counted(ids.length, 'talento selecionado', 'talentos selecionados')}. Cada um recebe um histórico de transferência nesse dia, com o mesmo cargo e salário; o que ficar vazio não muda.`}
    </FormDialog>
  );
}

interface ConferenciaProps extends Conferida, Pick<BulkDialogProps, 'onEdited' | 'onClose'> {
  onBack: () => void;
}

/** Who goes, who stays and what is seldom meant, before anything is written. */
export function Conferencia({ values, previa, onEdited, onBack, onClose }: ConferenciaProps) {
  const { falhas } = previa;
  const transferidos = previa.transferidos.toSorted((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'));
  const [isSending, setSending] = useState(false);
  const key = useRef(newKey());
  const send = async () => {
    setSending(true);
    const ids = transferidos.map(({ id }) => id);
    const edited = await api
      .post<BulkEdited>(CAMINHO, { ...values, ids }, { headers: { 'Idempotency-Key': key.current } })
      .catch(() => null);
    setSending(false);
    if (!edited) return;
    // Those who cannot go stay selected.
    onEdited({ ...edited, falhas: [...falhas, ...edited.falhas] });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={`${TITULO}: o que muda`} size="lg" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm" role="status">
          {[
            transferidos.length === 0
              ? 'Nenhum talento é transferido'
              : counted(transferidos.length, 'talento é transferido', 'talentos são transferidos'),
            ...(falhas.length > 0 ? [counted(falhas.length, 'não pode ser transferido', 'não podem ser transferidos')] : []),
          ].join(' · ')}
        </Text>
        <LeftAlone falhas={falhas} />
        <Avisos transferidos={transferidos} />
        {transferidos.length > 0 && <Nomes nomes={transferidos.map(({ nome }) => nome)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack} disabled={isSending}>
            Voltar
          </Button>
          <Button onClick={() => void send()} disabled={transferidos.length === 0} loading={isSending} data-autofocus>
            {transferidos.length === 0
              ? 'Ninguém a transferir'
              : `Transferir ${counted(transferidos.length, 'talento', 'talentos')}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** How many names stand in one sentence. */
const NOMES = 12;

function Nomes({ nomes }: { nomes: readonly string[] }) {
  const resto = nomes.length - NOMES;
  return <Text size="sm">{`${nomes.slice(0, NOMES).join(', ')}${resto > 0 ? ` e mais ${resto}` : ''}`}</Text>;
}

/** What is seldom meant, each sentence once with those about whom it is. */
function Avisos({ transferidos }: Pick<PreviaDaTransferencia, 'transferidos'>) {
  const porFrase = new Map<string, string[]>();
  for (const { nome, avisos } of transferidos)
    for (const aviso of avisos) porFrase.set(aviso, [...(porFrase.get(aviso) ?? []), nome]);
  if (porFrase.size === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm" fw={600} mb={4}>
        Confira antes de transferir
      </Text>
      <List size="sm" spacing={4}>
        {[...porFrase].map(([frase, nomes]) => (
          <List.Item key={frase}>
            {frase}
            <Nomes nomes={nomes} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
