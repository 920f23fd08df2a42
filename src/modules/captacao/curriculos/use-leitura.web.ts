import { useEffect, useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import type { Leitura } from './sugestao.ts';

const PAUSE = 2_000;
/** Askings after which the person is told that it takes long. */
const LONG = 20;

/** Reads a CV: asks again until its text is there, or until the dialog closes. */
export function useLeitura(path: string): { leitura: Leitura | undefined; recusa: string; demora: boolean } {
  const [leitura, setLeitura] = useState<Leitura>();
  const [recusa, setRecusa] = useState('');
  const [vezes, setVezes] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const asks = () =>
      api.post<Leitura>(path, {}, { quiet: true, silent: true, signal: leaving.signal }).then(
        (lida) => {
          setLeitura(lida);
          if (lida.situacao === 'A') setVezes((antes) => antes + 1);
        },
        (error: unknown) => {
          if (!leaving.signal.aborted)
            setRecusa(error instanceof ApiError ? error.message : 'Não foi possível conectar ao servidor.');
        },
      );
    const timer = setTimeout(() => void asks(), vezes === 0 ? 0 : PAUSE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [path, vezes]);
  return { leitura, recusa, demora: vezes >= LONG };
}
