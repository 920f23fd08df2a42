import { formatDate } from '#kit/br/date.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { Link, usePlace } from '#platform/externo/portal-address.web.tsx';
import { useAnswer } from '#platform/externo/portal-state.web.tsx';
import { Notice, Page, Waiting } from '#platform/externo/portal-ui.web.tsx';
import type { MinhaAvaliacao } from '../portal/vaga.ts';

/** SCR-021: what selections ask of the candidate; `?candidatura=` of one application alone. */
function Avaliacoes() {
  const candidatura = usePlace().search.get('candidatura') ?? '';
  const { data, fault } = useAnswer<MinhaAvaliacao[]>(
    /^\d{1,15}$/.test(candidatura) ? `/api/externo/candidato-solicitacoes/${candidatura}/avaliacoes` : '/api/externo/avaliacoes',
  );
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  return (
    <Page
      title="Avaliações"
      lead="O que as seleções pedem que você responda. Dá para parar e continuar depois, em qualquer aparelho."
    >
      {data.length === 0 && (
        <div className="p-card p-empty">
          <p>Nenhuma avaliação espera por você.</p>
          <Link className="p-button p-plain" to="/externo/candidato-solicitacoes">
            Minhas candidaturas
          </Link>
        </div>
      )}
      {data.map(({ id, titulo, vaga, pedidaEm, respondidaEm, comecada }) => (
        <article key={id} className="p-card" aria-labelledby={`avaliacao-${id}`}>
          <header className="p-head">
            <h2 id={`avaliacao-${id}`}>{titulo}</h2>
            <span className={respondidaEm ? 'p-pill p-pill-good' : 'p-pill'}>
              {respondidaEm ? 'Respondida' : comecada ? 'Começada' : 'À sua espera'}
            </span>
          </header>
          <p className="p-hint">
            {`${vaga} · pedida em ${formatDate(pedidaEm)}`}
            {respondidaEm && ` · respondida em ${formatDate(respondidaEm)}`}
          </p>
          {!respondidaEm && (
            <div className="p-actions">
              <Link className="p-button" to={`/externo/avaliacoes?id=${id}`} aria-label={`Responder ${titulo}`}>
                {comecada ? 'Continuar' : 'Responder'}
              </Link>
            </div>
          )}
        </article>
      ))}
    </Page>
  );
}

export const page = definePage({ title: 'Avaliações', who: 'externo', content: Avaliacoes });
