import { useActing } from '#kit/acting/acting.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { QuestionsEditor } from '#platform/questionario/editor/editor.web.tsx';
import { lugarNaPesquisa, usePesquisa } from './titulo.web.ts';

/** `/pesquisa/pesquisas/{id}/perguntas`: the editor of a survey's questions. */
export function PerguntasDaPesquisa() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data, isPending, isError, isFetching, refetch } = usePesquisa(id);
  return (
    <Page
      title={data?.titulo ?? 'Perguntas'}
      breadcrumbs={lugarNaPesquisa(moduleTitle('pesquisa'), id, data?.titulo, 'Perguntas')}
    >
      {isPending && <Waiting height={480} />}
      {isError && <Fault message="Não foi possível abrir esta pesquisa." onRetry={refetch} isBusy={isFetching} />}
      {data && <QuestionsEditor key={id} path="pesquisa/pesquisas" id={id} />}
    </Page>
  );
}
