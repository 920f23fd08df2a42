import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Results } from '#platform/questionario/results.web.tsx';
import type { Modo } from '#platform/questionario/round.ts';
import { RESPOSTAS } from '../responder/colaborador-questionario.ts';

/** `/pesquisa/questionarios/{id}/resultados` */
export function ResultadosDoQuestionario() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data } = useQuery({
    queryKey: ['registro', 'pesquisa/questionarios', id],
    queryFn: () => api.get<{ titulo: string; modo: Modo }>(`pesquisa/questionarios/${id}`, {}, { quiet: true, silent: true }),
    retry: false,
  });
  const title = data?.titulo ?? 'Resultados';
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: moduleTitle('pesquisa') },
        { label: 'Questionários', to: '/pesquisa/questionarios' },
        { label: title, to: `/pesquisa/questionarios/${id}` },
        { label: 'Resultados' },
      ]}
      actions={
        data?.modo === 'I' && (
          <Button component={Link} to={`${RESPOSTAS}?questionarioId=${id}`} variant="default">
            Respostas por pessoa
          </Button>
        )
      }
    >
      <Results path="pesquisa/questionarios" id={id} />
    </Page>
  );
}
