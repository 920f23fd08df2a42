import { Paper } from '@mantine/core';
import { useActing } from '#kit/acting/acting.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { Documentos } from './documentos.web.tsx';

/** `/pesquisa/pesquisas/{id}/documentos-anexos`: the documents of a survey, by themselves. */
export function DocumentosDaPesquisa() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  return (
    <Page
      title="Documentos Anexos da Pesquisa"
      breadcrumbs={[
        { label: moduleTitle('pesquisa') },
        { label: 'Pesquisas', to: '/pesquisa/pesquisas' },
        { label: 'Pesquisa', to: `/pesquisa/pesquisas/${id}` },
        { label: 'Documentos Anexos' },
      ]}
    >
      <Paper p="md">
        <Documentos record={{ id }} />
      </Paper>
    </Page>
  );
}
