import { useState } from 'react';
import { bytes } from '#kit/br/text.ts';
import { toast } from '#kit/client/toast.web.ts';
import { underWay } from '#kit/client/under-way.web.ts';
import { accepts, notAccepted } from '#kit/media/accepts.ts';

/** A stored file as the wire names it. */
export interface StoredFile {
  id: number;
  nome: string;
  tamanho?: number;
  tipo?: string;
}

/** What an input of files says by itself. */
export interface UploadWords {
  send: string;
  choose: string;
  none: string;
  remove: string;
  removeOne: (nome: string) => string;
  removeAll: string;
  isSure: string;
  cancel: string;
  warning: string;
  sending: string;
  tooLarge: (limit: string) => string;
  empty: string;
  notAccepted: (types: readonly string[] | undefined) => string;
}

export const UPLOAD_WORDS: UploadWords = {
  send: 'Carregar',
  choose: 'Escolher Arquivo',
  none: 'Nenhum Arquivo selecionado.',
  remove: 'Remover',
  removeOne: (nome) => `Remover ${nome}`,
  removeAll: 'Remover Todos',
  isSure: 'Tem certeza que deseja remover?',
  cancel: 'Cancelar',
  warning: 'Aviso',
  sending: 'Envio dos arquivos',
  tooLarge: (limit) => `O arquivo deve ser menor que ${limit}`,
  empty: 'O arquivo está vazio',
  notAccepted,
};

/** The files of an input, and which others it takes. */
export interface Uploads {
  value: readonly StoredFile[];
  onChange: (files: StoredFile[]) => void;
  /** stores one file; the client shows its failures */
  send: (file: File) => Promise<StoredFile>;
  multiple?: boolean;
  accept?: readonly string[];
  /** bytes */
  maxBytes?: number;
  /** in another language */
  words?: UploadWords | undefined;
}

/** Sends chosen or dropped files, and reports refused ones at once. `sending` is the progress. */
export function useUploads({ value, onChange, send, multiple = false, accept, maxBytes, words = UPLOAD_WORDS }: Uploads) {
  const [sending, setSending] = useState<{ done: number; total: number } | null>(null);

  const faultOf = (file: File): string | null => {
    if (maxBytes !== undefined && file.size > maxBytes) return words.tooLarge(bytes(maxBytes));
    if (file.size === 0) return words.empty;
    return accepts(file, accept) ? null : words.notAccepted(accept);
  };

  const isTaken = (file: File) => {
    const fault = faultOf(file);
    if (fault !== null) toast.warn(fault, words.warning);
    return fault === null;
  };

  /** Answers whether all were stored. */
  const sendAll = async (list: Iterable<File>): Promise<boolean> => {
    const files = [...list].slice(0, multiple ? undefined : 1).filter(isTaken);
    const stored: StoredFile[] = multiple ? [...value] : [];
    setSending({ done: 0, total: files.length });
    for (const [index, file] of files.entries()) {
      // One after the other: the order stays, and the server is not flooded.
      const answer = await send(file).catch(() => null);
      // The server finds the type by the content: a text called foto.jpg is a text.
      if (answer?.tipo !== undefined && !accepts({ name: answer.nome, type: answer.tipo }, accept))
        toast.warn(words.notAccepted(accept), words.warning);
      else if (answer) stored.push(answer);
      setSending({ done: index + 1, total: files.length });
    }
    setSending(null);
    const before = multiple ? value.length : 0;
    if (files.length > 0 && stored.length > before) onChange(stored);
    return stored.length - before === files.length;
  };

  const take = async (list: Iterable<File>): Promise<void> => {
    const work = sendAll(list);
    underWay(work);
    await work;
  };

  return { sending, take };
}
