import { useQuery } from '@tanstack/react-query';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { QuestionsEditor } from '#platform/questionario/editor/editor.web.tsx';

/** `/pesquisa/pesquisas/{id}/perguntas`: the editor of a survey's questions. */
export function PerguntasDaPesquisa() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ['registro', 'pesquisa/pesquisas', id],
    queryFn: () => api.get<{ titulo: string }>(`pesquisa/pesquisas/${id}`, {}, { quiet: true, silent: true }),
    staleTime: 0,
    retry: false,
  });
  const title = data?.titulo ?? 'Perguntas';
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: moduleTitle('pesquisa') },
        { label: 'Pesquisas', to: '/pesquisa/pesquisas' },
        { label: title, to: `/pesquisa/pesquisas/${id}` },
        { label: 'Perguntas' },
      ]}
    >
      {isPending && <Waiting height={480} />}
      {isError && <Fault message="Não foi possível abrir esta pesquisa." onRetry={refetch} isBusy={isFetching} />}
      {data && <QuestionsEditor key={id} path="pesquisa/pesquisas" id={id} />}
    </Page>
  );
}
