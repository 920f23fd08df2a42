import { formatDate } from '#kit/br/date.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { Link } from '#platform/externo/portal-address.web.tsx';
import { adsPath } from '#platform/externo/portal-frame.web.tsx';
import { useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Notice, Page, Waiting } from '#platform/externo/portal-ui.web.tsx';

interface Passo {
  id: number;
  data: string;
  etapa: string;
  titulo: string;
}

/** SCR-023: every step in every selection, the latest first. */
function Historico() {
  const portal = usePortal();
  const { data, fault } = useAnswer<Passo[]>('/api/externo/historico-candidatos');
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  return (
    <Page title="Histórico" lead="Cada passo das suas candidaturas, do mais novo ao mais antigo.">
      <p className="p-back">
        <Link to="/externo/candidato-solicitacoes">Minhas candidaturas</Link>
      </p>
      {data.length === 0 ? (
        <div className="p-card p-empty">
          <p>Nada aconteceu ainda: aqui fica cada passo das vagas a que você se candidatar.</p>
          <Link className="p-button" to={adsPath(portal)}>
            Ver as vagas abertas
          </Link>
        </div>
      ) : (
        <div className="p-card">
          <div className="p-rows">
            <ul>
              {data.map(({ id, data: dia, etapa, titulo }) => (
                <li key={id}>
                  <span>
                    <b>{etapa}</b>
                    <br />
                    {titulo}
                  </span>
                  <small>{formatDate(dia)}</small>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </Page>
  );
}

export const page = definePage({ title: 'Histórico', who: 'externo', content: Historico });
