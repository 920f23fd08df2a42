import { ActionIcon, Button, Group, Input, Progress, Text } from '@mantine/core';
import { IconFile, IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { bytes } from '#kit/br/text.ts';
import { toast } from '#kit/client/toast.web.ts';
import { accepts, notAccepted } from '#kit/media/accepts.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import classes from './upload.module.css';

/** A stored file as the wire names it. */
export interface StoredFile {
  id: number;
  nome: string;
  tamanho?: number;
  tipo?: string;
}

interface UploadProps {
  label: string;
  value: readonly StoredFile[];
  onChange: (files: StoredFile[]) => void;
  /** stores one file; its failures are told by the client */
  send: (file: File) => Promise<StoredFile>;
  multiple?: boolean;
  accept?: readonly string[];
  /** bytes */
  maxBytes?: number;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** opens a stored file, for instance in the document viewer */
  onOpen?: (file: StoredFile) => void;
  /** shown between label and box */
  preview?: ReactNode;
}

/** Files of a record: choose or drop, list, remove. */
export function Upload(props: UploadProps) {
  const {
    label,
    value,
    onChange,
    send,
    multiple = false,
    accept,
    maxBytes,
    description,
    error,
    required,
    disabled,
    onOpen,
    preview,
  } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ done: number; total: number } | null>(null);
  const [isOver, setIsOver] = useState(false);

  const take = async (list: Iterable<File>) => {
    const files = [...list].slice(0, multiple ? undefined : 1).filter((file) => {
      if (maxBytes !== undefined && file.size > maxBytes) {
        toast.warn(`O arquivo deve ser menor que ${bytes(maxBytes)}`);
        return false;
      }
      if (file.size === 0) {
        toast.warn('O arquivo está vazio');
        return false;
      }
      if (!accepts(file, accept)) {
        toast.warn(notAccepted(accept));
        return false;
      }
      return true;
    });
    const stored: StoredFile[] = multiple ? [...value] : [];
    setSending({ done: 0, total: files.length });
    for (const [index, file] of files.entries()) {
      // One after the other: the order stays, and the server is not flooded.
      const answer = await send(file).catch(() => null);
      // The server tells the kind by the content: a text that is called foto.jpg is a text.
      if (answer?.tipo !== undefined && !accepts({ name: answer.nome, type: answer.tipo }, accept))
        toast.warn(notAccepted(accept));
      else if (answer) stored.push(answer);
      setSending({ done: index + 1, total: files.length });
    }
    setSending(null);
    if (files.length > 0 && stored.length > (multiple ? value.length : 0)) onChange(stored);
  };
  const remove = async (file: StoredFile) => {
    if (await confirm({ message: 'Tem certeza que deseja remover?' })) onChange(value.filter((other) => other !== file));
  };
  const removeAll = async () => {
    if (await confirm({ message: 'Tem certeza que deseja remover?' })) onChange([]);
  };

  return (
    <Input.Wrapper id={id} label={label} withAsterisk={required ?? false} {...{ description, error }}>
      {preview}
      <div
        className={classes.box}
        data-over={isOver || undefined}
        data-error={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          if (!disabled) void take(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className="vinculo-hidden"
          tabIndex={-1}
          multiple={multiple}
          accept={accept?.join(',')}
          disabled={disabled}
          onChange={(event) => {
            void take(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            disabled={disabled}
            loading={sending !== null}
            onClick={() => input.current?.click()}
          >
            {multiple ? 'Carregar' : 'Escolher Arquivo'}
          </Button>
          {multiple && value.length > 1 && (
            <Button variant="subtle" size="xs" disabled={disabled} onClick={() => void removeAll()}>
              Remover Todos
            </Button>
          )}
          {value.length === 0 && (
            <Text size="sm" c="dimmed">
              Nenhum Arquivo selecionado.
            </Text>
          )}
        </Group>
        {sending && sending.total > 1 && (
          <Progress mt="xs" size="sm" value={(100 * sending.done) / sending.total} aria-label="Envio dos arquivos" />
        )}
        {value.length > 0 && (
          <ul className={classes.files}>
            {value.map((file) => (
              <li key={file.id}>
                <IconFile size={16} aria-hidden="true" />
                {onOpen ? (
                  <button type="button" className={classes.name} onClick={() => onOpen(file)}>
                    {file.nome}
                  </button>
                ) : (
                  <span className={classes.text}>{file.nome}</span>
                )}
                {file.tamanho !== undefined && (
                  <Text span size="xs" c="dimmed">
                    {bytes(file.tamanho)}
                  </Text>
                )}
                <ActionIcon
                  variant="subtle"
                  color="red.9"
                  size="sm"
                  disabled={disabled}
                  aria-label={`Remover ${file.nome}`}
                  title="Remover"
                  onClick={() => void remove(file)}
                >
                  <IconTrash size={16} aria-hidden="true" />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Input.Wrapper>
  );
}
