import { Alert, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate, formatInstant } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { NAO_SEGUE } from './codigos.ts';
import { historico } from './historico.registry.ts';
import { Lista, nomeDe, texto, useDaCandidatura } from './pecas.web.tsx';
import classes from './registro.module.css';

interface Carta {
  id: number;
  assunto: string;
  /** of a letter of HR's own */
  texto: string | null;
  quem: string | null;
  enviadoEm: string;
}

/** Every step of the selection, the last one first, and what was written to the candidate. */
export function Historico({ record }: PanelProps) {
  const { empresaId } = useActing();
  const of = useDaCandidatura(historico, record.id, 'id,desc', `${String(record.situacao)} ${String(record.etapaDesde)}`);
  const { data: cartas = [] } = useQuery({
    queryKey: ['registro', 'captacao/candidaturas', 'emails', empresaId, record.id],
    queryFn: ({ signal }) =>
      api.get<Carta[]>(`captacao/candidaturas/${record.id}/emails`, {}, { quiet: true, silent: true, signal }),
    retry: false,
  });
  return (
    <>
      {record.situacao === 'A' && record.vagaAberta === false && (
        <Alert variant="light" color="gray" c="var(--mantine-color-text)" mb="md">
          {NAO_SEGUE}
        </Alert>
      )}
      <Lista of={of} empty="Nada aconteceu ainda.">
        <ol className={classes.steps}>
          {of.rows.map((passo) => (
            <li key={passo.id} className={classes.step}>
              <Group gap="xs">
                <Text fw={500}>{nomeDe(passo.etapaSeletiva) || 'Inscritos'}</Text>
                {passo.apto === 'S' && <Pill tone="good">Apto</Pill>}
                {passo.apto === 'N' && <Pill tone="quiet">Não apto</Pill>}
              </Group>
              <Text size="sm" c="dimmed">
                {[formatDate(texto(passo.data)), texto(passo.responsavel) || 'sem responsável'].join(' · ')}
              </Text>
              {texto(passo.observacao) !== '' && <Text className={classes.text}>{texto(passo.observacao)}</Text>}
            </li>
          ))}
        </ol>
      </Lista>
      {cartas.length > 0 && (
        <section>
          <Title order={3} size="h5" mt="lg" mb="sm">
            E-mails ao candidato
          </Title>
          <ol className={classes.steps}>
            {cartas.map(({ id, assunto, texto: dito, quem, enviadoEm }) => (
              <li key={id} className={classes.step}>
                <Text fw={500}>{assunto}</Text>
                <Text size="sm" c="dimmed">
                  {[formatInstant(enviadoEm), quem ?? 'enviado sozinho'].join(' · ')}
                </Text>
                {dito !== null && (
                  <details>
                    <summary>Ler o e-mail</summary>
                    <Text className={classes.text}>{dito}</Text>
                  </details>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
