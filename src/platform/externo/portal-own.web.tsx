import { formatInstant } from '#kit/br/date.ts';
import { listed } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { CHANGED } from '#platform/session/new-password.ts';
import type { ExternalAccount } from './external-account.ts';
import { go, Link } from './portal-address.web.tsx';
import { ownPath } from './portal-frame.web.tsx';
import { type SecretField, SecretForm } from './portal-secret.web.tsx';
import { sentenceOf, useAnswer, usePortal } from './portal-state.web.tsx';
import { Button, Notice, Waiting } from './portal-ui.web.tsx';

const silent = { silent: true } as const;

const ownPassword: SecretField[] = [
  { name: 'senha', label: 'Senha atual', autoComplete: 'current-password' },
  { name: 'novaSenha', label: 'Nova senha', autoComplete: 'new-password' },
  { name: 'confNovaSenha', label: 'Confirmar nova senha', autoComplete: 'new-password' },
];
const onePassword: SecretField[] = [{ name: 'senha', label: 'Senha', autoComplete: 'current-password' }];

/** The companies that one login serves: to go on at another, and to separate this one. */
export function OwnCompanies() {
  const { conta, contas, enter, renew, say } = usePortal();
  if (!conta) return null;
  const goOn = (empresaId: number) =>
    enter(empresaId).then(
      () => go(`/externo/anuncios?empresaId=${empresaId}`),
      (error: unknown) => say(sentenceOf(error)),
    );
  return (
    <>
      <section className="p-card">
        <div className="p-rows">
          <ul>
            {contas.map(({ id, empresa }) => (
              <li key={id}>
                <span>
                  <b>{empresa.nome}</b>
                  {id === conta.id && <span className="p-hint"> você está aqui</span>}
                </span>
                {id !== conta.id && (
                  <Button look="plain" aria-label={`Continuar em ${empresa.nome}`} onClick={() => void goOn(empresa.id)}>
                    Continuar
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
        <p className="p-hint">
          A senha é uma só. O cadastro, os consentimentos e as candidaturas são de cada empresa, e nenhuma sabe das outras.
        </p>
      </section>
      <section className="p-card">
        <h2>Separar esta conta</h2>
        <p>
          A conta em {conta.empresa.nome} volta a ser só dela: você passa a entrar nela à parte. Nada é apagado. A senha continua
          a mesma até você trocá-la.
        </p>
        <SecretForm
          fields={onePassword}
          ok="Separar"
          send={async (values) => {
            await api.post('/api/externo/contas-ligadas/separar', values, silent);
            await renew();
            say('Conta separada das outras.');
            go(ownPath(conta));
          }}
        />
      </section>
    </>
  );
}

export function OwnPassword({ conta }: { conta: ExternalAccount }) {
  const { say, query, contas } = usePortal();
  return (
    <>
      {contas.length > 0 && <p>A senha é uma só para {listed(contas.map(({ empresa }) => empresa.nome))}.</p>}
      <SecretForm
        fields={ownPassword}
        ok="Alterar Senha"
        send={async (values) => {
          await api.patch(`/api/externo/candidatos/${conta.id}/alterar-senha`, values, silent);
          say(CHANGED);
        }}
      />
      <p className="p-after">
        <Link to={`/externo/recuperar-senha${query}`}>Nunca criei uma senha: receber o link por e-mail</Link>
      </p>
    </>
  );
}

interface OwnSession {
  criadaEm: string;
  vistaEm: string;
  atual: boolean;
}

export function OwnSessions() {
  const { say } = usePortal();
  const { data, fault, reload } = useAnswer<OwnSession[]>('/api/externo/userinfo/sessoes');
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const end = async () => {
    await api.delete('/api/externo/userinfo/sessoes', {}, silent).then(
      () => say('As outras sessões foram encerradas.'),
      (error: unknown) => say(sentenceOf(error)),
    );
    reload();
  };
  return (
    <>
      <ul className="p-list">
        {data.map(({ criadaEm, vistaEm, atual }) => (
          <li key={`${criadaEm} ${vistaEm}`}>
            <b>{atual ? 'Esta sessão' : 'Outra sessão'}</b>, aberta em {formatInstant(criadaEm)}, usada em{' '}
            {formatInstant(vistaEm)}
          </li>
        ))}
      </ul>
      <Button look="plain" onClick={() => void end()}>
        Encerrar outras sessões
      </Button>
    </>
  );
}
