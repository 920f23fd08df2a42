import { useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { underWay } from '#kit/client/under-way.web.ts';
import { sentenceOf, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Field, FileInput } from '#platform/externo/portal-ui.web.tsx';
import type { Opcao } from './dados.ts';
import type { EntradaProps } from './entrada.ts';

/** A file, sent as soon as it is chosen; the record names it when it is saved. */
export function Arquivo({ campo, valor, falta, muda, nome = campo.nome }: EntradaProps) {
  const { conta } = usePortal();
  const [enviando, setEnviando] = useState(false);
  const [recusa, setRecusa] = useState('');
  const atual = valor as Opcao | null | undefined;
  /** Answers whether it was stored. */
  const envia = async (arquivo: File): Promise<boolean> => {
    if (!conta) return false;
    setRecusa('');
    setEnviando(true);
    const corpo = new FormData();
    corpo.append('arquivo', arquivo);
    const onde = campo.tipo === 'image' ? 'foto' : 'curriculos';
    try {
      muda(await api.post<Opcao>(`/api/externo/candidatos/${conta.id}/${onde}/arquivos`, corpo, { silent: true }));
      return true;
    } catch (error) {
      const [primeira] = error instanceof ApiError ? (error.errors ?? []) : [];
      setRecusa(primeira?.message ?? sentenceOf(error));
      return false;
    } finally {
      setEnviando(false);
    }
  };
  return (
    <Field
      label={campo.rotulo}
      required={campo.obrigatorio}
      hint={
        enviando ? 'Enviando…' : campo.tipo === 'image' ? 'JPG, PNG ou WebP, até 5 MB.' : 'PDF, DOCX, ODT ou foto, até 10 MB.'
      }
      fault={recusa || falta}
    >
      {(marks) => (
        <>
          {atual && (
            <p className="p-file">
              <a href={`/api/externo/arquivos/${atual.id}`} target="_blank" rel="noreferrer">
                {atual.nome}
              </a>
              <Button look="plain" aria-label={`Remover ${atual.nome}`} onClick={() => muda(null)}>
                Remover
              </Button>
            </p>
          )}
          <FileInput
            {...marks}
            name={nome}
            chosen={atual ? '' : undefined}
            accept={campo.tipo === 'image' ? 'image/png,image/jpeg,image/webp' : campo.aceita?.join(',')}
            onChange={(e) => {
              const [arquivo] = e.currentTarget.files ?? [];
              if (arquivo) underWay(envia(arquivo));
            }}
          />
        </>
      )}
    </Field>
  );
}
