import { Paper } from '@mantine/core';
import { useActing } from '#kit/acting/acting.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Documentos } from './documentos.web.tsx';
import { lugarNaPesquisa, usePesquisa } from './titulo.web.ts';

/** `/pesquisa/pesquisas/{id}/documentos-anexos`: the documents of a survey, by themselves. */
export function DocumentosDaPesquisa() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const { data } = usePesquisa(id);
  return (
    <Page
      title="Documentos Anexos da Pesquisa"
      breadcrumbs={lugarNaPesquisa(moduleTitle('pesquisa'), id, data?.titulo, 'Documentos Anexos')}
    >
      <Paper p="md">
        <Documentos record={{ id }} />
      </Paper>
    </Page>
  );
}
