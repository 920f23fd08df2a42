import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { namedId } from '#kit/fields/bare.ts';
import type { PanelProps, RegistryView } from '#kit/registry/view.web.tsx';
import { AvaliacoesDaCandidatura } from '../avaliacoes/avaliacoes.web.tsx';
import { Anotacoes } from './anotacoes.web.tsx';
import { Entrevistas } from './entrevistas.web.tsx';
import { Historico } from './historico.web.tsx';
import { Pareceres } from './pareceres.web.tsx';

function DaSelecao({ record }: PanelProps) {
  return (
    <Group gap="xs">
      <Button component={Link} variant="default" size="xs" to={`/captacao/selecao?vaga=${namedId(record.solicitacao)}`}>
        Ver a seleção
      </Button>
      <Button component={Link} variant="default" size="xs" to={`/captacao/candidatos/${namedId(record.candidato)}`}>
        Ver o cadastro do candidato
      </Button>
    </Group>
  );
}

export const registro: RegistryView = {
  panels: [
    { title: 'Histórico', content: Historico, isFirst: true },
    { title: 'Pareceres', content: Pareceres },
    { title: 'Entrevistas', content: Entrevistas },
    { title: 'Anotações', content: Anotacoes },
    { title: 'Avaliações', content: AvaliacoesDaCandidatura },
    { title: 'Ir para', content: DaSelecao },
  ],
};
