import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import { counted } from '#kit/br/text.ts';
import { OF_IMPORT } from '#kit/query/list-query.ts';
import { EMPTIED } from './import.ts';
import type { Import } from './use-import.web.ts';

/** Coloured titles on a coloured ground are hard to read. */
const plainTitle = { title: { color: 'var(--mantine-color-text)' } } as const;

type Done = Omit<Extract<Import['step'], { at: 'done' }>, 'at'>;

interface DoneProps extends Done {
  path: string;
  deeds: Import;
  mayUndo: boolean;
  /** closes the dialog around the panel, when there is one */
  onClose?: (() => void) | undefined;
}

/** How the import ended, with the way to undo it. */
export function DoneStep({ path, deeds, mayUndo, onClose, ok, message, importacaoId, made }: DoneProps) {
  const { busy, begin, open, undo } = deeds;
  return (
    <Stack>
      <Alert role="status" color={ok ? 'green' : 'red'} styles={plainTitle} title={message}>
        {made && <MadeLinks path={path} importacaoId={importacaoId} made={made} onClose={onClose} />}
      </Alert>
      <Group justify="flex-end">
        {ok && mayUndo && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={busy}
            onClick={() => void undo(importacaoId)}
          >
            Desfazer importação
          </Button>
        )}
        {!ok && (
          <Button variant="default" onClick={() => void open(importacaoId)}>
            Voltar à análise
          </Button>
        )}
        <Button onClick={onClose ?? begin}>Concluir</Button>
      </Group>
    </Stack>
  );
}

interface MadeProps extends Pick<DoneProps, 'path' | 'onClose'> {
  importacaoId: number | string;
  made: NonNullable<DoneProps['made']>;
}

/** What the import did, each number leading to its records. */
function MadeLinks({ path, importacaoId, made: { incluidos, atualizados, iguais, foraTotal, apagadas }, onClose }: MadeProps) {
  const link = (of: string, text: string) => (
    <Anchor
      component={Link}
      size="sm"
      to={`/${path}?${OF_IMPORT}=${importacaoId}${of}`}
      {...(onClose ? { onClick: onClose } : {})}
    >
      {text}
    </Anchor>
  );
  return (
    <Group gap="lg">
      {incluidos > 0 && link('-incluidos', counted(incluidos, 'incluído', 'incluídos'))}
      {atualizados > 0 && link('-atualizados', counted(atualizados, 'atualizado', 'atualizados'))}
      {iguais > 0 && <Text size="sm">{counted(iguais, 'já estava como na planilha', 'já estavam como na planilha')}</Text>}
      {foraTotal > 0 && <Text size="sm">{counted(foraTotal, 'linha ficou de fora', 'linhas ficaram de fora')}</Text>}
      {apagadas > 0 && <Text size="sm">{counted(apagadas, ...EMPTIED)}</Text>}
      {incluidos > 0 && atualizados > 0 && link('', 'Ver todos os gravados')}
    </Group>
  );
}
