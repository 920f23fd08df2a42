import { type ReactNode, useEffect, useState } from 'react';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { Brand } from '#platform/layout/brand.web.tsx';
import { SchemeToggle } from '#platform/layout/scheme-toggle.web.tsx';
import type { ExternalAccount } from './external-account.ts';
import { Link, usePlace } from './portal-address.web.tsx';
import { type Portal, usePortal } from './portal-state.web.tsx';
import { Notice } from './portal-ui.web.tsx';

const NAME_CUT = 20;

export const ownPath = ({ id }: Pick<ExternalAccount, 'id'>) => `/externo/candidatos/${id}`;
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
];

/** The frame of the external area: the company's logo and colours, the ways of the candidate, and what was just done. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const portal = usePortal();
  const { conta, empresa, isFaulty, query, said } = portal;
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
        {isFaulty ? <Notice bad>Empresa ID inválido. Revise ou solicite novamente o link</Notice> : children}
      </main>
      <div className="p-said" role="status">
        {said && <p>{said}</p>}
      </div>
    </div>
  );
}
