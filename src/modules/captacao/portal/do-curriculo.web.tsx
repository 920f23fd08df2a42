import { useState } from 'react';
import type { ExternalAccount } from '#platform/externo/external-account.ts';
import { Link } from '#platform/externo/portal-address.web.tsx';
import { ownPath } from '#platform/externo/portal-frame.web.tsx';
import { Button, Check, Notice, Waiting, Window } from '#platform/externo/portal-ui.web.tsx';
import { aceitas, hoje, novidades, type Sugestao } from '../curriculos/sugestao.ts';
import { useLeitura } from '../curriculos/use-leitura.web.ts';
import type { Dados, Opcao } from './dados.ts';

interface Props {
  conta: ExternalAccount;
  dados: Dados;
  /** takes what the person has confirmed into the form, which is saved as always */
  preenche: (dados: Dados) => void;
}

/** The CVs of the form, each with the button that suggests what it says. */
export function DoCurriculo({ conta, dados, preenche }: Props) {
  const [aberto, setAberto] = useState<Opcao>();
  const linhas = Array.isArray(dados.candidatoCurriculos) ? (dados.candidatoCurriculos as { curriculo?: Opcao | null }[]) : [];
  const curriculos = linhas.flatMap(({ curriculo }) => (curriculo ? [curriculo] : []));
  if (curriculos.length === 0) return null;
  return (
    <div className="p-from-cv">
      <p className="p-hint">O que está no currículo não precisa ser digitado de novo. Você escolhe o que usar.</p>
      {curriculos.map((um) => (
        <Button key={um.id} look="plain" onClick={() => setAberto(um)}>
          {curriculos.length === 1 ? 'Preencher a partir do currículo' : `Preencher a partir de ${um.nome}`}
        </Button>
      ))}
      {aberto && (
        <Sugestoes conta={conta} arquivo={aberto.id} dados={dados} preenche={preenche} onClose={() => setAberto(undefined)} />
      )}
    </div>
  );
}

function Sugestoes({ conta, arquivo, dados, preenche, onClose }: Props & { arquivo: number; onClose: () => void }) {
  const { leitura, recusa, demora } = useLeitura(`/api/externo/candidatos/${conta.id}/curriculos/${arquivo}/ler`);
  const [marcadas, setMarcadas] = useState<ReadonlySet<Sugestao>>(new Set());
  // The address of the account opens the way to it: it is changed with the password, elsewhere.
  const novas = novidades(leitura?.sugestoes ?? [], { ...dados, email: conta.email });
  const email = novas.find(({ campo }) => campo === 'email');
  const escolhas = novas.filter((uma) => uma !== email);
  const marca = (uma: Sugestao, sim: boolean) => {
    const outras = new Set(marcadas);
    if (sim) outras.add(uma);
    else outras.delete(uma);
    setMarcadas(outras);
  };
  return (
    <Window title="Preencher a partir do currículo" onClose={onClose}>
      {recusa && <Notice bad>{recusa}</Notice>}
      {!recusa && leitura?.situacao !== 'L' && leitura?.situacao !== 'S' && (
        <>
          <Waiting>Lendo o currículo…</Waiting>
          <p className="p-hint">
            {demora
              ? 'Está demorando mais que o normal. Você pode fechar, seguir com o cadastro e voltar aqui depois.'
              : 'Um arquivo de texto leva poucos segundos; uma foto, um pouco mais.'}
          </p>
        </>
      )}
      {leitura?.situacao === 'S' && (
        <Notice>{`Não encontramos texto neste currículo. ${leitura.motivo ?? ''} Preencha os passos à mão, ou envie outro arquivo.`}</Notice>
      )}
      {leitura?.situacao === 'L' && escolhas.length === 0 && (
        <Notice>
          {leitura.sugestoes.length === 0
            ? 'O currículo foi lido, mas nada nele foi reconhecido com segurança. Preencha os passos à mão.'
            : 'O que foi reconhecido no currículo já está no cadastro.'}
        </Notice>
      )}
      {escolhas.length > 0 && <p>Marque o que está certo. O que você não marcar fica como está.</p>}
      <ul className="p-suggestions">
        {escolhas.map((uma) => (
          <li key={`${uma.campo} ${uma.dito}`}>
            <Check
              label={
                <>
                  <span className="p-hint">{uma.linha ? `Incluir em ${uma.rotulo}` : uma.rotulo}</span>
                  <b>{uma.dito}</b>
                </>
              }
              checked={marcadas.has(uma)}
              onCheck={(sim) => marca(uma, sim)}
            />
            <p className="p-hint">
              {!uma.linha && (hoje(uma, dados) ? `Agora: ${hoje(uma, dados)}. ` : 'Agora: vazio. ')}
              {uma.trecho !== uma.dito && `No currículo: “${uma.trecho}”.`}
              {uma.falta.length > 0 && ` Complete depois: ${uma.falta.join(', ')}.`}
            </p>
          </li>
        ))}
      </ul>
      {escolhas.some(({ campo }) => campo === 'experiencias') && (
        <p className="p-hint">O currículo costuma dizer só mês e ano: confira os dias das experiências.</p>
      )}
      {email && (
        <p className="p-hint">
          O currículo traz outro e-mail, {email.dito}. O da conta é {conta.email}: para trocar, use{' '}
          <Link to={`${ownPath(conta)}?tab=dados`}>Meus dados</Link>.
        </p>
      )}
      <div className="p-actions">
        <Button look="plain" onClick={onClose}>
          Fechar
        </Button>
        {escolhas.length > 0 && (
          <Button
            disabled={marcadas.size === 0}
            onClick={() => {
              preenche({
                ...dados,
                ...aceitas(
                  escolhas.filter((uma) => marcadas.has(uma)),
                  dados,
                ),
              });
              onClose();
            }}
          >
            Usar o que marquei
          </Button>
        )}
      </div>
    </Window>
  );
}
