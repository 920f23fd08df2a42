import { type ReactNode, useEffect, useState } from 'react';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { Brand } from '#platform/layout/brand.web.tsx';
import { SchemeToggle } from '#platform/layout/scheme-toggle.web.tsx';
import type { ExternalAccount } from './external-account.ts';
import { Link, usePlace } from './portal-address.web.tsx';
import { type Portal, sentenceOf, usePortal } from './portal-state.web.tsx';
import { Button, Notice } from './portal-ui.web.tsx';

const NAME_CUT = 20;

export const ownPath = ({ id }: Pick<ExternalAccount, 'id'>) => `/externo/candidatos/${id}`;
export const companiesPath = (conta: Pick<ExternalAccount, 'id'>) => `${ownPath(conta)}?tab=empresas`;
export const adsPath = ({ query }: Pick<Portal, 'query'>) => `/externo/anuncios${query}`;

/** The ways of a candidate (document 1 §2), and those that this portal adds. */
const waysOf = (conta: ExternalAccount, portal: Portal): [string, string][] => [
  [adsPath(portal), 'Vagas Abertas'],
  ['/externo/candidato-solicitacoes', 'Minhas Candidaturas'],
  ['/externo/solicitacao-avaliacao', 'Avaliações'],
  [ownPath(conta), 'Editar Cadastro'],
  [`${ownPath(conta)}/documentos-anexos`, 'Anexar Documentos'],
  [`${ownPath(conta)}?tab=dados`, 'Meus Dados'],
  [`${ownPath(conta)}?tab=senha`, 'Alterar Senha'],
  ...(portal.contas.length > 0 ? ([[companiesPath(conta), 'Empresas']] satisfies [string, string][]) : []),
];

/** Where somebody who is in at another company goes on with the account of there. */
export const accountPath = ({ query }: Pick<Portal, 'query'>, back: string) =>
  `/externo/usar-conta${query}&voltar=${encodeURIComponent(back)}`;

/** On a page of a company where one is not in: the account of the other company serves here too, or may. */
function AtAnotherCompany({ deOutra }: { deOutra: ExternalAccount }) {
  const portal = usePortal();
  const { contas, empresa, empresaId, enter, say } = portal;
  const [busy, setBusy] = useState(false);
  if (!empresa || empresaId === null) return null;
  const isJoined = contas.some((uma) => uma.empresa.id === empresaId);
  const goOn = () => {
    setBusy(true);
    void enter(empresaId)
      .catch((error: unknown) => say(sentenceOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Notice>
      <p>
        Você entrou como <b>{deOutra.nome}</b> na empresa {deOutra.empresa.nome}. Esta página é da empresa {empresa.nome}.
      </p>
      <p className="p-inline">
        {isJoined ? (
          <Button busy={busy} onClick={goOn}>
            Continuar com a minha conta
          </Button>
        ) : (
          <Link className="p-button" to={accountPath(portal, location.pathname + location.search)}>
            Usar minha conta de {deOutra.empresa.nome}
          </Link>
        )}
        <Link to={adsPath({ query: `?empresaId=${deOutra.empresa.id}` })}>Voltar para {deOutra.empresa.nome}</Link>
      </p>
    </Notice>
  );
}

/** The frame of the external area: the company's logo and colours, the ways of the candidate, and what was just done. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const portal = usePortal();
  const { conta, deOutra, empresa, isFaulty, query, said } = portal;
  const { path, search } = usePlace();
  const here = search.has('tab') ? `${path}?tab=${search.get('tab')}` : path;
  const [isOpen, setIsOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setIsOpen(false), [path]);
  const name = conta && (conta.nome.length > NAME_CUT ? `${conta.nome.slice(0, NAME_CUT)}…` : conta.nome);
  return (
    <div className="p-shell">
      <a className="vinculo-skip" href="#conteudo">
        Ir para o conteúdo
      </a>
      <header className="p-bar">
        <Link to={adsPath(portal)} className="p-brand" aria-label={`${empresa?.nome ?? 'Vínculo'}, vagas abertas`}>
          {empresa ? (
            <>
              {empresa.logo && <img src={empresa.logo} alt="" />}
              <span>{empresa.nome}</span>
            </>
          ) : (
            <Brand />
          )}
        </Link>
        <SchemeToggle />
        {conta ? (
          <button
            type="button"
            className="p-burger"
            aria-expanded={isOpen}
            aria-controls="menu-do-portal"
            onClick={() => setIsOpen(!isOpen)}
          >
            Menu
          </button>
        ) : (
          path !== '/externo/login' && (
            <Link to={`/externo/login${query}`} className="p-button p-plain">
              Entrar
            </Link>
          )
        )}
      </header>
      {conta && (
        <nav id="menu-do-portal" className="p-ways" aria-label="Área do candidato" data-open={isOpen || undefined}>
          <span className="p-greeting" title={conta.nome}>
            Olá, <b>{name}</b> · <span>{cpfNumber.format(conta.cpf)}</span>
          </span>
          {waysOf(conta, portal).map(([to, label]) => (
            <Link
              key={to}
              to={to}
              onClick={() => setIsOpen(false)}
              aria-current={to.replace(query, '') === here ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
          <button type="button" onClick={() => void portal.logout()}>
            Sair
          </button>
        </nav>
      )}
      <main id="conteudo" className="p-main" tabIndex={-1}>
        {deOutra && path !== '/externo/usar-conta' && <AtAnotherCompany deOutra={deOutra} />}
        {isFaulty ? <Notice bad>Empresa ID inválido. Revise ou solicite novamente o link</Notice> : children}
      </main>
      <div className="p-said" role="status">
        {said && <p>{said}</p>}
      </div>
    </div>
  );
}
