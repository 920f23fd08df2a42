import { type FormEvent, useEffect, useState } from 'react';
import { cpf as cpfNumber } from '#kit/br/cpf.ts';
import { api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { useTakenOver } from '#kit/ui/taken-over.web.ts';
import { go, Link, usePlace } from '#platform/externo/portal-address.web.tsx';
import { useRobot } from '#platform/externo/portal-captcha.web.tsx';
import { type FieldFault, faultAt } from '#platform/externo/portal-faults.ts';
import { ownPath } from '#platform/externo/portal-frame.web.tsx';
import { useSending } from '#platform/externo/portal-sending.web.tsx';
import { usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Check, Faults, Notice, Page, TextField, Window } from '#platform/externo/portal-ui.web.tsx';
import { LI_E_ACEITO, TextoDoTermo, TITULO_DO_TERMO } from '../../portal/termo.web.tsx';

const vazio = { cpf: '', nome: '', email: '', senha: '', confirmaSenha: '' };
type Texto = keyof typeof vazio;

const CAMPOS = new Set([...Object.keys(vazio), 'aceitoPoliticaSeguranca']);

/** SCR-014, its first step: who it is, and how they come back. The rest is asked once they are in. */
function Cadastro() {
  const { conta, empresa, empresaId, query, renew } = usePortal();
  const { search } = usePlace();
  const [valores, setValores] = useState(vazio);
  const [semSenha, setSemSenha] = useState(false);
  const [aceito, setAceito] = useState(false);
  const [lendo, setLendo] = useState(false);
  const { faults: faltas, busy, send } = useSending();
  const robo = useRobot();
  const { form, isReady } = useTakenOver((typed) => {
    setValores({
      cpf: typed('cpf'),
      nome: typed('nome'),
      email: typed('email'),
      senha: typed('senha'),
      confirmaSenha: typed('confirmaSenha'),
    });
    setSemSenha(typed('semSenha') !== '');
    setAceito(typed('aceitoPoliticaSeguranca') !== '');
  });
  const voltar = search.get('voltar');
  const depois = voltar ? `?voltar=${encodeURIComponent(voltar)}` : '';
  useEffect(() => {
    if (conta) go(`${ownPath(conta)}${depois}`, { replace: true });
    else if (empresaId === null) go('/externo/login', { replace: true });
  }, [conta, empresaId, depois]);

  const judge = (): FieldFault[] => {
    const { cpf, nome, email, senha, confirmaSenha } = valores;
    const falta = (ok: boolean, field: string, message: string) => (ok ? [] : [{ field, message }]);
    return [
      ...falta(cpf !== '', 'cpf', 'CPF é obrigatório'),
      ...falta(cpf === '' || cpfNumber.isValid(cpf), 'cpf', 'Cpf inválido.'),
      ...falta(nome.trim() !== '', 'nome', 'Nome é obrigatório'),
      ...falta(email.trim() !== '', 'email', 'E-mail é obrigatório'),
      ...(semSenha
        ? []
        : [
            ...falta(senha !== '', 'senha', 'Senha é obrigatória'),
            ...falta(senha === confirmaSenha, 'confirmaSenha', 'As senhas devem ser iguais'),
          ]),
      ...falta(!empresa?.termo.exigido || aceito, 'aceitoPoliticaSeguranca', 'Leia e aceite o termo para continuar.'),
    ];
  };
  const submit = (event: FormEvent<HTMLFormElement>) =>
    send(event, judge(), async () => {
      const recaptcha = await robo.proof();
      const { id } = await api.post<{ id: number }>(
        `/api/externo/candidatos?empresaId=${empresaId}`,
        {
          ...valores,
          ...(semSenha ? { senha: null, confirmaSenha: null } : {}),
          aceitoPoliticaSeguranca: aceito,
          versaoPolitica: empresa?.termo.versao ?? null,
          recaptcha,
        },
        { silent: true },
      );
      const eu = await renew();
      if (eu) go(`${ownPath(eu)}${depois}`, { replace: true });
      // The registration stands, though nobody could say so: the page begins anew.
      else location.assign(`/externo/candidatos/${id}${depois}`);
    });
  const texto = (nome: Texto, label: string, mais: object = {}) => (
    <TextField
      name={nome}
      label={label}
      required
      value={valores[nome]}
      fault={faultAt(faltas, nome)}
      onText={(valor) => setValores({ ...valores, [nome]: valor })}
      {...mais}
    />
  );
  return (
    <div className="p-card p-narrow">
      <Page title="Cadastro" lead="Comece pelo essencial: o resto você preenche depois, aos poucos.">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hears that one of its inputs is filled in */}
        <form
          ref={form}
          method="post"
          noValidate
          onSubmit={(event) => void submit(event)}
          // The puzzle is solved while the form is filled in.
          onFocus={robo.begin}
        >
          <Faults faults={faltas.filter(({ field }) => !CAMPOS.has(field))} />
          {texto('cpf', 'CPF', { inputMode: 'numeric', placeholder: '000.000.000-00', autoComplete: 'username' })}
          {texto('nome', 'Nome completo', { maxLength: 100, autoComplete: 'name' })}
          {texto('email', 'E-mail', { type: 'email', maxLength: 200, autoComplete: 'email' })}
          {!semSenha &&
            texto('senha', 'Senha', {
              type: 'password',
              autoComplete: 'new-password',
              hint: 'Pelo menos 8 caracteres, com letras e números.',
            })}
          {!semSenha && texto('confirmaSenha', 'Confirmar senha', { type: 'password', autoComplete: 'new-password' })}
          <Check
            name="semSenha"
            label="Prefiro entrar sem senha, por um link no meu e-mail"
            checked={semSenha}
            onCheck={setSemSenha}
          />
          {empresa && (
            <>
              <Notice>
                <button type="button" className="p-link" onClick={() => setLendo(true)}>
                  {`Ler o ${TITULO_DO_TERMO}`}
                </button>
              </Notice>
              <Check
                name="aceitoPoliticaSeguranca"
                label={LI_E_ACEITO}
                checked={aceito}
                onCheck={setAceito}
                fault={faultAt(faltas, 'aceitoPoliticaSeguranca')}
              />
            </>
          )}
          {robo.widget}
          <Button type="submit" busy={busy || !isReady}>
            {busy ? 'Criando…' : 'Continuar'}
          </Button>
        </form>
        <p className="p-after">
          <Link to={`/externo/login${query}`}>Já tenho cadastro</Link>
        </p>
        {lendo && empresa && (
          <Window title={TITULO_DO_TERMO} onClose={() => setLendo(false)}>
            <TextoDoTermo termo={empresa.termo} />
          </Window>
        )}
      </Page>
    </div>
  );
}

export const page = definePage({ title: 'Cadastro', content: Cadastro });
