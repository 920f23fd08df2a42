import { Button, FileButton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { bytes } from '#kit/br/text.ts';
import { toast } from '#kit/client/toast.web.ts';

const MAX = 1024 * 1024;

/** The text of a file as editors write it: UTF-8, UTF-16 with its mark, or what Windows wrote before them. Undefined: it holds no text. */
function textOf(content: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(content);
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  let text: string;
  try {
    text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(content);
  } catch {
    text = new TextDecoder('windows-1252').decode(content);
  }
  return text.includes('\0') ? undefined : text;
}

/** A button that reads a file of plain text on this computer; nothing is sent. */
export function TextFile({ label, onText }: { label: string; onText: (text: string) => void }) {
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size >= MAX) return toast.warn(`O arquivo deve ser menor que ${bytes(MAX)}`);
    const text = /\.txt$/i.test(file.name) ? textOf(await file.arrayBuffer()) : undefined;
    if (text === undefined) return toast.warn("Selecione um arquivo com a extensão: 'txt'");
    onText(text);
    toast.success(`Arquivo ${file.name} carregado com sucesso.`);
  };
  return (
    <FileButton accept=".txt,text/plain" onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} variant="default" size="xs" leftSection={<IconFileText size={16} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
