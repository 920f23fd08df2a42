import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { listed } from '#kit/br/text.ts';
import { type Autoridade, completadas, type SemEfeito } from './matriz.ts';

interface Props {
  sem: readonly SemEfeito[];
  chosen: ReadonlySet<string>;
  /** takes the marks with the missing ones; none: nothing is changed here */
  onComplete?: (all: ReadonlySet<string>) => void;
}

const nomes = (de: readonly Autoridade[]) => de.map(({ descricao }) => `“${descricao}”`);

/** Which marked authorities count for nothing, what each one lacks, and one click that adds it. */
export function SemEfeitoAviso({ sem, chosen, onComplete }: Props) {
  if (sem.length === 0) return null;
  const count = sem.flatMap(({ marcadas }) => marcadas).length;
  const all = completadas(sem, chosen);
  return (
    <Alert
      mb="sm"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={count === 1 ? '1 autorização marcada não tem efeito' : `${count} autorizações marcadas não têm efeito`}
    >
      <Text size="sm" mb={6}>
        Cada uma só vale para quem também pode abrir o que ela muda, por este perfil ou por outro.
      </Text>
      <List size="sm" spacing={4} withPadding={false}>
        {sem.map(({ marcadas, faltam }) => (
          <List.Item key={nomes(faltam).join()}>
            {`Falta ${nomes(faltam).join(' ou ')} para ${listed(nomes(marcadas))}`}
            {faltam.some(({ concedivel }) => concedivel) ? '.' : ', que você não pode conceder.'}
          </List.Item>
        ))}
      </List>
      {onComplete && all.size > chosen.size && (
        <Button variant="default" size="compact-md" mt="sm" onClick={() => onComplete(all)}>
          {all.size - chosen.size === 1 ? 'Marcar a que falta' : 'Marcar as que faltam'}
        </Button>
      )}
    </Alert>
  );
}
