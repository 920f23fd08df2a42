import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { QuestionsEditor } from '#platform/questionario/editor/editor.web.tsx';
import { modelosAvaliacaoCandidato } from './modelos-avaliacao-candidato.registry.ts';

const MODELOS = 'captacao/modelos-avaliacao-candidato';

/** `/captacao/modelos-avaliacao-candidato/{id}/perguntas`: the editor of a model's questions. */
export function PerguntasDoModelo() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', MODELOS, id],
    queryFn: () => api.get<{ titulo: string }>(`${MODELOS}/${id}`, {}, { quiet: true, silent: true }),
    staleTime: 0,
    retry: false,
  });
  const title = data?.titulo ?? 'Perguntas';
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: moduleTitle('captacao') },
        { label: modelosAvaliacaoCandidato.title, to: `/${MODELOS}` },
        { label: title, to: `/${MODELOS}/${id}` },
        { label: 'Perguntas' },
      ]}
    >
      {isPending && <Waiting height={480} />}
      {isError && <Fault message="Não foi possível abrir este modelo." onRetry={refetch} isBusy={isFetching} />}
      {data && <QuestionsEditor key={id} path={MODELOS} id={id} />}
    </Page>
  );
}
