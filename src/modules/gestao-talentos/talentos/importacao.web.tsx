import { Alert, Paper } from '@mantine/core';
import { useActing } from '#kit/acting/acting.web.tsx';
import { UNFINISHED } from '#kit/import/analysis.ts';
import { ImportPanel } from '#kit/import/panel.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { talentos } from './talentos.registry.ts';

/** SCR-163: employees from a spreadsheet, made and updated by CPF or registration number. */
export function ImportacaoDeTalentos() {
  const { moduleTitle } = useActing();
  const unfinished = useAddressId(UNFINISHED);
  return (
    <Page
      title="Importação de Talentos"
      breadcrumbs={[
        { label: moduleTitle('gestao-talentos') },
        { label: 'Talentos', to: '/gestao-talentos/talentos' },
        { label: 'Importação de Talentos' },
      ]}
    >
      <Alert color="blue" mb="md" title="Área, faixa salarial, estabelecimento, ambiente, função e salário">
        Num talento novo, estas colunas formam o primeiro histórico. Num talento já cadastrado, uma mudança pede a coluna Data do
        cargo e acrescenta um histórico a partir desse dia; o que passou não é alterado.
      </Alert>
      <Paper p="lg">
        <ImportPanel path="gestao-talentos/talentos" registry={talentos} unfinished={unfinished} canRelax />
      </Paper>
    </Page>
  );
}
