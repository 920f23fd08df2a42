import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { useFilesUnderWay } from '#kit/client/under-way.web.ts';
import type { ExternalAccount } from '#platform/externo/external-account.ts';
import { go, usePlace } from '#platform/externo/portal-address.web.tsx';
import type { FieldFault } from '#platform/externo/portal-faults.ts';
import { adsPath } from '#platform/externo/portal-frame.web.tsx';
import { sentenceOf, useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Faults, Notice, Page, toFirstFault, Waiting } from '#platform/externo/portal-ui.web.tsx';
import { Campos } from './campos.web.tsx';
import type { Completo } from './completo.ts';
import { type Campo, type Dados, escrito, type Secao } from './dados.ts';
import { DoCurriculo } from './do-curriculo.web.tsx';
import { emFila } from './em-fila.web.ts';
import { faltasDe, ondeParou, respondido, visivel } from './passos.ts';
import { TermoPendente } from './termo.web.tsx';

/** The registration in steps: each is kept when it is left, and the last one sends the whole. */
export function EtapasDoCadastro({ conta }: { conta: ExternalAccount }) {
  const portal = usePortal();
  const formulario = useAnswer<{ secoes: Secao[] }>(`/api/externo/formulario?empresaId=${conta.empresa.id}`);
  const completo = useAnswer<Completo>(`/api/externo/candidatos/${conta.id}/completo`);
  const fault = formulario.fault ?? completo.fault;
  if (fault) return <Notice bad>{fault}</Notice>;
  if (!formulario.data || !completo.data) return <Waiting />;
  if (completo.data.termo.pendente) return <TermoPendente contaId={conta.id} onAceito={completo.reload} />;
  return <Etapas conta={conta} secoes={formulario.data.secoes} completo={completo.data} depois={adsPath(portal)} />;
}

