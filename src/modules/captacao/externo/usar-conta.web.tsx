import { type FormEvent, useEffect, useState } from 'react';
import { api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import type { ExternalAccount } from '#platform/externo/external-account.ts';
import { go, Link, usePlace } from '#platform/externo/portal-address.web.tsx';
import { faultAt } from '#platform/externo/portal-faults.ts';
import { adsPath, ownPath } from '#platform/externo/portal-frame.web.tsx';
import { SecretForm } from '#platform/externo/portal-secret.web.tsx';
import { useSending } from '#platform/externo/portal-sending.web.tsx';
import type { PortalCompany } from '#platform/externo/portal-start.ts';
import { useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Check, Faults, Notice, Page, Waiting, Window } from '#platform/externo/portal-ui.web.tsx';
import { LI_E_ACEITO, TextoDoTermo, TITULO_DO_TERMO } from '../portal/termo.web.tsx';

/** Longer answers take the whole line. */
const LONGO = 40;

interface Secao {
  id: string;
  titulo: string;
  /** it is not taken along unless its owner says so */
  sensivel: boolean;
  campos: [nome: string, valor: string][];
}

/** Somebody who is in at one company begins at another with the same account: what goes along, and under which notice. */
function UsarConta() {
  const portal = usePortal();
  const { conta, deOutra, empresa, query, renew } = portal;
  const { search } = usePlace();
  const voltar = search.get('voltar');
  const depois = voltar?.startsWith('/externo/') ? voltar : adsPath(portal);
  useEffect(() => {
    if (!deOutra) go(conta ? depois : `/externo/login${query}`, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whoever is in while this page is open has just begun here
  }, []);
  if (!deOutra || !empresa) return <Waiting />;
  return (
    <Page
      title={`Usar minha conta de ${deOutra.empresa.nome}`}
      lead={`Você passa a entrar na empresa ${empresa.nome} com o mesmo CPF e a mesma senha. Cada empresa guarda o seu próprio cadastro, e nenhuma fica sabendo da outra.`}
    >
      <Comeco
        deOutra={deOutra}
        empresa={empresa}
        feito={async (trouxe) => {
          const eu = await renew();
          if (eu) go(`${ownPath(eu)}?${trouxe ? 'trazido=1&' : ''}voltar=${encodeURIComponent(depois)}`, { replace: true });
        }}
      />
      <details className="p-card">
        <summary>Já tenho cadastro na empresa {empresa.nome}</summary>
        <p>Ligue os dois com a senha de cada um. Depois, vale a senha de {deOutra.empresa.nome} nas duas empresas.</p>
        <SecretForm
          fields={[
            { name: 'senha', label: `Senha em ${deOutra.empresa.nome}`, autoComplete: 'current-password' },
            { name: 'senhaDaEmpresa', label: `Senha em ${empresa.nome}`, autoComplete: 'off' },
          ]}
          ok="Ligar os cadastros"
          send={async (values) => {
            await api.post('/api/externo/contas-ligadas', { ...values, empresaId: empresa.id }, { silent: true });
            await renew();
            go(depois, { replace: true });
          }}
        />
      </details>
      <p className="p-after">
        <Link to={`/externo/candidatos/new${query}`}>Prefiro um cadastro à parte, com outra senha</Link>
      </p>
    </Page>
  );
}

function Comeco({
  deOutra,
  empresa,
  feito,
}: {
  deOutra: ExternalAccount;
  empresa: PortalCompany;
  feito: (trouxe: boolean) => Promise<void>;
}) {
  const { data, fault } = useAnswer<{ secoes: Secao[] }>(`/api/externo/outras-empresas/${empresa.id}/cadastro`);
  const [escolhas, setEscolhas] = useState<Readonly<Record<string, boolean>>>({});
  const [aceito, setAceito] = useState(false);
  const [lendo, setLendo] = useState(false);
  const { faults: faltas, busy, send } = useSending();
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const vai = ({ id, sensivel }: Secao) => escolhas[id] ?? !sensivel;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const falta = aceito ? [] : [{ field: 'aceitoPoliticaSeguranca', message: 'Leia e aceite o termo para continuar.' }];
    return send(event, falta, async () => {
      const secoes = data.secoes.filter(vai).map(({ id }) => id);
      await api.post(
        `/api/externo/outras-empresas/${empresa.id}/conta`,
        { aceitoPoliticaSeguranca: aceito, versaoPolitica: empresa.termo.versao, secoes },
        { silent: true },
      );
      await feito(secoes.length > 0);
    });
  };
  return (
    <form className="p-card" noValidate onSubmit={(event) => void submit(event)}>
      <Faults faults={faltas.filter(({ field }) => field !== 'aceitoPoliticaSeguranca')} />
      {data.secoes.length > 0 && (
        <fieldset className="p-bring">
          <legend>O que levar do cadastro em {deOutra.empresa.nome}</legend>
          <p className="p-hint">Uma cópia, que você confere passo a passo antes de enviar. Nada muda no cadastro de lá.</p>
          {data.secoes.map((secao) => (
            <div key={secao.id} className="p-group">
              <Check
                name={`levar-${secao.id}`}
                label={<b>{secao.titulo}</b>}
                checked={vai(secao)}
                onCheck={(sim) => setEscolhas({ ...escolhas, [secao.id]: sim })}
              />
              <details className="p-details">
                <summary>Ver o que vai{secao.sensivel && ' (só se você quiser)'}</summary>
                <dl className="p-dl">
                  {secao.campos.map(([nome, valor], n) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a list has several lines of one name, and none moves
                    <div key={`${nome} ${n}`} className={valor.length > LONGO ? 'p-wide' : undefined}>
                      <dt>{nome}</dt>
                      <dd>{valor}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            </div>
          ))}
        </fieldset>
      )}
      <Notice>
        <button type="button" className="p-link" onClick={() => setLendo(true)}>
          {`Ler o ${TITULO_DO_TERMO} da empresa ${empresa.nome}`}
        </button>
      </Notice>
      <Check
        name="aceitoPoliticaSeguranca"
        label={LI_E_ACEITO}
        checked={aceito}
        onCheck={setAceito}
        fault={faultAt(faltas, 'aceitoPoliticaSeguranca')}
      />
      <Button type="submit" busy={busy}>
        {busy ? 'Criando…' : `Começar em ${empresa.nome}`}
      </Button>
      {lendo && (
        <Window title={TITULO_DO_TERMO} onClose={() => setLendo(false)}>
          <TextoDoTermo termo={empresa.termo} />
        </Window>
      )}
    </form>
  );
}

export const page = definePage({ title: 'Usar minha conta', content: UsarConta });
