import { Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { saveFile } from '#kit/client/client.web.ts';
import classes from './document-viewer.module.css';
import { ScreenLoading } from './loading.web.tsx';

export interface ViewedDocument {
  name: string;
  /** media type */
  type: string;
  /** the file itself, or the address that serves it */
  content: Blob | string;
}

interface DocumentViewerProps {
  document: ViewedDocument | null;
  opened: boolean;
  onClose: () => void;
  title?: string;
}

/** PDF viewer parameters for Chromium and Firefox: fit width, no thumbnails. */
const PAGE_WIDE = '#view=FitH&zoom=page-width&navpanes=0';
const TEXTS = ['text/plain', 'text/csv'];
const bareType = (type: string) => type.split(';')[0]?.trim().toLowerCase() ?? '';

/** Shows pictures, PDF and plain text; other types offer a download. */
export function DocumentViewer({ document, opened, onClose, title = 'Visualizador de Documento' }: DocumentViewerProps) {
  const isPdf = document !== null && bareType(document.type) === 'application/pdf';
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={isPdf ? 1080 : 'xl'}>
      {document === null ? <Text c="dimmed">Nenhum documento para exibir.</Text> : <DocumentBody document={document} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </Group>
    </Modal>
  );
}

function DocumentBody({ document }: { document: ViewedDocument }) {
  const { content, name } = document;
  const type = bareType(document.type);
  const [address, setAddress] = useState<string | null>(typeof content === 'string' ? content : null);
  useEffect(() => {
    if (typeof content === 'string') return setAddress(content);
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  if (address === null) return <ScreenLoading />;
  if (type.startsWith('image/') && type !== 'image/svg+xml') return <img src={address} alt={name} className={classes.image} />;
  if (type === 'application/pdf') return <iframe src={`${address}${PAGE_WIDE}`} title={name} className={classes.frame} />;
  if (TEXTS.includes(type)) return <TextBody content={content} />;
  return (
    <Text>
      Visualização não suportada. Tipo: {type === '' ? 'desconhecido' : type}{' '}
      <Anchor
        href={address}
        download={name}
        onClick={(event) => {
          if (typeof content === 'string') return;
          event.preventDefault();
          saveFile(content, name);
        }}
      >
        Baixar {name}
      </Anchor>
    </Text>
  );
}

/** A file's text; a blob is read directly, because the content policy allows no request to it. */
async function textOf(content: Blob | string, signal: AbortSignal): Promise<string> {
  if (typeof content !== 'string') return content.text();
  const response = await fetch(content, { signal });
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

function TextBody({ content }: { content: Blob | string }) {
  const [text, setText] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      try {
        setText(await textOf(content, controller.signal));
      } catch {
        if (!controller.signal.aborted) setHasFailed(true);
      }
    };
    void read();
    return () => controller.abort();
  }, [content]);
  if (hasFailed) return <Text role="alert">Não foi possível carregar o conteúdo do arquivo.</Text>;
  if (text === null) return <ScreenLoading />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
    <pre className={classes.text} tabIndex={0}>
      {text}
    </pre>
  );
}
