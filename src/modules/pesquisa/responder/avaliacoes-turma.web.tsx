import { Paper } from '@mantine/core';
import { useActing } from '#kit/acting/acting.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';

/** `/pesquisa/avaliacoes-turma`: what participants of a class say of it; classes come with training. */
export function AvaliacoesDeTurma() {
  const { moduleTitle } = useActing();
  return (
    <Page title="Avaliações de Turma" breadcrumbs={[{ label: moduleTitle('pesquisa') }, { label: 'Avaliações de Turma' }]}>
      <Paper>
        <Empty
          message="Nenhuma turma foi avaliada."
          why="As turmas vêm com Treinamentos. Até lá, um questionário enviado a uma lista de talentos faz as mesmas perguntas."
        />
      </Paper>
    </Page>
  );
}
