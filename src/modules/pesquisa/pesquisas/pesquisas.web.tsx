import { Button } from '@mantine/core';
import { IconBuildings, IconPencil, IconSend, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';

const icone = { size: 18, stroke: 1.8 };
const Prontas = later(() => import('./prontas.web.tsx').then((m) => m.Prontas));

/** Beside 'Inserir': a survey that begins with questions. */
function ModelosProntos() {
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  if (!can('ROLE_CAD_PESQUISA_EDITAR')) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconSparkles {...icone} aria-hidden />} onClick={() => setIsOpen(true)}>
        Modelos prontos
      </Button>
      {isOpen && <Prontas onClose={() => setIsOpen(false)} />}
    </>
  );
}

export const pesquisasView: RegistryView = {
  listActions: ModelosProntos,
  deeds: {
    perguntas: { icon: <IconPencil {...icone} />, to: ({ id }) => `/pesquisa/pesquisas/${id}/perguntas` },
    perguntar: { icon: <IconSend {...icone} />, to: ({ id }) => `/pesquisa/questionarios/new?pesquisa=${id}` },
    clonar: { icon: <IconBuildings {...icone} />, dialog: later(() => import('./clonar.web.tsx').then((m) => m.Clonar)) },
  },
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
