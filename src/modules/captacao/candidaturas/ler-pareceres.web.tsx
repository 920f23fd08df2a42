import { Alert, Button, Group, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { CANDIDATURAS } from './quadro-dados.web.ts';

interface Props {
  candidaturas: readonly number[];
  /** opinions that wait for that of the reader */
  ocultos: number;
}

/** Opinions that are kept from an evaluator, and the way for whoever evaluates nobody here. */
export function PareceresFechados({ candidaturas, ocultos }: Props) {
  const client = useQueryClient();
  if (ocultos === 0) return null;
  const le = async () => {
    const sim = await confirm({
      header: 'Ler sem avaliar',
      message:
        'Você lê agora o que os outros acharam, e não dá mais o seu parecer nas etapas em que eles deram os deles. Isto não se desfaz.',
      ok: 'Ler sem avaliar',
      careful: true,
    });
    if (!sim) return;
    await api.post(`${CANDIDATURAS}/ler-pareceres`, { ids: candidaturas });
    await Promise.all(
      [['registro', 'captacao/pareceres'], ['selecao']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
  return (
    <Alert color="gray" icon={<IconEyeOff size={18} aria-hidden />} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {`${counted(ocultos, 'parecer já foi dado', 'pareceres já foram dados')} por outros avaliadores. Leia-os depois de dar o seu.`}
        </Text>
        <Button size="xs" variant="default" onClick={() => void le()}>
          Ler sem avaliar
        </Button>
      </Group>
    </Alert>
  );
}
