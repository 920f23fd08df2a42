import { formatDate } from '#kit/br/date.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { useAnswer } from '#platform/externo/portal-state.web.tsx';
import { Notice, Page, Waiting } from '#platform/externo/portal-ui.web.tsx';

interface Passo {
  id: number;
  data: string;
  etapa: string;
  titulo: string;
}

/** SCR-023: every step in every selection, the latest first. */
function Historico() {
  const { data, fault } = useAnswer<Passo[]>('/api/externo/historico-candidatos');
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  return (
    <Page title="Histórico">
      <div className="p-card">
        {data.length === 0 && <p>Nenhum registro encontrado.</p>}
        <ul className="p-list">
          {data.map(({ id, data: dia, etapa, titulo }) => (
            <li key={id}>
              <b>{formatDate(dia)}</b> {etapa} · {titulo}
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}

export const page = definePage({ title: 'Histórico', who: 'externo', content: Historico });
