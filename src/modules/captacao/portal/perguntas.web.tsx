import { useContext, useId, useState } from 'react';
import { Button } from '#platform/externo/portal-ui.web.tsx';
import { withAnswer } from '#platform/questionario/answered.ts';
import type { Definicao, Pergunta, Resposta } from '#platform/questionario/definition.ts';
import { evaluate, type Falta, MAIOR_COMENTARIO, orderFor } from '#platform/questionario/evaluate.ts';
import { Language, langOf, useWords } from '#platform/questionario/words.web.ts';

interface Props {
  definicao: Definicao;
  respostas: readonly Resposta[];
  muda: (respostas: Resposta[]) => void;
  /** what the server found missing */
  faltas: readonly Falta[];
  semente: string;
  envia: () => void;
  enviando: boolean;
  /** whether the answers are kept, in words */
  guardado: string;
}

/** The questions of an evaluation on one page, with what conditions show and hide; a thumb answers them. */
export function Perguntas({ definicao, respostas, muda, faltas: doServidor, semente, envia, enviando, guardado }: Props) {
  const { visiveis, faltas, respondidas, total } = evaluate(definicao, respostas);
  const words = useWords();
  const idioma = useContext(Language);
  const [tentou, setTentou] = useState(false);
  const ordenadas = definicao.ordemAleatoria ? orderFor(definicao, semente) : definicao.perguntas;
  const mostradas = ordenadas.filter(({ id }) => visiveis.has(id));
  const dita = (falta: Falta | undefined) => falta && (words.fault ?? falta.message);
  const achadas = tentou ? [...faltas, ...doServidor] : doServidor;
  return (
    <form
      noValidate
      lang={langOf(idioma)}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        setTentou(true);
        if (faltas.length === 0) envia();
        else
          requestAnimationFrame(() => {
            const faltosa = form.querySelector('[aria-invalid]');
            faltosa?.scrollIntoView();
            faltosa?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
          });
      }}
    >
      <div className="p-answered">
        <span>{words.answered(respondidas, total)}</span>
        <span role="status">{guardado}</span>
        <progress value={respondidas} max={total} aria-label={words.progress} />
      </div>
      {definicao.introducao && <p className="p-text">{definicao.introducao}</p>}
      {mostradas.map((pergunta, n) => {
        const secao = definicao.secoes.find(({ id }) => id === pergunta.secaoId);
        const comeca = secao && secao.id !== mostradas[n - 1]?.secaoId;
        return (
          <div key={pergunta.id}>
            {comeca && (
              <>
                <h2>{secao.titulo}</h2>
                {secao.texto && <p className="p-text">{secao.texto}</p>}
              </>
            )}
            <UmaPergunta
              pergunta={pergunta}
              lugar={n + 1}
              resposta={respostas.find(({ perguntaId }) => perguntaId === pergunta.id)}
              falta={dita(achadas.find(({ perguntaId }) => perguntaId === pergunta.id))}
              responde={(resposta) => muda(withAnswer(respostas, resposta))}
            />
          </div>
        );
      })}
      <div className="p-actions">
        <Button type="submit" busy={enviando} disabled={mostradas.length === 0}>
          {enviando ? words.sending : words.sendAll}
        </Button>
      </div>
    </form>
  );
}

interface UmaProps {
  pergunta: Pergunta;
  lugar: number;
  resposta: Resposta | undefined;
  falta: string | undefined;
  responde: (resposta: Resposta) => void;
}

