import { Paper } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { IndentedList } from '#kit/import/indented.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { areasOrganizacionais } from './areas-organizacionais.registry.ts';

const AREAS = 'cargo-salario/areas-organizacionais';

/** Many areas at once, typed or pasted as an indented list. */
export function ListaDeAreas() {
  const { moduleTitle } = useActing();
  const navigate = useNavigate();
  return (
    <Page
      title="Áreas por Lista"
      breadcrumbs={[
        { label: moduleTitle('cargo-salario') },
        { label: areasOrganizacionais.title, to: `/${AREAS}` },
        { label: 'Áreas por Lista' },
      ]}
    >
      <Paper p="lg">
        <IndentedList path={AREAS} registry={areasOrganizacionais} onDone={() => void navigate(`/${AREAS}`)} />
      </Paper>
    </Page>
  );
}
