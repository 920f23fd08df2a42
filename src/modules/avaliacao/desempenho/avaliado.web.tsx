import { ActionIcon, Anchor, Box, Checkbox, Group, Menu, Paper, Progress, Text } from '@mantine/core';
import { IconCheck, IconDots, IconUserPlus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { counted } from '#kit/br/text.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { IconButton } from '#kit/ui/icon-button.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { type Papel, papeis, varios } from './papeis.ts';
import { participantes } from './participantes.registry.ts';
import type { AvaliadoComAvaliadores } from './participantes.wire.ts';

export const PARTICIPANTES = `avaliacao/${participantes.id}`;

/** The actions on several evaluated (SCR-383), with what they ask and say. */
export const emLote = {
  'incluir-autoavaliacao': {
    label: 'Incluir autoavaliação',
    done: 'Autoavaliações adicionadas com sucesso!',
    ask: undefined,
  },
  'remover-avaliadores': {
    label: 'Remover avaliadores',
    done: 'Avaliadores removidos com sucesso, exceto os que possuem respostas.',
    ask: 'Os avaliadores destas pessoas deixam de responder. Quem já respondeu fica.',
  },
  'remover-avaliados': {
    label: 'Remover avaliados',
    done: 'Avaliados removidos com sucesso!',
    ask: 'Estas pessoas deixam de ser avaliadas, e os seus avaliadores deixam de responder sobre elas.',
  },
} as const;
export type Lote = keyof typeof emLote;

const porcento = (n: number, de: number) => (de === 0 ? 0 : Math.round((100 * n) / de));

/** How many have answered. */
export function Resumo(props: { total: number; pares: number; respondidas: number; foiLiberada: boolean; filtrada: boolean }) {
  const { total, pares, respondidas, foiLiberada, filtrada } = props;
  const taxa = porcento(respondidas, pares);
  return (
    <div>
      <Group align="baseline" gap="xs">
        {foiLiberada && <Text fz={32} fw={700} lh={1.1}>{`${taxa}%`}</Text>}
        <Text>
          {foiLiberada
            ? `${respondidas.toLocaleString('pt-BR')} de ${counted(pares, 'avaliação respondida', 'avaliações respondidas')}`
            : counted(pares, 'avaliação a responder', 'avaliações a responder')}
          {filtrada ? '' : ` sobre ${counted(total, 'pessoa', 'pessoas')}`}
        </Text>
      </Group>
      {foiLiberada && <Progress value={taxa} mt="xs" aria-label="Respondidas" />}
    </div>
  );
}

interface AvaliadoProps {
  avaliacaoId: number;
  avaliado: AvaliadoComAvaliadores;
  muda: boolean;
  isMarked: boolean;
  onMark: (on: boolean) => void;
  onAdd: () => void;
  acoes: readonly Lote[];
  onAct: (acao: Lote) => void;
}

/** One evaluated, with their evaluators by role. */
export function Avaliado({ avaliacaoId, avaliado, muda, isMarked, onMark, onAdd, acoes, onAct }: AvaliadoProps) {
  const { id, nome, area, cargo, semCompetencias, reservado, minha, avaliadores, outros } = avaliado;
  const porPapel = Map.groupBy(avaliadores, ({ tipo }) => tipo);
  return (
    <Paper component="li" withBorder p="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {muda && (
          <Checkbox
            mt={2}
            aria-label={`Selecionar ${nome}`}
            disabled={minha}
            checked={isMarked}
            onChange={({ currentTarget: { checked } }) => onMark(checked)}
          />
        )}
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {nome}
            </Text>
            {avaliadores.length === 0 && !reservado && <Pill tone="bad">Sem avaliador</Pill>}
            {semCompetencias && <Pill tone="waiting">Sem competências</Pill>}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[cargo, area].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {muda && !minha && (
          <Group gap={4} wrap="nowrap">
            <IconButton icon={IconUserPlus} tip="Incluir avaliador" label={`Incluir avaliador de ${nome}`} onClick={onAdd} />
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" aria-label={`Mais ações sobre ${nome}`}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {acoes.map((acao) => (
                  <Menu.Item
                    key={acao}
                    {...(acao === 'incluir-autoavaliacao' ? {} : { color: 'red.8' })}
                    onClick={() => onAct(acao)}
                  >
                    {acao === 'remover-avaliados' ? 'Remover dos avaliados' : emLote[acao].label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
      </Group>
      <Box mt={4} pl={muda ? { base: 0, xs: 32 } : 0}>
        {(namesOf(papeis) as Papel[]).map((papel) => {
          const deles = porPapel.get(papel);
          return deles && <NoPapel key={papel} papel={papel} avaliadores={deles} />;
        })}
        {outros > 0 && (
          <Anchor component={Link} to={`/${PARTICIPANTES}?avaliacaoDesempenho=${avaliacaoId}&avaliado=${id}`} size="sm">
            {`E mais ${counted(outros, 'avaliador', 'avaliadores')}: ver todos`}
          </Anchor>
        )}
        {(reservado || (muda && minha)) && (
          <Text size="sm" c="dimmed">
            {reservado
              ? 'Esta é você, numa avaliação anônima: quem avalia você não é mostrado, e só outra pessoa muda quem avalia.'
              : 'Esta é você: só outra pessoa muda quem avalia.'}
          </Text>
        )}
      </Box>
    </Paper>
  );
}

/** The evaluators of one role, as a sentence that wraps like any other. */
const NoPapel = ({ papel, avaliadores }: { papel: Papel; avaliadores: AvaliadoComAvaliadores['avaliadores'] }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    <Text span inherit c="dimmed">
      {`${avaliadores.length > 1 ? varios[papel] : papeis[papel]}: `}
    </Text>
    {avaliadores.map(({ participanteId, nome, peso, estado }, n) => (
      <Fragment key={participanteId}>
        {n > 0 && ', '}
        <Anchor component={Link} to={`/${PARTICIPANTES}/${participanteId}`} inherit py={2} display="inline-block">
          {papel === 'U' ? 'a própria pessoa' : nome}
        </Anchor>
        {peso === 1 ? '' : ` (peso ${peso})`}
        {estado === 'R' && (
          <IconCheck
            size={14}
            stroke={2.5}
            aria-label="respondida"
            style={{ marginInlineStart: 2, verticalAlign: '-2px', color: 'var(--mantine-color-green-text)' }}
          />
        )}
      </Fragment>
    ))}
  </Text>
);