function UmaPergunta({ pergunta, lugar, resposta, falta, responde }: UmaProps) {
  const { id, tipo, texto, ajuda, obrigatoria, comentario, exigirComentario } = pergunta;
  const nome = useId();
  const words = useWords();
  const muda = (mudanca: Partial<Resposta>) => responde({ ...resposta, ...mudanca, perguntaId: id });
  const limpa = !obrigatoria && (typeof resposta?.respostaId === 'number' || typeof resposta?.nota === 'number');
  return (
    <fieldset
      className="p-card p-question"
      aria-invalid={falta ? true : undefined}
      aria-describedby={falta ? `${nome}-falta` : undefined}
    >
      <legend>
        {`${lugar}. ${texto}`}
        {obrigatoria && (
          <>
            <span className="p-star" aria-hidden="true">
              {' *'}
            </span>
            <span className="vinculo-hidden">{` (${words.required})`}</span>
          </>
        )}
      </legend>
      {ajuda && <p className="p-hint">{ajuda}</p>}
      {tipo === '1' &&
        pergunta.respostas.map((opcao) => (
          <Opcao
            key={opcao.id}
            tipo="radio"
            nome={nome}
            texto={opcao.texto}
            marcada={resposta?.respostaId === opcao.id}
            marca={() => muda({ respostaId: opcao.id })}
          />
        ))}
      {tipo === '5' && (
        <>
          <p className="p-hint">{words.severalHint}</p>
          {pergunta.respostas.map((opcao) => {
            const marcadas = resposta?.respostasIds ?? [];
            return (
              <Opcao
                key={opcao.id}
                tipo="checkbox"
                nome={nome}
                texto={opcao.texto}
                marcada={marcadas.includes(opcao.id)}
                marca={(sim) =>
                  muda({ respostasIds: sim ? [...marcadas, opcao.id] : marcadas.filter((uma) => uma !== opcao.id) })
                }
              />
            );
          })}
        </>
      )}
      {tipo === '4' && <Nota nome={nome} pergunta={pergunta} nota={resposta?.nota ?? null} muda={(nota) => muda({ nota })} />}
      {tipo === '3' && (
        <Texto rotulo={words.answer} valor={resposta?.comentario} muda={(escrito) => muda({ comentario: escrito })} />
      )}
      {tipo !== '3' && comentario && (
        <Texto
          rotulo={comentario}
          visivel
          exigido={exigirComentario}
          valor={resposta?.comentario}
          muda={(escrito) => muda({ comentario: escrito })}
        />
      )}
      {limpa && (
        <Button look="plain" onClick={() => muda({ respostaId: null, nota: null })}>
          {words.clear}
        </Button>
      )}
      {falta && (
        <p id={`${nome}-falta`} className="p-fault" role="alert">
          {falta}
        </p>
      )}
    </fieldset>
  );
}

function Opcao({
  tipo,
  nome,
  texto,
  marcada,
  marca,
}: {
  tipo: 'radio' | 'checkbox';
  nome: string;
  texto: string;
  marcada: boolean;
  marca: (sim: boolean) => void;
}) {
  return (
    <label className="p-option">
      <input type={tipo} name={nome} checked={marcada} onChange={(event) => marca(event.currentTarget.checked)} />
      <span>{texto}</span>
    </label>
  );
}

/** So many notes stand beside each other; of more, the number is typed. */
const MAIS_AO_LADO = 11;

function Nota({
  nome,
  pergunta,
  nota,
  muda,
}: {
  nome: string;
  pergunta: Pergunta;
  nota: number | null;
  muda: (nota: number | null) => void;
}) {
  const words = useWords();
  const { notaMinima, notaMaxima, rotuloMinimo, rotuloMaximo } = pergunta;
  const [menor, maior] = [notaMinima ?? 0, notaMaxima ?? 10];
  const pontas = [rotuloMinimo && `${menor}: ${rotuloMinimo}`, rotuloMaximo && `${maior}: ${rotuloMaximo}`].filter(Boolean);
  if (maior - menor >= MAIS_AO_LADO)
    return (
      <label className="p-typed">
        <span>{words.typed(menor, maior)}</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          value={nota ?? ''}
          onChange={({ currentTarget: { value } }) => {
            if (/^\d{0,3}$/.test(value)) muda(value === '' ? null : Number(value));
          }}
        />
        {pontas.length > 0 && <small>{pontas.join(' · ')}</small>}
      </label>
    );
  return (
    <>
      <div className="p-notes">
        {Array.from({ length: maior - menor + 1 }, (_, n) => menor + n).map((valor) => (
          <label key={valor}>
            <input
              type="radio"
              name={nome}
              aria-label={[words.of(valor, maior), valor === menor ? rotuloMinimo : valor === maior && rotuloMaximo]
                .filter(Boolean)
                .join(', ')}
              checked={nota === valor}
              onChange={() => muda(valor)}
            />
            <span aria-hidden="true">{valor}</span>
          </label>
        ))}
      </div>
      {pontas.length > 0 && <p className="p-hint">{pontas.join(' · ')}</p>}
    </>
  );
}

function Texto({
  rotulo,
  visivel = false,
  exigido = false,
  valor,
  muda,
}: {
  rotulo: string;
  visivel?: boolean;
  exigido?: boolean;
  valor: string | null | undefined;
  muda: (texto: string) => void;
}) {
  const words = useWords();
  const resta = MAIOR_COMENTARIO - (valor?.length ?? 0);
  return (
    <label className="p-typed">
      <span className={visivel ? undefined : 'vinculo-hidden'}>
        {rotulo}
        {exigido && <span className="p-star"> *</span>}
      </span>
      <textarea rows={4} maxLength={MAIOR_COMENTARIO} value={valor ?? ''} onChange={(event) => muda(event.currentTarget.value)} />
      {resta < 200 && <small role="status">{words.left(resta)}</small>}
    </label>
  );
}