function Etapas({
  conta,
  secoes,
  completo,
  depois,
}: {
  conta: ExternalAccount;
  secoes: readonly Secao[];
  completo: Completo;
  depois: string;
}) {
  const { say, renew } = usePortal();
  const { search } = usePlace();
  const [novo, setNovo] = useState(completo.candidato === null);
  const [versao, setVersao] = useState(completo.candidato?.versao);
  const [dados, setDados] = useState<Dados>(() => ({ nome: conta.nome, sexo: 'I', ...completo.candidato, ...completo.rascunho }));
  const [etapa, setEtapa] = useState(() =>
    completo.candidato || search.has('trazido') ? 0 : ondeParou(secoes, completo.rascunho ?? {}, conta.nome),
  );
  const [julgado, setJulgado] = useState<{ faltas: readonly FieldFault[]; dados: Dados }>({ faltas: [], dados });
  // A fault stands until its field changes.
  const faltas = julgado.faltas.filter(({ field }) => {
    const [nome = ''] = field.split('.');
    return dados[nome] === julgado.dados[nome];
  });
  const [busy, setBusy] = useState(false);
  const enviando = useFilesUnderWay();
  const [naFila] = useState(emFila);
  const form = useRef<HTMLFormElement>(null);
  const titulo = useRef<HTMLHeadingElement>(null);
  const [moveu, setMoveu] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is another page to whoever listens
  useEffect(() => void (moveu && titulo.current?.focus()), [etapa, moveu]);
  const secao = secoes[etapa] as Secao;
  const ultima = etapa === secoes.length - 1;
  const daEtapa = faltas.filter(({ field }) => secao.campos.some(({ nome }) => field === nome || field.startsWith(`${nome}.`)));
  const soltas = faltas.filter(
    ({ field }) => !secoes.some(({ campos }) => campos.some(({ nome }) => field === nome || field.startsWith(`${nome}.`))),
  );

  const vai = (para: number) => {
    setMoveu(true);
    setEtapa(para);
  };
  /** A fault may stand in another step: that step is shown, and the input gets the focus. */
  const mostra = (achadas: readonly FieldFault[]) => {
    setJulgado({ faltas: achadas, dados });
    const [primeira] = achadas;
    const onde = secoes.findIndex(({ campos }) =>
      campos.some(({ nome }) => primeira && (primeira.field === nome || primeira.field.startsWith(`${nome}.`))),
    );
    if (onde >= 0) setEtapa(onde);
    toFirstFault(form.current);
  };

  const guarda = (agora = dados) =>
    naFila((signal) => api.put(`/api/externo/candidatos/${conta.id}/rascunho`, agora, { quiet: true, silent: true, signal }));
  /** Whoever leaves a step without saving it finds it again too. */
  const deixa = (para: number) => {
    if (novo) void guarda().catch(() => undefined);
    vai(para);
  };
  const salva = async () => {
    const { versao: agora } = await naFila(() =>
      api.put<{ versao: number }>(
        `/api/externo/candidatos/${conta.id}/completo`,
        { ...dados, ...(versao === undefined ? {} : { versao }) },
        { silent: true },
      ),
    );
    setVersao(agora);
    setJulgado({ faltas: [], dados });
    await renew();
    const voltar = search.get('voltar');
    if (novo) {
      setNovo(false);
      const daVaga = voltar?.startsWith('/externo/anuncios/') ? ' Agora falta só se candidatar.' : '';
      say(`Cadastro concluído com sucesso.${daVaga}`);
      go(voltar?.startsWith('/externo/') ? voltar : depois);
    } else say('Cadastro atualizado com sucesso.');
  };
  const segue = async () => {
    setBusy(true);
    try {
      if (!novo || ultima) await salva();
      else await guarda();
      const vazios = novo ? faltasDe(secao.campos, dados) : [];
      if (vazios.length > 0) mostra(vazios);
      else if (!ultima) {
        setJulgado({ faltas: [], dados });
        vai(etapa + 1);
      }
    } catch (error) {
      // Who is refused at the end finds the last step again, too.
      if (novo && ultima) void guarda().catch(() => undefined);
      if (error instanceof ApiError && error.errors) mostra(error.errors);
      else mostra([{ field: '', message: sentenceOf(error) }]);
    }
    setBusy(false);
  };

  return (
    <Page title={novo ? 'Cadastro' : 'Meu cadastro'}>
      {completo.uniao && <Notice>{completo.uniao}</Notice>}
      <div className="p-steps">
        <label>
          <span>{`Passo ${etapa + 1} de ${secoes.length}`}</span>
          <select value={etapa} onChange={(event) => deixa(Number(event.currentTarget.value))} aria-label="Ir para o passo">
            {secoes.map(({ id, titulo: nome }, n) => (
              <option key={id} value={n}>
                {nome}
              </option>
            ))}
          </select>
        </label>
        <progress value={etapa + 1} max={secoes.length} aria-label="Andamento do cadastro" />
      </div>
      {novo && completo.rascunho && !moveu && (
        <Notice>
          {search.has('trazido')
            ? 'Aqui está o que você trouxe. Confira cada passo: a empresa só recebe quando você concluir.'
            : 'Continue de onde parou: o que você já preencheu está guardado.'}
        </Notice>
      )}
      <form
        ref={form}
        className="p-card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void segue();
        }}
      >
        <h2 ref={titulo} tabIndex={-1}>
          {secao.titulo}
        </h2>
        {secao.ajuda && <p className="p-hint">{secao.ajuda}</p>}
        <Faults faults={soltas} />
        {emGrupos(secao).map(({ titulo: grupo, campos }) => (
          <Grupo key={grupo ?? ''} titulo={grupo} campos={campos} dados={dados} faltas={daEtapa}>
            <Campos
              campos={campos.filter(({ tipo }) => tipo !== 'image')}
              dados={dados}
              faltas={daEtapa}
              muda={setDados}
              depois={{ cep: <BuscaDoCep dados={dados} muda={setDados} /> }}
            />
          </Grupo>
        ))}
        {secao.id === 'curriculo' && (
          <DoCurriculo
            conta={conta}
            dados={dados}
            preenche={(novos) => {
              setDados(novos);
              if (novo) void guarda(novos).catch(() => undefined);
              say('Preenchido. Confira em cada passo: nada é enviado antes de você salvar.');
            }}
          />
        )}
        <Campos campos={secao.campos.filter(({ tipo }) => tipo === 'image')} dados={dados} faltas={daEtapa} muda={setDados} />
        <div className="p-actions">
          {etapa > 0 && (
            <Button look="plain" onClick={() => deixa(etapa - 1)}>
              Voltar
            </Button>
          )}
          <Button type="submit" busy={busy || enviando}>
            {ultima ? (novo ? 'Concluir cadastro' : 'Salvar') : 'Salvar e continuar'}
          </Button>
        </div>
      </form>
    </Page>
  );
}

