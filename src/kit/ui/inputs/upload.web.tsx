import { ActionIcon, Button, Group, Input, Progress, Text } from '@mantine/core';
import { IconFile, IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { bytes } from '#kit/br/text.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import classes from './upload.module.css';
import { type StoredFile, UPLOAD_WORDS, type Uploads, type UploadWords, useUploads } from './use-uploads.web.ts';

export type { StoredFile, UploadWords };

interface UploadProps extends Uploads {
  label: string;
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
  const { label, value, onChange, multiple = false, accept, description, error, required, disabled, onOpen, preview } = props;
  const { words = UPLOAD_WORDS } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { sending, take } = useUploads(props);

  const keep = async (files: StoredFile[]) => {
    if (await confirm({ header: words.remove, message: words.isSure, cancel: words.cancel })) onChange(files);
  };

  return (
    <Input.Wrapper id={id} label={label} withAsterisk={required ?? false} {...{ description, error }}>
      {preview}
      <DropBox isFaulty={Boolean(error)} onDrop={(files) => disabled || void take(files)}>
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
            {multiple ? words.send : words.choose}
          </Button>
          {multiple && value.length > 1 && (
            <Button variant="subtle" size="xs" disabled={disabled} onClick={() => void keep([])}>
              {words.removeAll}
            </Button>
          )}
          {value.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          )}
        </Group>
        {sending && sending.total > 1 && (
          <Progress mt="xs" size="sm" value={(100 * sending.done) / sending.total} aria-label={words.sending} />
        )}
        {value.length > 0 && (
          <ul className={classes.files}>
            {value.map((file) => (
              <StoredFileLine
                key={file.id}
                file={file}
                words={words}
                disabled={disabled}
                onOpen={onOpen}
                onRemove={() => void keep(value.filter((other) => other !== file))}
              />
            ))}
          </ul>
        )}
      </DropBox>
    </Input.Wrapper>
  );
}

interface DropBoxProps {
  isFaulty: boolean;
  onDrop: (files: FileList) => void;
  children: ReactNode;
}

/** A box that files may be dropped into. */
function DropBox({ isFaulty, onDrop, children }: DropBoxProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={classes.box}
      data-over={isOver || undefined}
      data-error={isFaulty || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.dataTransfer.files);
      }}
    >
      {children}
    </div>
  );
}

interface LineProps {
  file: StoredFile;
  words: UploadWords;
  disabled: boolean | undefined;
  onOpen: UploadProps['onOpen'] | undefined;
  onRemove: () => void;
}

function StoredFileLine({ file, words, disabled, onOpen, onRemove }: LineProps) {
  return (
    <li>
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
        aria-label={words.removeOne(file.nome)}
        title={words.remove}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
