import { Anchor, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { formatNumber } from '#kit/br/number.ts';
import { Section } from '#kit/ui/section.web.tsx';
import classes from './areas.module.css';
import { MiniGrade } from './mini-grade.web.tsx';
import type { QuadroNineBox } from './ninebox.ts';

interface Props {
  quadro: QuadroNineBox;
  /** the names of the areas that were opened, by their slices */
  caminho: readonly { fatia: string; nome: string }[];
  onAbre(fatia: string, nome: string): void;
  onVolta(ate: number): void;
}

/** The areas below the one that is shown, each with its own small grid; a click opens one. */
export function AreasDoQuadro({ quadro, caminho, onAbre, onVolta }: Props) {
  const { areas, area } = quadro;
  return (
    <Section
      title={caminho.at(-1)?.nome ?? 'Por área'}
      aside={
        area !== null && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowUp size={16} aria-hidden="true" />}
            onClick={() => onVolta(caminho.length - 1)}
          >
            Voltar
          </Button>
        )
      }
    >
      {caminho.length > 1 && (
        <Group gap={6} mb="xs">
          {[{ fatia: '', nome: 'Todas as áreas' }, ...caminho.slice(0, -1)].map(({ fatia, nome }, place) => (
            <Anchor key={fatia} component="button" type="button" size="sm" onClick={() => onVolta(place)}>
              {nome} /
            </Anchor>
          ))}
        </Group>
      )}
      {areas.length === 0 ? (
        <Text size="sm" c="dimmed">
          {area === null ? 'Ninguém está em uma área.' : 'Nenhuma área abaixo desta.'}
        </Text>
      ) : (
        <ul className={classes.areas}>
          {areas.map(({ fatia, nome, caixas }) => (
            <li key={fatia}>
              <UnstyledButton className={classes.area} onClick={() => onAbre(fatia, nome)}>
                <span className={classes.nome}>{nome}</span>
                <Text component="span" size="sm" c="dimmed" className={classes.total}>
                  {formatNumber(
                    caixas.reduce((soma, n) => soma + n, 0),
                    0,
                  )}
                </Text>
                <MiniGrade caixas={caixas} quadro={quadro} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
