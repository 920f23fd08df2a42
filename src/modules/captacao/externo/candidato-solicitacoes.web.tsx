import { useState } from 'react';
import { formatDate, formatInstant, today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { Link } from '#platform/externo/portal-address.web.tsx';
import { adsPath, ownPath } from '#platform/externo/portal-frame.web.tsx';
import { sentenceOf, useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Confirm, Notice, Page, Waiting } from '#platform/externo/portal-ui.web.tsx';
import type { Completo } from '../portal/completo.ts';
import type { MinhaAvaliacao, MinhaCandidatura } from '../portal/vaga.ts';

const TOM = { A: 'p-pill', N: 'p-pill p-pill-quiet', D: 'p-pill p-pill-quiet', C: 'p-pill p-pill-good' } as const;
const NOME = { A: 'Em andamento', N: 'Encerrada', D: 'Desistência', C: 'Selecionado' } as const;

/** SCR-020: where each application stands, step by step, and until when there will be an answer. */
function MinhasCandidaturas() {
  const portal = usePortal();
  const { data, fault, reload } = useAnswer<MinhaCandidatura[]>('/api/externo/candidato-solicitacoes');
  const avaliacoes = useAnswer<MinhaAvaliacao[]>('/api/externo/avaliacoes');
  const { conta } = portal;
  // HR may have made one of this registration and another one, whose account has the applications.
  const semNenhuma = conta && data && !data.some(({ empresa }) => empresa.id === conta.empresa.id);
  const completo = useAnswer<Completo>(semNenhuma ? `/api/externo/candidatos/${conta.id}/completo` : null);
  const [saindo, setSaindo] = useState<MinhaCandidatura>();
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const desiste = async () => {
    try {
      await api.post(`/api/externo/candidato-solicitacoes/${saindo?.id}/desistir`, { motivo: null }, { silent: true });
      portal.say('Desistência registrada.');
    } catch (error) {
      portal.say(sentenceOf(error));
    }
    setSaindo(undefined);
    reload();
  };
  // Evaluations and withdrawals are done at the company that asks.
  const passa = async (empresaId: number) => {
    try {
      await portal.enter(empresaId);
    } catch (error) {
      portal.say(sentenceOf(error));
    }
    avaliacoes.reload();
  };
  return (
    <Page title="Minhas candidaturas">
      {completo.data?.uniao && <Notice>{completo.data.uniao}</Notice>}
      {data.length === 0 && (
        <div className="p-card p-empty">
          <p>Você ainda não se candidatou a nenhuma vaga.</p>
          {conta && completo.data && !completo.data.candidato && !completo.data.uniao && (
            <p>
              O seu cadastro ainda não foi concluído. <Link to={ownPath(conta)}>Continuar o cadastro</Link>
            </p>
          )}
          <Link className="p-button" to={adsPath(portal)}>
            Ver as vagas abertas
          </Link>
        </div>
      )}
      {data.map((uma) => (
        <article key={uma.id} className="p-card" aria-labelledby={`vaga-${uma.id}`}>
          <header className="p-head">
            <h2 id={`vaga-${uma.id}`}>
              {uma.anuncioId === null ? (
                uma.titulo
              ) : (
                <Link to={`/externo/anuncios/${uma.anuncioId}?empresaId=${uma.empresa.id}`}>{uma.titulo}</Link>
              )}
            </h2>
            <span className={TOM[uma.situacao]}>{NOME[uma.situacao]}</span>
          </header>
          <p className="p-hint">
            {portal.contas.length > 0 && <b>{uma.empresa.nome} · </b>}
            Inscrita em {formatInstant(uma.inscritaEm)}
            {uma.situacao === 'A' && uma.respostaAte && (
              <>
                {' · '}
                <b>
                  {uma.respostaAte < today()
                    ? `a resposta era para ${formatDate(uma.respostaAte)} e está atrasada`
                    : `resposta até ${formatDate(uma.respostaAte)}`}
                </b>
              </>
            )}
          </p>
          {uma.entrevistas.map(({ id, data: dia, hora, local, endereco }) => (
            <Notice key={id}>
              <b>{`Entrevista em ${formatDate(dia)}, às ${hora}`}</b>
              {local && ` · ${local}`}
              {endereco && (
                <>
                  {' · '}
                  <a href={endereco} target="_blank" rel="noreferrer">
                    Abrir a videochamada
                  </a>
                </>
              )}
            </Notice>
          ))}
          <AvaliacoesQueEsperam candidatura={uma.id} todas={avaliacoes.data ?? []} />
          <Andamento candidatura={uma} />
          {uma.situacao === 'A' ? (
            <div className="p-actions">
              {uma.empresa.id === portal.conta?.empresa.id ? (
                <Button look="plain" onClick={() => setSaindo(uma)}>
                  Desistir
                </Button>
              ) : (
                <Button look="plain" onClick={() => void passa(uma.empresa.id)}>
                  Continuar em {uma.empresa.nome}
                </Button>
              )}
            </div>
          ) : (
            <>
              <p>{uma.desfecho}</p>
              {uma.recado && <p className="p-text">{uma.recado}</p>}
            </>
          )}
        </article>
      ))}
      {data.length > 0 && (
        <p>
          <Link to="/externo/historico-candidatos">Ver tudo o que já aconteceu, por data</Link>
        </p>
      )}
      {saindo && (
        <Confirm text={`Desistir da vaga ${saindo.titulo}?`} ok="Desistir" onOk={desiste} onClose={() => setSaindo(undefined)} />
      )}
    </Page>
  );
}

function AvaliacoesQueEsperam({ candidatura, todas }: { candidatura: number; todas: readonly MinhaAvaliacao[] }) {
  const daqui = todas.filter(({ candidaturaId, respondidaEm }) => candidaturaId === candidatura && respondidaEm === null);
  if (daqui.length === 0) return null;
  return (
    <Notice>
      {counted(daqui.length, 'avaliação espera', 'avaliações esperam')} pela sua resposta.{' '}
      <Link to={`/externo/solicitacao-avaliacao?candidatura=${candidatura}`}>Responder agora</Link>
    </Notice>
  );
}

/** Every stage in its order: those passed with their day, the present one, and those to come. */
function Andamento({ candidatura: { etapas, passos, situacao, encerradaEm } }: { candidatura: MinhaCandidatura }) {
  const dias = new Map(passos.map(({ etapa, data }) => [etapa ?? 'Inscrição', data]));
  const linhas = [{ nome: 'Inscrição', atual: !etapas.some(({ atual }) => atual) }, ...etapas];
  const andando = situacao === 'A';
  return (
    <ol className="p-line">
      {linhas.map(({ nome, atual }) => {
        const dia = dias.get(nome);
        // What ended does not come to the stages that it had not reached.
        if (!andando && !dia) return null;
        const como = atual && andando ? 'agora' : dia ? 'feita' : 'depois';
        return (
          <li key={nome} data-como={como} aria-current={como === 'agora' ? 'step' : undefined}>
            <span>{nome}</span>
            <small>
              {como === 'agora' ? `agora${dia ? `, desde ${formatDate(dia)}` : ''}` : dia ? formatDate(dia) : 'a seguir'}
            </small>
          </li>
        );
      })}
      {!andando && (
        <li data-como={situacao === 'C' ? 'boa' : 'fim'}>
          <span>{NOME[situacao]}</span>
          <small>{encerradaEm ? formatInstant(encerradaEm).slice(0, 10) : ''}</small>
        </li>
      )}
    </ol>
  );
}

export const page = definePage({ title: 'Minhas candidaturas', who: 'externo', content: MinhasCandidaturas });
