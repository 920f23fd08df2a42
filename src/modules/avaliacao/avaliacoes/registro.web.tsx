import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { api, saveFile } from '#kit/client/client.web.ts';
import { questionsPanel } from '#platform/questionario/editor/panel.web.tsx';
import { perguntasAvaliacao } from '../relatorios/perguntas-avaliacao.report.ts';
import { perguntasDe } from './perguntas.web.tsx';

/** The questions on paper, to be answered by hand. */
function ImprimirEmBranco({ id }: { id: number }) {
  if (!useCan()(perguntasAvaliacao.authority)) return null;
  const imprime = async () => {
    const body = { avaliacaoId: id, imprimirFormaEconomica: false };
    const got = await api.blob('avaliacao/avaliacoes/relatorio', { method: 'POST', body, save: false, name: 'avaliacao.pdf' });
    if (got) saveFile(got.blob, got.name);
  };
  return (
    <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden />} onClick={() => void imprime()}>
      Imprimir em branco
    </Button>
  );
}

/** The record's half of the models' view. */
export const registro = {
  panels: [
    {
      title: 'Perguntas',
      content: questionsPanel('avaliacao/avaliacoes', perguntasDe, ImprimirEmBranco),
      isFirst: true as const,
    },
  ],
};
