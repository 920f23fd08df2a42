import { Button, Group } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { Empty } from '#kit/ui/empty.web.tsx';

interface Props {
  path: string;
  registry: AnyRegistry;
  mayInsert: boolean;
  /** takes search and filters away; absent where there are none */
  onClear?: (() => void) | undefined;
  onImport: () => void;
}

/** In place of a list without records: why there are none, and what comes next. */
export function ListEmpty({ path, registry, mayInsert, onClear, onImport }: Props) {
  const can = useCan();
  const { title, readOnly, trail, authority } = registry;
  if (onClear)
    return (
      <Empty
        message="Nenhum registro encontrado."
        why="Nada corresponde à pesquisa e aos filtros de agora."
        action={
          <Button variant="default" onClick={onClear}>
            Limpar filtros
          </Button>
        }
      />
    );
  const mayWrite = can(`${authority}_EDITAR`);
  const { why = `Ainda não há nada em ${title}.`, next } = registry.empty ?? {};
  const onward = mayInsert
    ? 'Insira o primeiro registro, ou traga todos de uma planilha.'
    : readOnly || mayWrite
      ? ''
      : `Para incluir é preciso a autorização “Inserir e editar ${title}”: peça-a a quem cuida dos perfis de acesso.`;
  return (
    <Empty
      message="Nenhum registro encontrado."
      why={[why, onward].filter(Boolean).join(' ')}
      action={
        <Group justify="center" gap="xs">
          {mayInsert && (
            <Button component={Link} to={`/${path}/new`} leftSection={<IconPlus size={18} aria-hidden="true" />}>
              Inserir
            </Button>
          )}
          {mayInsert && trail !== 'none' && (
            <Button variant="default" leftSection={<IconFileUpload size={18} aria-hidden="true" />} onClick={onImport}>
              Importar planilha
            </Button>
          )}
          {next && (next.authority === undefined || can(next.authority)) && (
            <Button component={Link} to={next.to} variant="default">
              {next.label}
            </Button>
          )}
        </Group>
      }
    />
  );
}
