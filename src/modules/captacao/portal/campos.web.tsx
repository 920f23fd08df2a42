import { useEffect, useId, useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { type FieldFault, faultAt } from '#platform/externo/portal-faults.ts';
import { sentenceOf, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Check, Confirm, Field, toFirstFault, Window } from '#platform/externo/portal-ui.web.tsx';
import { type Campo, type Dados, escrito, lido, type Opcao } from './dados.ts';

interface EntradaProps {
  campo: Campo;
  valor: unknown;
  falta: string | undefined;
  muda: (valor: unknown) => void;
  /** what stands beside it: a city needs its state */
  dados: Dados;
  faltas?: readonly FieldFault[];
  nome?: string;
}

const NUMEROS = new Set(['integer', 'number', 'money', 'percentage']);
const SO_DIGITOS = new Set(['cep', 'pis', 'cns', 'tituloEleitor', 'telefone', 'cpf']);

const listas = new Map<string, Promise<Opcao[]>>();

/** A list of the portal, asked for once. */
function useLista(caminho: string | undefined): readonly Opcao[] | undefined {
  const [opcoes, setOpcoes] = useState<readonly Opcao[]>();
  useEffect(() => {
    if (caminho === undefined) return setOpcoes([]);
    let vale = true;
    let pedida = listas.get(caminho);
    if (!pedida) {
      listas.set(caminho, (pedida = api.get<Opcao[]>(caminho, {}, { quiet: true, silent: true })));
      pedida.catch(() => listas.delete(caminho));
    }
    pedida.then(
      (lista) => void (vale && setOpcoes(lista)),
      () => void (vale && setOpcoes([])),
    );
    return () => {
      vale = false;
    };
  }, [caminho]);
  return opcoes;
}

function caminhoDaLista({ lista }: Campo, dados: Dados, query: string): string | undefined {
  if (lista === 'estados') return '/api/externo/estados';
  if (lista !== 'cidades') return `/api/externo/${lista}${query}`;
  const uf = (dados.uf as Opcao | null)?.id;
  return uf === undefined ? undefined : `/api/externo/estados/${uf}/cidades`;
}

/** One field, as the browser itself draws it. */
export function Entrada(props: EntradaProps) {
  const { campo, valor, falta, muda, nome = campo.nome } = props;
  const { rotulo, tipo, obrigatorio, ajuda, maximo } = campo;
  if (tipo === 'boolean') return <Check name={nome} label={rotulo} checked={valor === true} onCheck={muda} fault={falta} />;
  if (tipo === 'rows') return <Linhas {...props} />;
  if (tipo === 'file' || tipo === 'image') return <Arquivo {...props} />;
  if (tipo === 'ref') return <Escolha {...props} />;
  if (tipo === 'refs' || tipo === 'choices') return <Varios {...props} />;
  return (
    <Field label={rotulo} required={obrigatorio} hint={ajuda} fault={falta}>
      {(marks) => {
        const comum = { ...marks, name: nome, required: obrigatorio };
        if (tipo === 'choice')
          return (
            <select {...comum} value={escrito(valor)} onChange={(e) => muda(e.currentTarget.value || null)}>
              <option value="">{obrigatorio ? 'Selecione...' : '—'}</option>
              {campo.opcoes?.map(([codigo, texto]) => (
                <option key={codigo} value={codigo}>
                  {texto}
                </option>
              ))}
            </select>
          );
        if (tipo === 'longText')
          return (
            <textarea
              {...comum}
              rows={4}
              maxLength={maximo}
              value={escrito(valor)}
              onChange={(e) => muda(e.currentTarget.value || null)}
            />
          );
        if (tipo === 'date')
          return <input {...comum} type="date" value={escrito(valor)} onChange={(e) => muda(e.currentTarget.value || null)} />;
        if (NUMEROS.has(tipo))
          return (
            <input
              {...comum}
              inputMode="decimal"
              key={campo.nome}
              defaultValue={escrito(valor)}
              onChange={(e) => muda(lido(e.currentTarget.value))}
            />
          );
        return (
          <input
            {...comum}
            type={tipo === 'email' || tipo === 'url' ? tipo : 'text'}
            inputMode={SO_DIGITOS.has(tipo) || /^(ddd|fone|cep|numero$)/.test(campo.nome) ? 'numeric' : undefined}
            maxLength={maximo}
            value={escrito(valor)}
            onChange={(e) => muda(e.currentTarget.value || null)}
          />
        );
      }}
    </Field>
  );
}

function Escolha({ campo, valor, falta, muda, dados, nome = campo.nome }: EntradaProps) {
  const { query } = usePortal();
  const caminho = caminhoDaLista(campo, dados, query);
  const opcoes = useLista(caminho);
  const atual = valor as Opcao | null | undefined;
  const falsa = atual && !opcoes?.some(({ id }) => id === atual.id) ? atual : null;
  return (
    <Field label={campo.rotulo} required={campo.obrigatorio} hint={campo.ajuda} fault={falta}>
      {(marks) => (
        <select
          {...marks}
          name={nome}
          required={campo.obrigatorio}
          disabled={caminho === undefined}
          value={atual?.id ?? ''}
          onChange={(e) => muda(opcoes?.find(({ id }) => id === Number(e.currentTarget.value)) ?? null)}
        >
          <option value="">{caminho === undefined ? 'Escolha o estado antes' : opcoes ? 'Selecione...' : 'Carregando…'}</option>
          {falsa && <option value={falsa.id}>{falsa.nome}</option>}
          {opcoes?.map(({ id, nome: texto }) => (
            <option key={id} value={id}>
              {texto}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Several of a list: the chosen ones stand below, each with its button to leave it out. */
function Varios({ campo, valor, falta, muda, dados, nome = campo.nome }: EntradaProps) {
  const { query } = usePortal();
  const deCodigos = campo.tipo === 'choices';
  const lista = useLista(deCodigos ? undefined : caminhoDaLista(campo, dados, query));
  const opcoes: { chave: string; nome: string; valor: unknown }[] = deCodigos
    ? (campo.opcoes ?? []).map(([codigo, texto]) => ({ chave: codigo, nome: texto, valor: codigo }))
    : (lista ?? []).map((opcao) => ({ chave: String(opcao.id), nome: opcao.nome, valor: opcao }));
  const chaveDe = (um: unknown) => (deCodigos ? String(um) : String((um as Opcao).id));
  const nomeDe = (um: unknown) =>
    deCodigos ? (opcoes.find(({ chave }) => chave === um)?.nome ?? String(um)) : (um as Opcao).nome;
  const escolhidos = (valor as unknown[] | null | undefined) ?? [];
  const chaves = new Set(escolhidos.map(chaveDe));
  return (
    <div className="p-field">
      <Field label={campo.rotulo} required={campo.obrigatorio} hint={campo.ajuda} fault={falta}>
        {(marks) => (
          <select
            {...marks}
            name={nome}
            value=""
            onChange={(e) => {
              const achado = opcoes.find(({ chave }) => chave === e.currentTarget.value);
              if (achado) muda([...escolhidos, achado.valor]);
            }}
          >
            <option value="">{escolhidos.length === 0 ? 'Selecione...' : 'Acrescentar…'}</option>
            {opcoes
              .filter(({ chave }) => !chaves.has(chave))
              .map(({ chave, nome: texto }) => (
                <option key={chave} value={chave}>
                  {texto}
                </option>
              ))}
          </select>
        )}
      </Field>
      {escolhidos.length > 0 && (
        <ul className="p-chips" aria-label={`${campo.rotulo}: escolhidos`}>
          {escolhidos.map((um) => (
            <li key={chaveDe(um)}>
              {nomeDe(um)}
              <button
                type="button"
                aria-label={`Remover ${nomeDe(um)}`}
                onClick={() => muda(escolhidos.filter((outro) => chaveDe(outro) !== chaveDe(um)))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Guardado {
  id: number;
  nome: string;
}

/** A file, sent as soon as it is chosen; the record names it when it is saved. */
function Arquivo({ campo, valor, falta, muda, nome = campo.nome }: EntradaProps) {
  const { conta } = usePortal();
  const [enviando, setEnviando] = useState(false);
  const [recusa, setRecusa] = useState('');
  const atual = valor as Guardado | null | undefined;
  const envia = async (arquivo: File | undefined) => {
    if (!arquivo || !conta) return;
    setRecusa('');
    setEnviando(true);
    const corpo = new FormData();
    corpo.append('arquivo', arquivo);
    const onde = campo.tipo === 'image' ? 'foto' : 'curriculos';
    try {
      muda(await api.post<Guardado>(`/api/externo/candidatos/${conta.id}/${onde}/arquivos`, corpo, { silent: true }));
    } catch (error) {
      const [primeira] = error instanceof ApiError ? (error.errors ?? []) : [];
      setRecusa(primeira?.message ?? sentenceOf(error));
    }
    setEnviando(false);
  };
  return (
    <Field
      label={campo.rotulo}
      required={campo.obrigatorio}
      hint={
        enviando ? 'Enviando…' : campo.tipo === 'image' ? 'JPG, PNG ou WebP, até 5 MB.' : 'PDF, DOCX, ODT ou foto, até 10 MB.'
      }
      fault={recusa || falta}
    >
      {(marks) => (
        <>
          {atual && (
            <p className="p-file">
              <a href={`/api/externo/arquivos/${atual.id}`} target="_blank" rel="noreferrer">
                {atual.nome}
              </a>
              <Button look="plain" aria-label={`Remover ${atual.nome}`} onClick={() => muda(null)}>
                Remover
              </Button>
            </p>
          )}
          <input
            {...marks}
            name={nome}
            type="file"
            accept={campo.tipo === 'image' ? 'image/png,image/jpeg,image/webp' : campo.aceita?.join(',')}
            onChange={(e) => void envia(e.currentTarget.files?.[0])}
          />
        </>
      )}
    </Field>
  );
}

/** What a row is called in its list: its first answers that say more than a sum. */
function resumoDe(campos: readonly Campo[], linha: Dados): string {
  const textos = campos.flatMap(({ nome, tipo, opcoes }) => {
    const valor = linha[nome];
    if (valor === null || valor === undefined || valor === '' || typeof valor === 'boolean' || tipo === 'money') return [];
    if (tipo === 'choice') return [opcoes?.find(([codigo]) => codigo === valor)?.[1] ?? escrito(valor)];
    return [typeof valor === 'object' ? ((valor as Guardado).nome ?? '') : escrito(valor)];
  });
  return textos.slice(0, 3).join(' · ') || 'Sem descrição';
}

const visivel = ({ quando }: Campo, dados: Dados) => !quando || (dados[quando[0]] ?? false) === quando[1];

/** Rows of a list: added, changed and removed in memory, until the record is saved. */
function Linhas({ campo, valor, falta, muda, nome = campo.nome, faltas = [] }: EntradaProps) {
  const linhas = (valor as Dados[] | null | undefined) ?? [];
  const campos = campo.campos ?? [];
  const id = useId();
  const [aberta, setAberta] = useState<number>();
  const [saindo, setSaindo] = useState<number>();
  const grava = (linha: Dados) => {
    muda(aberta === linhas.length ? [...linhas, linha] : linhas.map((uma, n) => (n === aberta ? linha : uma)));
    setAberta(undefined);
  };
  return (
    <fieldset className="p-rows">
      <legend>
        {campo.rotulo}
        {campo.obrigatorio && <span className="p-star"> *</span>}
      </legend>
      {linhas.length === 0 && <p className="p-hint">Nenhum registro encontrado.</p>}
      <ul>
        {linhas.map((linha, n) => {
          const erro = faltas.find(({ field }) => field.startsWith(`${nome}.${n}.`))?.message;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows in memory have no id yet
            <li key={n}>
              <span>
                {resumoDe(campos, linha)}
                {erro && (
                  <span id={`${id}-${n}`} className="p-fault">
                    {erro}
                  </span>
                )}
              </span>
              <Button
                look="plain"
                aria-label={`Editar ${resumoDe(campos, linha)}`}
                aria-invalid={erro ? true : undefined}
                aria-describedby={erro ? `${id}-${n}` : undefined}
                onClick={() => setAberta(n)}
              >
                Editar
              </Button>
              <Button look="plain" aria-label={`Remover ${resumoDe(campos, linha)}`} onClick={() => setSaindo(n)}>
                Remover
              </Button>
            </li>
          );
        })}
      </ul>
      {falta && <p className="p-fault">{falta}</p>}
      <Button look="plain" aria-invalid={falta ? true : undefined} onClick={() => setAberta(linhas.length)}>
        {`Incluir em ${campo.rotulo}`}
      </Button>
      {aberta !== undefined && (
        <Linha
          titulo={campo.rotulo}
          campos={campos}
          inicio={linhas[aberta] ?? {}}
          faltas={faltas
            .filter(({ field }) => field.startsWith(`${nome}.${aberta}.`))
            .map((uma) => ({ ...uma, field: uma.field.split('.').slice(2).join('.') }))}
          onOk={grava}
          onClose={() => setAberta(undefined)}
        />
      )}
      {saindo !== undefined && (
        <Confirm
          text="Tem certeza que deseja remover?"
          ok="Remover"
          onOk={async () => {
            muda(linhas.filter((_, n) => n !== saindo));
            setSaindo(undefined);
          }}
          onClose={() => setSaindo(undefined)}
        />
      )}
    </fieldset>
  );
}

function Linha({
  titulo,
  campos,
  inicio,
  faltas: doServidor,
  onOk,
  onClose,
}: {
  titulo: string;
  campos: readonly Campo[];
  inicio: Dados;
  faltas: readonly FieldFault[];
  onOk: (linha: Dados) => void;
  onClose: () => void;
}) {
  const [dados, setDados] = useState(inicio);
  const [faltas, setFaltas] = useState(doServidor);
  const conclui = (form: HTMLElement) => {
    const vazios = campos
      .filter((campo) => (campo.obrigatorio || campo.quando) && campo.tipo !== 'boolean' && visivel(campo, dados))
      .filter(
        ({ nome, obrigatorio, quando }) => (obrigatorio || quando?.[0] === 'checkNomeCargo') && (dados[nome] ?? null) === null,
      )
      .map(({ nome, rotulo }) => ({ field: nome, message: `${rotulo} é obrigatório(a)` }));
    setFaltas(vazios);
    if (vazios.length > 0) return toFirstFault(form);
    onOk(
      Object.fromEntries(
        Object.entries(dados).map(([nome, valor]) => [
          nome,
          campos.some((c) => c.nome === nome && !visivel(c, dados)) ? null : valor,
        ]),
      ),
    );
  };
  return (
    <Window title={titulo} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React tells the form of the page too.
          event.stopPropagation();
          conclui(event.currentTarget);
        }}
      >
        <Campos campos={campos} dados={dados} faltas={faltas} muda={setDados} />
        <div className="p-actions">
          <Button look="plain" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">Concluir</Button>
        </div>
      </form>
    </Window>
  );
}

/** The fields of a step or of a row. */
export function Campos({
  campos,
  dados,
  faltas,
  muda,
}: {
  campos: readonly Campo[];
  dados: Dados;
  faltas: readonly FieldFault[];
  muda: (dados: Dados) => void;
}) {
  return (
    <div className="p-grid">
      {campos
        .filter((campo) => visivel(campo, dados))
        .map((campo) => (
          <Entrada
            key={campo.nome}
            campo={campo}
            valor={dados[campo.nome]}
            dados={dados}
            falta={
              campo.tipo === 'rows' ? faltas.find(({ field }) => field === campo.nome)?.message : faultAt(faltas, campo.nome)
            }
            faltas={faltas}
            muda={(valor) => muda({ ...dados, [campo.nome]: valor, ...(campo.nome === 'uf' ? { cidade: null } : {}) })}
          />
        ))}
    </div>
  );
}
