import { Alert, Button, Group, Stack, Text } from '@mantine/core';
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
  /** those of them that are of stages which the candidate has left */
  anteriores?: number;
}

/** Opinions that are kept from an evaluator, and the way for whoever evaluates nobody there. */
export function PareceresFechados({ candidaturas, ocultos, anteriores = 0 }: Props) {
  const client = useQueryClient();
  if (ocultos === 0) return null;
  const le = async (soAnteriores: boolean) => {
    const sim = await confirm({
      header: soAnteriores ? 'Ler os pareceres de antes' : 'Ler sem avaliar',
      message: soAnteriores
        ? 'Você lê o que os outros acharam nas etapas por que o candidato já passou. Se ele voltar a elas, você não dá parecer lá. Na etapa de agora nada muda.'
        : 'Você lê agora o que os outros acharam, e não dá mais o seu parecer nas etapas em que eles deram os deles. Isto não se desfaz.',
      ok: 'Ler',
      careful: true,
    });
    if (!sim) return;
    await api.post(`${CANDIDATURAS}/ler-pareceres`, { ids: candidaturas, soAnteriores });
    await Promise.all(
      [['registro', 'captacao/pareceres'], ['selecao']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
  return (
    <Alert color="gray" icon={<IconEyeOff size={18} aria-hidden />} role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {`${counted(ocultos, 'parecer de outro avaliador está fechado', 'pareceres de outros avaliadores estão fechados')}: você lê depois de dar o seu na mesma etapa.`}
        </Text>
        <Group gap="xs">
          {anteriores > 0 && (
            <Button size="xs" variant="default" onClick={() => void le(true)}>
              Ler os de etapas anteriores
            </Button>
          )}
          {ocultos > anteriores && (
            <Button size="xs" variant="default" onClick={() => void le(false)}>
              Ler sem avaliar
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
