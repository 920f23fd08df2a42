import { Paper } from '@mantine/core';
import { useActing } from '#kit/acting/acting.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Results } from '#platform/questionario/results.web.tsx';

/** `/pesquisa/questionarios/{id}/resultados` */
export function ResultadosDoQuestionario() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  return (
    <Page
      title="Resultados"
      breadcrumbs={[
        { label: moduleTitle('pesquisa') },
        { label: 'Questionários', to: '/pesquisa/questionarios' },
        { label: 'Questionário', to: `/pesquisa/questionarios/${id}` },
        { label: 'Resultados' },
      ]}
    >
      <Paper p={{ base: 'sm', sm: 'md' }}>
        <Results path="pesquisa/questionarios" id={id} />
      </Paper>
    </Page>
  );
}