/** The parts of a step; one without groups is one part. */
const emGrupos = ({ campos, grupos }: Secao): { titulo?: string; campos: readonly Campo[] }[] =>
  grupos?.map(({ titulo, nomes }) => ({ titulo, campos: campos.filter(({ nome }) => nomes.includes(nome)) })) ?? [{ campos }];

/** A titled part is folded while nothing in it is demanded or wrong, and says whether something stands in it. */
function Grupo({
  titulo,
  campos,
  dados,
  faltas,
  children,
}: {
  titulo: string | undefined;
  campos: readonly Campo[];
  dados: Dados;
  faltas: readonly FieldFault[];
  children: ReactNode;
}) {
  const exigido = campos.some((campo) => campo.obrigatorio && visivel(campo, dados));
  const errado = faltas.some(({ field }) => campos.some(({ nome }) => field === nome || field.startsWith(`${nome}.`)));
  const [aberto, setAberto] = useState(exigido);
  if (titulo === undefined) return children;
  const cheio = campos.some(({ nome }) => respondido(dados[nome]));
  return (
    <details className="p-group" open={aberto || errado} onToggle={(event) => setAberto(event.currentTarget.open)}>
      <summary>
        {titulo}
        <span className="p-hint">{exigido ? 'Obrigatório' : cheio ? 'Preenchido' : 'Opcional'}</span>
      </summary>
      {children}
    </details>
  );
}

interface Achado {
  logradouro: string;
  bairro: string;
  complemento: string;
  cidade: string;
  uf: string;
  estado: string;
}

const plano = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Fills the address from the postal code, once it has eight digits; without the service it is filled in by hand. */
function BuscaDoCep({ dados, muda }: { dados: Dados; muda: (como: (antes: Dados) => Dados) => void }) {
  const [recado, setRecado] = useState('');
  const cep = escrito(dados.cep).replace(/\D/g, '');
  const busca = async () => {
    setRecado('Procurando…');
    try {
      const achado = await api.get<Achado>(`/api/externo/cep/${cep}`, {}, { quiet: true, silent: true });
      const estados = await api.get<{ id: number; nome: string; sigla: string }[]>(
        '/api/externo/estados',
        {},
        { quiet: true, silent: true },
      );
      const uf = estados.find(({ sigla }) => sigla === achado.uf) ?? null;
      const cidades = uf
        ? await api.get<{ id: number; nome: string }[]>(
            `/api/externo/estados/${uf.id}/cidades`,
            {},
            { quiet: true, silent: true },
          )
        : [];
      const cidade = cidades.find(({ nome }) => plano(nome) === plano(achado.cidade)) ?? null;
      muda((antes) => ({
        ...antes,
        logradouro: achado.logradouro || antes.logradouro,
        bairro: achado.bairro || antes.bairro,
        ...(uf ? { uf: { id: uf.id, nome: uf.nome } } : {}),
        ...(cidade ? { cidade } : {}),
      }));
      setRecado('Endereço preenchido: confira e diga o número.');
    } catch (error) {
      setRecado(sentenceOf(error));
    }
  };
  return (
    <p className="p-inline p-beside">
      <Button look="plain" disabled={cep.length !== 8} onClick={() => void busca()}>
        Preencher pelo CEP
      </Button>
      <span role="status">{recado}</span>
    </p>
  );
}
