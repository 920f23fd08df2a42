import { Anchor, Button, FileButton, Group, Image, Input, Loader, Text } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { bytes } from '#kit/br/text.ts';
import { api } from '#kit/http/client.web.ts';
import { toast } from '#kit/ui/toast.web.ts';
import { type InputProps, inputId, useInput } from './input-state.web.ts';

/** A stored file as the wire names it. */
export interface StoredFile {
  id: number;
  nome: string;
  tamanho?: number;
  tipo?: string;
}

export const fileAddress = (file: { id: number }) => `/api/arquivos/${file.id}`;

/** A file or picture: stored at once, named by the record when it is saved. */
export function FileInput(props: InputProps) {
  const { value, onChange, frame, isReadOnly } = useInput<StoredFile | null>(props);
  const { field, path } = props;
  const [busy, setBusy] = useState(false);

  const take = async (file: File | null) => {
    if (!file) return;
    if (field.maxBytes && file.size > field.maxBytes) {
      toast.warn(`O arquivo deve ser menor que ${bytes(field.maxBytes)}`);
      return;
    }
    setBusy(true);
    const body = new FormData();
    body.append('arquivo', file);
    // The client tells a failure; the field just stays as it was.
    const stored = await api.post<StoredFile>('arquivos', body, { quiet: true }).catch(() => null);
    if (stored) onChange(stored);
    setBusy(false);
  };

  return (
    <Input.Wrapper {...frame} id={inputId(path)} labelElement="div">
      <Group gap="sm" mih={36} role="group" aria-label={field.label}>
        {field.kind === 'image' && value && (
          <Image src={fileAddress(value)} alt={value.nome} w={72} h={72} radius="sm" fit="cover" />
        )}
        {value ? (
          <Text size="sm" component="span">
            <Anchor href={fileAddress(value)} target="_blank" rel="noreferrer" inherit>
              {value.nome}
            </Anchor>
            {value.tamanho ? ` (${bytes(value.tamanho)})` : ''}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            Nenhum Arquivo selecionado.
          </Text>
        )}
        {!isReadOnly && (
          <FileButton
            onChange={(file) => void take(file)}
            accept={field.accept?.join(',')}
            inputProps={{ 'aria-label': field.label, tabIndex: -1 }}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="xs"
                disabled={busy}
                leftSection={busy ? <Loader size={14} /> : <IconUpload size={14} />}
              >
                Escolher Arquivo
              </Button>
            )}
          </FileButton>
        )}
        {value && !isReadOnly && (
          <Button variant="subtle" color="red.8" size="xs" leftSection={<IconX size={14} />} onClick={() => onChange(null)}>
            Remover
          </Button>
        )}
      </Group>
      {field.maxBytes && !isReadOnly && (
        <Text size="xs" c="dimmed">
          {`Tamanho máximo: ${bytes(field.maxBytes)}`}
        </Text>
      )}
    </Input.Wrapper>
  );
}
