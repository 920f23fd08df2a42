import { definePage } from '#kit/module/module.web.tsx';
import { Link, usePlace } from '#platform/externo/portal-address.web.tsx';
import { ownPath } from '#platform/externo/portal-frame.web.tsx';
import { OwnCompanies, OwnPassword, OwnSessions } from '#platform/externo/portal-own.web.tsx';
import { usePortal } from '#platform/externo/portal-state.web.tsx';
import { Notice, Page } from '#platform/externo/portal-ui.web.tsx';
import { EtapasDoCadastro } from '../../portal/etapas.web.tsx';
import { MeusDados } from '../../portal/meus-dados.web.tsx';

const ABAS = [
  ['', 'Cadastro'],
  ['dados', 'Meus dados'],
  ['senha', 'Senha'],
  ['sessoes', 'Sessões'],
] as const;

const EMPRESAS = ['empresas', 'Empresas'] as const;

/** SCR-015, SCR-016: the candidate's own record; `?tab=senha` the password, `?tab=dados` the rights over the data. */
function MeuCadastro() {
  const { conta, contas } = usePortal();
  const { path, search } = usePlace();
  if (!conta) return null;
  if (path !== ownPath(conta)) return <Notice bad>O recurso solicitado não foi encontrado.</Notice>;
  const aba = search.get('tab') ?? '';
  return (
    <>
      <nav className="p-tabs" aria-label="Partes do cadastro">
        {(contas.length > 0 ? [...ABAS, EMPRESAS] : ABAS).map(([tab, nome]) => (
          <Link key={tab} to={`${path}${tab && `?tab=${tab}`}`} aria-current={aba === tab ? 'page' : undefined}>
            {nome}
          </Link>
        ))}
      </nav>
      {aba === 'senha' ? (
        <Page title="Alterar senha">
          <div className="p-card p-narrow">
            <OwnPassword conta={conta} />
          </div>
        </Page>
      ) : aba === 'sessoes' ? (
        <Page
          title="Sessões"
          lead="Encerrar as outras sessões também faz o sistema esquecer os navegadores em que você já entrou."
        >
          <div className="p-card">
            <OwnSessions />
          </div>
        </Page>
      ) : aba === 'empresas' && contas.length > 0 ? (
        <Page title="Minhas empresas" lead="As empresas em que você entra com a mesma conta.">
          <OwnCompanies />
        </Page>
      ) : aba === 'dados' ? (
        <MeusDados conta={conta} />
      ) : (
        <EtapasDoCadastro conta={conta} />
      )}
    </>
  );
}

export const page = definePage({ title: 'Meu cadastro', who: 'externo', content: MeuCadastro });
