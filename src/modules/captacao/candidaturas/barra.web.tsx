import { Button, Menu, Text } from '@mantine/core';
import { IconArrowRight, IconColumns3, IconMail, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { counted } from '#kit/br/text.ts';
import type { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { MAXIMO_DE_CARTAS } from './cartas.ts';
import classes from './quadro.module.css';
import { type EtapaDaSelecao, MAXIMO_DE_FINALISTAS } from './selecao.ts';

const EscreverDialog = later(() => import('./escrever.web.tsx').then((m) => m.EscreverAosCandidatos));
/** As many as one transition takes at a time. */
const MAXIMO_DE_UMA_VEZ = 500;

interface BarraProps {
  vaga: number;
  etapas: readonly EtapaDaSelecao[];
  ids: readonly number[];
  acoes: ReturnType<typeof useTransitions>['bulkActions'];
  onMove(para: EtapaDaSelecao): void;
  /** who stays selected */
  onEscolhe(ids: readonly number[]): void;
}

/** What is done with the selected ones together. */
export function Barra({ vaga, etapas, ids, acoes, onMove, onEscolhe }: BarraProps) {
  const [escreve, setEscreve] = useState(false);
  if (ids.length === 0) return null;
  return (
    <>
      <section className={classes.bar} aria-label="Ações dos selecionados">
        <Text size="sm" fw={500} role="status">
          {counted(ids.length, 'selecionado', 'selecionados')}
        </Text>
        <Menu position="top-start" withinPortal>
          <Menu.Target>
            <Button size="xs" leftSection={<IconArrowRight size={14} aria-hidden />}>
              Mover para
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {etapas.map((etapa) => (
              <Menu.Item key={etapa.id ?? 0} onClick={() => onMove(etapa)}>
                {etapa.nome}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {ids.length >= 2 && ids.length <= MAXIMO_DE_FINALISTAS && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/captacao/selecao/comparar?vaga=${vaga}&ids=${ids.join(',')}`}
            leftSection={<IconColumns3 size={14} aria-hidden />}
          >
            Comparar
          </Button>
        )}
        {ids.length <= MAXIMO_DE_CARTAS && (
          <Button size="xs" variant="default" leftSection={<IconMail size={14} aria-hidden />} onClick={() => setEscreve(true)}>
            Escrever
          </Button>
        )}
        {ids.length <= MAXIMO_DE_UMA_VEZ &&
          acoes.map(({ name, label, ask }) => (
            <Button
              key={name}
              size="xs"
              variant="default"
              onClick={() =>
                ask({
                  ids: [...ids],
                  onEnd: (falhas) => onEscolhe(falhas.map(({ id }) => id)),
                })
              }
            >
              {label}
            </Button>
          ))}
        {ids.length > MAXIMO_DE_UMA_VEZ && (
          <Text size="sm" c="dimmed">{`Escrever e encerrar: até ${MAXIMO_DE_UMA_VEZ} de cada vez.`}</Text>
        )}
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onEscolhe([])}
        >
          Limpar
        </Button>
      </section>
      {escreve && (
        <EscreverDialog
          vaga={vaga}
          ids={ids}
          nome={null}
          onClose={(feito) => {
            setEscreve(false);
            if (feito) onEscolhe([]);
          }}
        />
      )}
    </>
  );
}
