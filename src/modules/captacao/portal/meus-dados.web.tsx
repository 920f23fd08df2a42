import { type FormEvent, useState } from 'react';
import { api } from '#kit/client/client.web.ts';
import type { ExternalAccount } from '#platform/externo/external-account.ts';
import { Link } from '#platform/externo/portal-address.web.tsx';
import { faultAt } from '#platform/externo/portal-faults.ts';
import { ownPath } from '#platform/externo/portal-frame.web.tsx';
import { useSending } from '#platform/externo/portal-sending.web.tsx';
import { sentenceOf, useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Check, Confirm, Notice, Page, TextField, Waiting, Window } from '#platform/externo/portal-ui.web.tsx';
import type { Completo } from './completo.ts';

/** What the law gives to whoever's data they are: to see, correct, take along, and have them erased. */
export function MeusDados({ conta }: { conta: ExternalAccount }) {
  const { say, empresa, contas } = usePortal();
  const { data, fault, reload } = useAnswer<Completo>(`/api/externo/candidatos/${conta.id}/completo`);
  // What was ticked shows at once, however slow the line.
  const [pedido, setPedido] = useState<boolean>();
  const [apagando, setApagando] = useState(false);
  const [recibo, setRecibo] = useState<string>();
  if (recibo)
    return (
      // Nothing else of the page leads anywhere any more.
      <Window title="Dados apagados" locked onClose={() => undefined}>
        <p role="status">Os seus dados, arquivos e candidaturas foram apagados. Guarde este número, que comprova o pedido:</p>
        <p className="p-receipt">{recibo}</p>
        <p>Não há como desfazer. Se quiser, você pode se cadastrar de novo quando desejar.</p>
        <a className="p-button p-plain" href={`/externo/anuncios?empresaId=${conta.empresa.id}`}>
          Ver as vagas abertas
        </a>
      </Window>
    );
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!data) return <Waiting />;
  const consente = async (banco: boolean) => {
    setPedido(banco);
    try {
      await api.put(`/api/externo/candidatos/${conta.id}/consentimentos`, { banco }, { silent: true });
      say(
        banco
          ? 'Obrigado. Você pode mudar de ideia quando quiser.'
          : 'Pronto: só as vagas a que você se candidatar. Se a empresa já incluiu você em outra, quem cuida dela foi avisado.',
      );
    } catch (error) {
      setPedido(undefined);
      say(sentenceOf(error));
    }
    reload();
  };
  const apaga = async () => {
    try {
      const { protocolo } = await api.post<{ protocolo: string }>(
        `/api/externo/candidatos/${conta.id}/apagar-meus-dados`,
        { confirmo: true },
        { silent: true },
      );
      setRecibo(protocolo);
    } catch (error) {
      say(sentenceOf(error));
    }
    setApagando(false);
  };
  return (
    <Page title="Meus dados" lead={`O que a empresa ${empresa?.nome ?? ''} guarda de você, e o que você pode fazer com isso.`}>
      {data.uniao && <Notice>{data.uniao}</Notice>}
      <section className="p-card">
        <h2>Ver e levar</h2>
        <p>
          O seu cadastro, documentos, candidaturas, histórico, entrevistas, e-mails, respostas a avaliações e consentimentos. Em
          PDF, para ler; em JSON, para outros programas.
        </p>
        <p className="p-hint">{data.oQueNaoEsta}</p>
        <p className="p-inline">
          <a className="p-button" href={`/api/externo/candidatos/${conta.id}/meus-dados/pdf`} download="meus-dados.pdf">
            Baixar em PDF
          </a>
          <a className="p-button p-plain" href={`/api/externo/candidatos/${conta.id}/meus-dados`} download="meus-dados.json">
            Baixar em JSON
          </a>
        </p>
      </section>
      <section className="p-card">
        <h2>Corrigir</h2>
        <p>Você mesmo corrige o que mudou.</p>
        <Link className="p-button p-plain" to={ownPath(conta)}>
          Editar Cadastro
        </Link>
        <MudarEmail conta={conta} />
      </section>
      <section className="p-card">
        <h2>Consentimento</h2>
        <Check
          label="Considerem o meu currículo também em outras vagas, além daquelas a que me candidatei"
          checked={pedido ?? data.banco}
          onCheck={(banco) => void consente(banco)}
        />
        <p className="p-hint">É livre: dizer não, ou mudar de ideia, não prejudica nenhuma candidatura.</p>
      </section>
      <section className="p-card">
        <h2>Apagar</h2>
        <p>
          Apaga o cadastro, os arquivos, as candidaturas e esta conta. Não há como desfazer.
          {contas.length > 0 && ' O que está nas suas outras empresas fica.'}
        </p>
        <Button look="danger" onClick={() => setApagando(true)}>
          Apagar os meus dados
        </Button>
      </section>
      {apagando && (
        <Confirm
          text="Apagar tudo o que a empresa guarda de você? As suas candidaturas terminam, e não há como desfazer."
          ok="Apagar tudo"
          onOk={apaga}
          onClose={() => setApagando(false)}
        />
      )}
    </Page>
  );
}

/** The address of the account opens the way to it, so the present password confirms another one. */
function MudarEmail({ conta }: { conta: ExternalAccount }) {
  const { say, renew } = usePortal();
  const [email, setEmail] = useState(conta.email ?? '');
  const [senha, setSenha] = useState('');
  const { faults, busy, send } = useSending({ at: 'email' });
  const submit = (event: FormEvent<HTMLFormElement>) =>
    send(event, [], async () => {
      await api.put(
        `/api/externo/candidatos/${conta.id}`,
        { nome: conta.nome, email, versao: conta.versao, ...(senha ? { senha } : {}) },
        { silent: true },
      );
      setSenha('');
      await renew();
      say('E-mail atualizado com sucesso.');
    });
  return (
    <details className="p-details">
      <summary>Mudar o e-mail da conta</summary>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          name="email"
          type="email"
          label="E-mail"
          required
          value={email}
          onText={setEmail}
          fault={faultAt(faults, 'email')}
        />
        <TextField
          name="senha"
          type="password"
          label="Senha atual"
          autoComplete="current-password"
          value={senha}
          onText={setSenha}
          fault={faultAt(faults, 'senha')}
        />
        <Button type="submit" look="plain" busy={busy}>
          Salvar e-mail
        </Button>
      </form>
    </details>
  );
}
