import { useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { RichNodes } from '#kit/ui/rich-nodes.web.tsx';
import { go, Link, partsOf, usePlace } from '#platform/externo/portal-address.web.tsx';
import { accountPath, adsPath, ownPath } from '#platform/externo/portal-frame.web.tsx';
import { sentenceOf, useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Notice, Page, Waiting } from '#platform/externo/portal-ui.web.tsx';
import { AoAmigo } from '../../portal/ao-amigo.web.tsx';
import { fatosDaVaga, type MinhaCandidatura, type Vaga } from '../../portal/vaga.ts';

/** One vacancy, and the button that applies for it. */
function Anuncio() {
  const portal = usePortal();
  const { conta, contas, deOutra, empresaId, enter, query, say } = portal;
  const { path, search } = usePlace();
  const id = partsOf('/externo/anuncios/:id', path)?.id ?? '';
  const { data: vaga, fault } = useAnswer<Vaga>(empresaId === null ? null : `/api/externo/anuncios/${id}?empresaId=${empresaId}`);
  const minhas = useAnswer<MinhaCandidatura[]>(conta ? '/api/externo/candidato-solicitacoes' : null);
  const [recusa, setRecusa] = useState<{ texto: string; falta?: boolean }>();
  const [busy, setBusy] = useState(false);
  const [aoAmigo, setAoAmigo] = useState(false);
  if (empresaId === null) return <Notice bad>Empresa ID inválido. Revise ou solicite novamente o link</Notice>;
  if (fault)
    return (
      <Page title="Vaga">
        <Notice bad>Esta vaga não está mais aberta, ou o link não está certo.</Notice>
        <p className="p-after">
          <Link to={adsPath(portal)}>Ver as vagas abertas</Link>
        </p>
      </Page>
    );
  if (!vaga) return <Waiting />;
  const minha = minhas.data?.find(({ solicitacao, situacao }) => solicitacao.id === vaga.solicitacao.id && situacao === 'A');
  const aqui = `/externo/anuncios/${vaga.id}${query}`;
  const candidata = async () => {
    const serveAqui = contas.some(({ empresa }) => empresa.id === empresaId);
    if (deOutra && !serveAqui) return go(accountPath(portal, aqui));
    if (!conta && !serveAqui) return go(`/externo/login${query}${query ? '&' : '?'}voltar=${encodeURIComponent(aqui)}`);
    setBusy(true);
    setRecusa(undefined);
    try {
      if (deOutra) await enter(empresaId);
      const fonte = search.get('fonte');
      await api.post(
        `/api/externo/candidato-solicitacoes?solicitacaoId=${vaga.solicitacao.id}${fonte ? `&fonte=${encodeURIComponent(fonte.slice(0, 60))}` : ''}`,
        {},
        { silent: true },
      );
      say('Candidatura enviada. Boa sorte!');
      go('/externo/candidato-solicitacoes');
    } catch (error) {
      setRecusa({ texto: sentenceOf(error), falta: error instanceof ApiError && error.code === 'CADASTRO_INCOMPLETO' });
    }
    setBusy(false);
  };
  return (
    <Page title={vaga.titulo}>
      <p className="p-back">
        <Link to={adsPath(portal)}>Todas as vagas abertas</Link>
      </p>
      <div className="p-card">
        <dl className="p-dl">
          {fatosDaVaga(vaga).map(([nome, valor]) => (
            <div key={nome}>
              <dt>{nome}</dt>
              <dd>{valor}</dd>
            </div>
          ))}
        </dl>
        <h2>Sobre a vaga</h2>
        <div className="p-rich">
          <RichNodes html={vaga.descricao} />
        </div>
      </div>
      <div className="p-actions p-stick">
        {recusa && (
          <Notice bad>
            {recusa.texto}{' '}
            {recusa.falta && conta && (
              <Link to={`${ownPath(conta)}?voltar=${encodeURIComponent(aqui)}`}>Concluir o cadastro</Link>
            )}
          </Notice>
        )}
        <Button look="plain" onClick={() => setAoAmigo(true)}>
          Enviar a um amigo
        </Button>
        {minha ? (
          <Link className="p-button" to="/externo/candidato-solicitacoes">
            Acompanhar a candidatura
          </Link>
        ) : (
          <Button busy={busy} onClick={() => void candidata()}>
            Candidatar-me
          </Button>
        )}
      </div>
      {aoAmigo && <AoAmigo vaga={vaga} empresaId={empresaId} onClose={() => setAoAmigo(false)} />}
    </Page>
  );
}

export const page = definePage({ title: 'Vaga', content: Anuncio });
