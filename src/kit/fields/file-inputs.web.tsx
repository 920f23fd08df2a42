import { Anchor, Group, Image, Input, Text } from '@mantine/core';
import { createContext, useContext } from 'react';
import { api } from '#kit/client/client.web.ts';
import { type StoredFile, Upload } from '#kit/ui/inputs/upload.web.tsx';
import { type InputProps, useInput } from './input-state.web.ts';

export const fileAddress = (file: { id: number }) => `/api/arquivos/${file.id}`;

interface Uploading {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** who sends it may not open it again: only the form that is filled in may name it */
  isPrivate?: boolean;
}

/** Where the files of a form go. */
export const UploadContext = createContext<Uploading>({ path: 'arquivos' });

/** A file or picture: stored at once, named by the record when it is saved. */
export function FileInput(props: InputProps) {
  const { value, onChange, error, isRequired, isReadOnly } = useInput<StoredFile | null>(props);
  const { field } = props;
  const { path, headers, isPrivate = false } = useContext(UploadContext);
  const send = (file: File) => {
    const body = new FormData();
    body.append('arquivo', file);
    return api.post<StoredFile>(path, body, { quiet: true, ...(headers ? { headers } : {}) });
  };
  const preview = !isPrivate && field.kind === 'image' && value && (
    <Image src={fileAddress(value)} alt={value.nome} w={96} h={96} radius="sm" fit="cover" mt={4} mb={8} />
  );
  if (isReadOnly) {
    return (
      <Input.Wrapper label={field.label} labelElement="div">
        <Group mih={36}>
          {preview}
          {value ? (
            <Anchor href={fileAddress(value)} target="_blank" rel="noreferrer">
              {value.nome}
            </Anchor>
          ) : (
            <Text c="dimmed">Nenhum arquivo.</Text>
          )}
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <Upload
      label={field.label}
      description={field.hint}
      error={error}
      required={isRequired}
      value={value ? [value] : []}
      onChange={(files) => onChange(files.at(-1) ?? null)}
      send={send}
      preview={preview}
      {...(field.accept ? { accept: field.accept } : {})}
      {...(field.maxBytes ? { maxBytes: field.maxBytes } : {})}
      {...(isPrivate ? {} : { onOpen: (file: StoredFile) => window.open(fileAddress(file), '_blank', 'noreferrer') })}
    />
  );
}
