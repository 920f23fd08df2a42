import { Alert, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatDate } from '#kit/br/date.ts';
import { upperFirst } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Pill } from '#kit/ui/pill.web.tsx';
import { AMPLITUDE, dizMudanca, dizPosicao } from '#modules/estrutura/public.ts';
import type { Previa } from './atos.ts';
import classes from './mudanca.module.css';

/** What the server says of an entry that is still being typed; nothing while it cannot be judged yet. */
export function usePrevia<P = Previa>(url: string | undefined, corpo: Readonly<Record<string, unknown>>): P | undefined {
  const [pedido] = useDebouncedValue(JSON.stringify(corpo), 250);
  const { data } = useQuery({
    queryKey: ['registro', 'gestao-talentos/talentos', 'previa', url, pedido],
    queryFn: ({ signal }) => api.post<P>(url ?? '', JSON.parse(pedido), { quiet: true, silent: true, signal }),
    enabled: url !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return data;
}

/** The part of the picture before the band begins, as of after it ends. */
const MARGEM = (AMPLITUDE.ate - AMPLITUDE.de) / 2;
const ponto = (salario: number, valor: number) => {
  const inicio = AMPLITUDE.de - MARGEM;
  const inteiro = AMPLITUDE.ate + MARGEM - inicio;
  return `${Math.min(100, Math.max(0, ((salario / valor - inicio) / inteiro) * 100))}%`;
};

/** Where the salary stands in its band; the sentence beside it says the same. */
function NaFaixa({ de, para, faixa: { valor } }: NonNullable<Previa['salario']>) {
  if (valor === null || para === null) return null;
  return (
    <div className={classes.band} aria-hidden>
      {de !== null && <span className={classes.mark} style={{ left: ponto(de, valor) }} />}
      <span className={classes.mark} data-new="" style={{ left: ponto(para, valor) }} />
    </div>
  );
}

/** What changes, from what to what, beside the band and the person's own history, with what must be confirmed. */
export function QuadroDaMudanca({ previa }: { previa: Previa | undefined }) {
  if (!previa) return null;
  const { mudancas, salario, passos, confirmar, avisos, futura } = previa;
  const posicao = salario && dizPosicao(salario.para, salario.faixa);
  const mudaSalario = salario && salario.de !== salario.para;
  return (
    <Stack gap="sm" role="status" aria-label="O que muda">
      <div className={classes.panel}>
        <div className={classes.head}>O que muda {futura && <Pill tone="waiting">Previsto: ainda não vale hoje</Pill>}</div>
        <dl className={classes.list}>
          {mudancas.map(({ campo, de, para }) => (
            <div key={campo} style={{ display: 'contents' }}>
              <dt>{campo}</dt>
              <dd>
                {de !== null && (
                  <>
                    <span className={classes.was}>{de}</span> →{' '}
                  </>
                )}
                {para ?? '—'}
              </dd>
            </div>
          ))}
          {salario && (
            <div style={{ display: 'contents' }}>
              <dt>Salário</dt>
              <dd>
                <span className={classes.salary}>{mudaSalario ? dizMudanca(salario) : 'não muda'}</span>
                {posicao && mudaSalario && (
                  <>
                    <NaFaixa {...salario} />
                    <Text size="sm" c="dimmed">
                      {upperFirst(posicao)}
                    </Text>
                  </>
                )}
              </dd>
            </div>
          )}
          {passos.length > 0 && mudaSalario && (
            <div style={{ display: 'contents' }}>
              <dt>Antes disso</dt>
              <dd className={classes.was}>
                {passos.map((passo) => (
                  <div key={passo.data}>{`${formatDate(passo.data)}: ${dizMudanca(passo)}`}</div>
                ))}
              </dd>
            </div>
          )}
        </dl>
        {mudancas.length === 0 && !salario && (
          <Text size="sm" c="dimmed">
            Nada, por enquanto.
          </Text>
        )}
      </div>
      {avisos.map((aviso) => (
        <Alert key={aviso} color="yellow" p="xs" icon={<IconInfoCircle size={18} />}>
          {aviso}
        </Alert>
      ))}
      {confirmar.length > 0 && (
        <Alert color="orange" p="xs" icon={<IconAlertTriangle size={18} />} title="Será preciso confirmar">
          {confirmar.map((frase) => (
            <div key={frase}>{frase}</div>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
