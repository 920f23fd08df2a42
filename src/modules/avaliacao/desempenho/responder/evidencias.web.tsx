import { Anchor } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { bytes } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import { Upload } from '#kit/ui/inputs/upload.web.tsx';
import type { StoredFile } from '#kit/ui/inputs/use-uploads.web.ts';
import { type Evidencia, MAIOR_EVIDENCIA, MAIS_EVIDENCIAS, TIPOS_DE_EVIDENCIA } from '../folha.ts';
import classes from './avaliar.module.css';
import { usePalavras } from './palavras.web.ts';

interface Props {
  competencia: string;
  evidencias: readonly Evidencia[];
  /** somebody has just asked for it: it takes the focus */
  isAsked: boolean;
  onChange(evidencias: Evidencia[]): void;
}

function envia(file: File): Promise<StoredFile> {
  const body = new FormData();
  body.append('arquivo', file);
  return api.post<StoredFile>('arquivos', body, { quiet: true });
}

/** Files that show what was seen of one competency. */
export function Anexos({ competencia, evidencias, isAsked, onChange }: Props) {
  const diz = usePalavras();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) box.current?.querySelector('button')?.focus();
  }, [isAsked]);
  return (
    <div ref={box} className={classes.evidence}>
      <Upload
        label={diz.anexosSobre(competencia)}
        description={diz.anexosAte}
        multiple
        words={diz.envio}
        value={evidencias}
        accept={TIPOS_DE_EVIDENCIA}
        maxBytes={MAIOR_EVIDENCIA}
        send={envia}
        onOpen={(file) => window.open(fileAddress(file), '_blank', 'noreferrer')}
        onChange={(files) => {
          if (files.length > MAIS_EVIDENCIAS) toast.warn(diz.anexosDemais, diz.envio?.warning);
          onChange(files.slice(0, MAIS_EVIDENCIAS).map(({ id, nome, tamanho = 0 }) => ({ id, nome, tamanho })));
        }}
      />
    </div>
  );
}

/** The files of an answer that was given, to be opened. */
export const AnexosDados = ({ evidencias }: Pick<Props, 'evidencias'>) =>
  evidencias.length > 0 && (
    <ul className={classes.files} aria-label="Anexos">
      {evidencias.map((uma) => (
        <li key={uma.id}>
          <IconPaperclip size={16} aria-hidden="true" />
          <Anchor href={fileAddress(uma)} target="_blank" rel="noreferrer" inherit>
            {uma.nome}
          </Anchor>
          <span>{bytes(uma.tamanho)}</span>
        </li>
      ))}
    </ul>
  );
