import { Fragment, type ReactNode, useId, useState } from 'react';
import { formatDate } from '#kit/br/date.ts';
import { useFilesUnderWay } from '#kit/client/under-way.web.ts';
import { type FieldFault, faultAt } from '#platform/externo/portal-faults.ts';
import { Button, Check, Confirm, Field, toFirstFault, Window } from '#platform/externo/portal-ui.web.tsx';
import { Arquivo } from './arquivo.web.tsx';
import { type Campo, type Dados, escrito, lido, type Opcao } from './dados.ts';
import type { EntradaProps } from './entrada.ts';
import { Escolha, Varios } from './escolhas.web.tsx';
import { faltasDe, visivel } from './passos.ts';

const NUMEROS = new Set(['integer', 'number', 'money', 'percentage']);
const SO_DIGITOS = new Set(['cep', 'pis', 'cns', 'tituloEleitor', 'telefone', 'cpf']);

/** One field, drawn with the browser's own controls. */
function Entrada(props: EntradaProps) {
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

/** What a row is called in its list: its first three answers, without sums of money and ticks. */
function resumoDe(campos: readonly Campo[], linha: Dados): string {
  const textos = campos.flatMap(({ nome, tipo, opcoes }) => {
    const valor = linha[nome];
    if (valor === null || valor === undefined || valor === '' || typeof valor === 'boolean' || tipo === 'money') return [];
    if (tipo === 'date') return [formatDate(escrito(valor))];
    if (tipo === 'choice') return [opcoes?.find(([codigo]) => codigo === valor)?.[1] ?? escrito(valor)];
    return [typeof valor === 'object' ? ((valor as Opcao).nome ?? '') : escrito(valor)];
  });
  return textos.slice(0, 3).join(' · ') || 'Sem descrição';
}

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
      {linhas.length === 0 && <p className="p-hint">Nada incluído ainda.</p>}
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
      <Button
        look="plain"
        aria-invalid={falta ? true : undefined}
        aria-label={`Incluir em ${campo.rotulo}`}
        onClick={() => setAberta(linhas.length)}
      >
        Incluir
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
  const enviando = useFilesUnderWay();
  const conclui = (form: HTMLElement) => {
    const vazios = faltasDe(campos, dados);
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
          // The window's form stands inside the page's form: React's event would send that one, too.
          event.stopPropagation();
          conclui(event.currentTarget);
        }}
      >
        <Campos campos={campos} dados={dados} faltas={faltas} muda={setDados} />
        <div className="p-actions">
          <Button look="plain" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={enviando}>
            Concluir
          </Button>
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
  depois = {},
}: {
  campos: readonly Campo[];
  dados: Dados;
  faltas: readonly FieldFault[];
  /** a file or an address arrives when other fields may have changed: what stands then is changed */
  muda: (como: (antes: Dados) => Dados) => void;
  /** what stands behind a field */
  depois?: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <div className="p-grid">
      {campos
        .filter((campo) => visivel(campo, dados))
        .map((campo) => (
          <Fragment key={campo.nome}>
            <Entrada
              campo={campo}
              valor={dados[campo.nome]}
              dados={dados}
              falta={
                campo.tipo === 'rows' ? faltas.find(({ field }) => field === campo.nome)?.message : faultAt(faltas, campo.nome)
              }
              faltas={faltas}
              muda={(valor) =>
                muda((antes) => ({ ...antes, [campo.nome]: valor, ...(campo.nome === 'uf' ? { cidade: null } : {}) }))
              }
            />
            {depois[campo.nome]}
          </Fragment>
        ))}
    </div>
  );
}
