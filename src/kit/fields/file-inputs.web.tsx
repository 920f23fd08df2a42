import { Anchor, Group, Image, Input, Text } from '@mantine/core';
import { createContext, useContext } from 'react';
import { api } from '#kit/client/client.web.ts';
import { type StoredFile, Upload } from '#kit/ui/inputs/upload.web.tsx';
import type { Field } from './field.ts';
import { fileAddress } from './file-address.ts';
import { type InputProps, useInput } from './input-state.web.ts';

interface Uploading {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** the sender may not download it again; only the form that it was sent for can refer to it */
  isPrivate?: boolean;
}

/** Where the files of a form are uploaded to. */
export const UploadContext = createContext<Uploading>({ path: 'arquivos' });

interface StoredFilesProps {
  field: Field;
  input: Pick<ReturnType<typeof useInput>, 'error' | 'isRequired' | 'isReadOnly'>;
  files: readonly StoredFile[];
  onFiles: (files: StoredFile[]) => void;
  multiple?: boolean;
}

/** Files that are stored at once; the record refers to them when it is saved. */
function StoredFiles({ field, input: { error, isRequired, isReadOnly }, files, onFiles, multiple = false }: StoredFilesProps) {
  const { path, headers, isPrivate = false } = useContext(UploadContext);
  const [first] = files;
  const preview = !isPrivate && field.kind === 'image' && first && (
    <Image src={fileAddress(first)} alt={first.nome} w={96} h={96} radius="sm" fit="cover" mt={4} mb={8} />
  );
  if (isReadOnly) {
    return (
      <Input.Wrapper label={field.label} labelElement="div">
        <Group mih={36}>
          {preview}
          {files.map((file) => (
            <Anchor key={file.id} href={fileAddress(file)} target="_blank" rel="noreferrer">
              {file.nome}
            </Anchor>
          ))}
          {files.length === 0 && <Text c="dimmed">Nenhum arquivo.</Text>}
        </Group>
      </Input.Wrapper>
    );
  }
  const send = (file: File) => {
    const body = new FormData();
    body.append('arquivo', file);
    return api.post<StoredFile>(path, body, { quiet: true, ...(headers ? { headers } : {}) });
  };
  return (
    <Upload
      label={field.label}
      description={field.hint}
      error={error}
      required={isRequired}
      multiple={multiple}
      value={files}
      onChange={onFiles}
      send={send}
      preview={preview}
      {...(field.accept ? { accept: field.accept } : {})}
      {...(field.maxBytes ? { maxBytes: field.maxBytes } : {})}
      {...(isPrivate ? {} : { onOpen: (file: StoredFile) => window.open(fileAddress(file), '_blank', 'noreferrer') })}
    />
  );
}

/** A file or picture. */
export function FileInput(props: InputProps) {
  const input = useInput<StoredFile | null>(props);
  const files = input.value ? [input.value] : [];
  return <StoredFiles field={props.field} input={input} files={files} onFiles={(sent) => input.onChange(sent.at(-1) ?? null)} />;
}

/** Several files, in the order of their uploads. */
export function FilesInput(props: InputProps) {
  const input = useInput<StoredFile[] | null>(props);
  return <StoredFiles field={props.field} input={input} files={input.value ?? []} onFiles={input.onChange} multiple />;
}
