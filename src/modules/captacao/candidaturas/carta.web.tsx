import { Paper, Text } from '@mantine/core';
import { counted } from '#kit/br/text.ts';
import type { PreviaDaCarta } from './cartas.ts';

/** A letter as the first candidate will read it, and how many get none. */
export function Carta({ carta: { semEmail, para, assunto, texto } }: { carta: PreviaDaCarta }) {
  return (
    <>
      {semEmail > 0 && (
        <Text size="sm" c="dimmed">
          {`${counted(semEmail, 'candidato não tem', 'candidatos não têm')} e-mail e não ${semEmail === 1 ? 'recebe' : 'recebem'} nada.`}
        </Text>
      )}
      {para && (
        <Paper withBorder p="md" component="section" aria-label="Prévia">
          <Text size="sm" c="dimmed">{`Como ${para} recebe`}</Text>
          <Text fw={600} mt={4} style={{ overflowWrap: 'anywhere' }}>
            {assunto}
          </Text>
          <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {texto}
          </Text>
        </Paper>
      )}
    </>
  );
}
