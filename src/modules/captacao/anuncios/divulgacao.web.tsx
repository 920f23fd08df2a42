import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { enderecoDoAnuncio, fontes } from './anuncios.form.ts';

const limpa = (texto: string) =>
  texto
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

function Copiar({ href, onde }: { href: string; onde: string }) {
  return (
    <CopyButton value={href}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="sm"
          onClick={copy}
          aria-label={`${copied ? 'Copiado' : 'Copiar'}: ${onde}`}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? 'Copiado' : 'Copiar'}
        </Button>
      )}
    </CopyButton>
  );
}

/** A link for each place where the ad is shared: every application keeps where it came from. */
export function Divulgacao({ record }: PanelProps) {
  const { empresaId } = useActing();
  const [outra, setOutra] = useState('');
  const fonte = limpa(outra);
  const href = (uma?: string) => new URL(enderecoDoAnuncio(empresaId ?? 0, record.id, uma), location.origin).href;
  const linhas = Object.entries(fontes).map(([codigo, nome]) => ({ codigo, nome }));
  return (
    <Stack gap="md">
      {record.noPortal !== 'A' && (
        <Alert color="yellow" p="xs" icon={<IconInfoCircle size={18} />}>
          Hoje o portal não mostra este anúncio: os links já valem, mas a vaga ainda não aparece.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        Use um link para cada lugar: a candidatura guarda por onde a pessoa chegou, e os indicadores dizem o que traz gente.
      </Text>
      <PlainTable
        caption="Links do anúncio por fonte"
        cards
        columns={[
          { title: 'Onde', cell: ({ nome }) => nome, isHeading: true, width: 180 },
          {
            title: 'Link',
            cell: ({ codigo }) => (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {href(codigo)}
              </Text>
            ),
          },
          { title: 'Copiar', cell: ({ codigo, nome }) => <Copiar href={href(codigo)} onde={nome} />, width: 130 },
        ]}
        rows={linhas}
        keyOf={({ codigo }) => codigo}
      />
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Outro lugar"
          placeholder="feira do bairro"
          value={outra}
          onChange={(event) => setOutra(event.currentTarget.value)}
          maxLength={60}
        />
        {fonte && <Copiar href={href(fonte)} onde={outra} />}
      </Group>
      {fonte && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {href(fonte)}
        </Text>
      )}
    </Stack>
  );
}
