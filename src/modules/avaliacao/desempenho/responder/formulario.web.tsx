import { Button, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { inWords, withAnswer } from '#platform/questionario/answered.ts';
import type { Parts } from '#platform/questionario/answering.web.tsx';
import type { Definicao, Pergunta, Resposta } from '#platform/questionario/definition.ts';
import { evaluate, orderFor } from '#platform/questionario/evaluate.ts';
import { Question } from '#platform/questionario/question.web.tsx';
import classesDoFormulario from '#platform/questionario/question-form.module.css';
import {
  type CompetenciaAvaliada,
  daCompetencia,
  estaRespondida,
  type Folha,
  type FolhaPedida,
  faltasDaFolha,
  folhaInteira,
} from '../folha.ts';
import classes from './avaliar.module.css';
import { Competencia } from './competencia.web.tsx';

/** Below it competencies and questions follow one another. */
const WIDE = '(min-width: 70em)';

type Parte = 'competencias' | 'perguntas' | 'revisao';

/** What is answered about somebody, and what is still missing. */
function useFolha({ asked, answers }: Pick<Parts, 'asked' | 'answers'>) {
  const pedida = asked.folha as FolhaPedida;
  const folha = folhaInteira(answers.folha as Folha | undefined);
  const { definicao, semente } = asked;
  const { respostas } = answers;
  const perguntas = useMemo(() => {
    const { visiveis, faltas, respondidas } = evaluate(definicao, respostas);
    const ordenadas = definicao.ordemAleatoria ? orderFor(definicao, semente) : definicao.perguntas;
    return { visiveis: ordenadas.filter(({ id }) => visiveis.has(id)), faltas, respondidas };
  }, [definicao, respostas, semente]);
  const asCompetencias = pedida.niveis.length === 0 ? [] : pedida.competencias;
  const feitas = asCompetencias.filter((uma) => estaRespondida(daCompetencia(folha, uma.competencia.id))).length;
  const daPergunta = pedida.notaManual
    ? { feitas: folha.nota === null ? 0 : 1, total: 1 }
    : { feitas: perguntas.respondidas, total: perguntas.visiveis.length };
  const faltas = [
    ...faltasDaFolha(pedida, folha),
    ...(pedida.notaManual
      ? []
      : perguntas.faltas.map(({ perguntaId, message }) => ({ field: `perguntas.${perguntaId}`, message }))),
  ];
  return {
    pedida,
    folha,
    asCompetencias,
    perguntas: perguntas.visiveis,
    faltas,
    contagem: { competencias: { feitas, total: asCompetencias.length }, perguntas: daPergunta },
  };
}

/** Competencies and the model's questions: side by side where there is room, else one after the other; then all once more. */
export function FormularioDaAvaliacao({ asked, answers, beside }: Parts) {
  const { pedida, folha, asCompetencias, perguntas, faltas, contagem } = useFolha({ asked, answers });
  const isWide = useMediaQuery(WIDE, matchMedia(WIDE).matches);
  const partes: Parte[] = [
    ...(asCompetencias.length > 0 ? (['competencias'] as const) : []),
    ...(perguntas.length > 0 || pedida.notaManual ? (['perguntas'] as const) : []),
  ];
  const primeira = partes[0] ?? 'perguntas';
  const [parte, setParte] = useState<Parte>(primeira);
  const [isTried, setTried] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const toFocus = useRef<string>(null);
  useEffect(() => {
    const target = toFocus.current;
    toFocus.current = null;
    if (target === null) return;
    const found = frame.current?.querySelector<HTMLElement>(target);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: target === '[data-parte]' ? 'start' : 'center' });
  });
  const ditas = isTried ? [...faltas, ...answers.issues] : answers.issues;
  const faltaDe = (field: string) => ditas.find((uma) => uma.field === field)?.message;
  const vai = (para: Parte) => {
    toFocus.current = '[data-parte]';
    setParte(para);
  };
  const parteDe = (field: string): Parte => (field.startsWith('competencias') ? 'competencias' : 'perguntas');
  const mostra = (field: string) => {
    toFocus.current = field.startsWith('perguntas.')
      ? `[data-pergunta="${field.slice('perguntas.'.length)}"]`
      : `[data-item="${field}"]`;
    setParte(parteDe(field));
  };
  const daAgora = isWide || parte === 'revisao' ? faltas : faltas.filter(({ field }) => parteDe(field) === parte);
  const seguinte = isWide || parte === 'revisao' ? undefined : partes[partes.indexOf(parte) + 1];
  const avanca = () => {
    const falta = daAgora[0] ?? (seguinte ? undefined : faltas[0]);
    if (falta) {
      setTried(true);
      return mostra(falta.field);
    }
    if (parte === 'revisao') return void answers.send();
    setTried(false);
    vai(seguinte ?? 'revisao');
  };
  const anterior =
    parte === 'revisao' ? (isWide ? primeira : partes.at(-1)) : isWide ? undefined : partes[partes.indexOf(parte) - 1];
  const preenche = (change: Partial<Folha>) => answers.fill({ ...folha, ...change });
  const responde = (dada: CompetenciaAvaliada) =>
    preenche({ competencias: [...folha.competencias.filter((uma) => uma.competenciaId !== dada.competenciaId), dada] });
  const feitas = contagem.competencias.feitas + contagem.perguntas.feitas;
  const total = contagem.competencias.total + contagem.perguntas.total;
  const menor =
    isWide && partes.length > 1 ? (contagem.competencias.total < perguntas.length ? 'competencias' : 'perguntas') : null;
  const mostrada = (qual: Parte) => partes.includes(qual) && (isWide || parte === qual);

  return (
    <form ref={frame} noValidate className={classes.form} aria-label="Avaliação" onSubmit={(event) => event.preventDefault()}>
      <div className={classesDoFormulario.progress}>
        <div className={classesDoFormulario.told}>
          <span>
            {feitas} de {total} respondidas
          </span>
          <span>{beside}</span>
        </div>
        <div
          className={classesDoFormulario.bar}
          role="progressbar"
          aria-label="Respondidas"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={feitas}
        >
          <div style={{ transform: `scaleX(${total === 0 ? 0 : feitas / total})` }} />
        </div>
      </div>
      {!isWide && partes.length > 1 && (
        <nav className={classes.tabs} aria-label="Partes da avaliação">
          {partes.map((qual) => (
            <button
              key={qual}
              type="button"
              className={classes.tab}
              aria-current={parte === qual ? 'step' : undefined}
              onClick={() => vai(qual)}
            >
              {TITULOS[qual]}
              <span>
                {contagem[qual as 'competencias' | 'perguntas'].feitas} de {contagem[qual as 'competencias' | 'perguntas'].total}
              </span>
            </button>
          ))}
        </nav>
      )}
      {parte === 'revisao' ? (
        <Revisao {...{ pedida, folha, asCompetencias, perguntas, respostas: answers.respostas, mostra }} />
      ) : (
        <div className={classes.parts}>
          {mostrada('competencias') && (
            <ParteDoFormulario
              titulo={TITULOS.competencias}
              isFirst={parte === 'competencias'}
              isShorter={menor === 'competencias'}
            >
              {asCompetencias.map((competencia, n) => (
                <Competencia
                  key={competencia.competencia.id}
                  {...{ pedida, competencia }}
                  lugar={n + 1}
                  dada={daCompetencia(folha, competencia.competencia.id)}
                  falta={faltaDe(`competencias.${competencia.competencia.id}`)}
                  onAnswer={responde}
                />
              ))}
            </ParteDoFormulario>
          )}
          {mostrada('perguntas') && (
            <ParteDoFormulario titulo={TITULOS.perguntas} isFirst={parte === 'perguntas'} isShorter={menor === 'perguntas'}>
              {asked.definicao.introducao && <p className={classesDoFormulario.introduction}>{asked.definicao.introducao}</p>}
              {pedida.notaManual ? (
                <NotaManual
                  perguntas={perguntas}
                  nota={folha.nota}
                  falta={faltaDe('nota')}
                  onChange={(nota) => preenche({ nota })}
                />
              ) : (
                perguntas.map((pergunta, n) => (
                  <Perguntada
                    key={pergunta.id}
                    {...{ pergunta, definicao: asked.definicao, antes: perguntas[n - 1], lugar: n + 1 }}
                    resposta={answers.respostas.find(({ perguntaId }) => perguntaId === pergunta.id)}
                    falta={faltaDe(`perguntas.${pergunta.id}`)}
                    onAnswer={(resposta) => answers.change(withAnswer(answers.respostas, resposta))}
                  />
                ))
              )}
            </ParteDoFormulario>
          )}
        </div>
      )}
      {partes.length === 0 && <p className={classesDoFormulario.help}>Não há o que responder nesta avaliação.</p>}
      {partes.length > 0 && (
        <div className={classesDoFormulario.steps}>
          {anterior && (
            <Button variant="default" size="md" leftSection={<IconArrowLeft size={18} />} onClick={() => vai(anterior)}>
              Voltar
            </Button>
          )}
          <Button
            size="md"
            ml="auto"
            loading={answers.isBusy}
            rightSection={parte === 'revisao' ? <IconSend size={18} /> : <IconArrowRight size={18} />}
            onClick={avanca}
          >
            {parte === 'revisao' ? 'Enviar' : seguinte ? 'Continuar' : 'Revisar'}
          </Button>
        </div>
      )}
    </form>
  );
}

const TITULOS: Readonly<Record<Parte, string>> = { competencias: 'Competências', perguntas: 'Perguntas', revisao: 'Revisão' };

interface ParteProps {
  titulo: string;
  isFirst: boolean;
  isShorter: boolean;
  children: ReactNode;
}

const ParteDoFormulario = ({ titulo, isFirst, isShorter, children }: ParteProps) => (
  <section className={isShorter ? `${classes.part} ${classes.beside}` : classes.part} aria-label={titulo}>
    <h2 {...(isFirst ? { 'data-parte': true, tabIndex: -1 } : {})} style={{ outline: 'none', scrollMarginTop: 116 }}>
      {titulo}
    </h2>
    {children}
  </section>
);

interface PerguntadaProps {
  pergunta: Pergunta;
  definicao: Definicao;
  antes: Pergunta | undefined;
  lugar: number;
  resposta: Resposta | undefined;
  falta: string | undefined;
  onAnswer(resposta: Resposta): void;
}

function Perguntada({ pergunta, definicao, antes, lugar, resposta, falta, onAnswer }: PerguntadaProps) {
  const secao = definicao.secoes.find(({ id }) => id === pergunta.secaoId);
  return (
    <>
      {secao && secao.id !== (antes?.secaoId ?? null) && (
        <div className={classes.section}>
          <h3>{secao.titulo}</h3>
          {secao.texto && <p>{secao.texto}</p>}
        </div>
      )}
      <Question {...{ pergunta, resposta, falta, onAnswer }} place={lugar} />
    </>
  );
}

interface NotaProps {
  perguntas: readonly Pergunta[];
  nota: number | null;
  falta: string | undefined;
  onChange(nota: number | null): void;
}

/** One note in the place of answers; the questions say what it is about. */
function NotaManual({ perguntas, nota, falta, onChange }: NotaProps) {
  const [dita, setDita] = useState(nota === null ? '' : nota.toLocaleString('pt-BR'));
  return (
    <section
      className={classesDoFormulario.question}
      data-item="nota"
      data-falta={falta !== undefined || undefined}
      tabIndex={-1}
      aria-label="Nota"
    >
      {perguntas.length > 0 && (
        <>
          <p className={classesDoFormulario.help}>Considere, ao dar a nota:</p>
          <ul className={classes.consider}>
            {perguntas.map(({ id, texto }) => (
              <li key={id}>{texto}</li>
            ))}
          </ul>
        </>
      )}
      <TextInput
        mt="md"
        size="md"
        maw={200}
        label="Nota, de 0 a 100"
        required
        inputMode="decimal"
        value={dita}
        error={falta}
        onChange={({ target }) => {
          setDita(target.value);
          onChange(notaDe(target.value));
        }}
      />
    </section>
  );
}

/** What is no number is judged as a note that is out of range. */
const notaDe = (dita: string): number | null => {
  const texto = dita.trim().replace(',', '.');
  if (texto === '') return null;
  return /^\d+(\.\d+)?$/.test(texto) ? Number(texto) : -1;
};

interface RevisaoProps {
  pedida: FolhaPedida;
  folha: Folha;
  asCompetencias: FolhaPedida['competencias'];
  perguntas: readonly Pergunta[];
  respostas: readonly Resposta[];
  mostra(field: string): void;
}

/** All of it once more, before it is sent. */
function Revisao({ pedida, folha, asCompetencias, perguntas, respostas, mostra }: RevisaoProps) {
  const nivelDe = new Map(pedida.niveis.map(({ id, descricao }) => [id, descricao]));
  const linhas = [
    ...asCompetencias.map(({ competencia }) => {
      const dada = daCompetencia(folha, competencia.id);
      const nivel = dada?.naoObservada ? 'Não observei' : nivelDe.get(dada?.nivelCompetenciaId ?? 0);
      return {
        field: `competencias.${competencia.id}`,
        item: competencia.nome,
        dito: [
          nivel,
          dada?.comentario?.trim(),
          dada?.evidencias.length ? counted(dada.evidencias.length, 'anexo', 'anexos') : null,
        ]
          .filter(Boolean)
          .join('. '),
      };
    }),
    ...(pedida.notaManual
      ? [{ field: 'nota', item: 'Nota', dito: folha.nota?.toLocaleString('pt-BR') ?? '' }]
      : perguntas.map((pergunta) => ({
          field: `perguntas.${pergunta.id}`,
          item: pergunta.texto,
          dito: inWords(
            pergunta,
            respostas.find(({ perguntaId }) => perguntaId === pergunta.id),
          ),
        }))),
  ];
  return (
    <section
      className={`${classesDoFormulario.review} ${classes.review}`}
      data-parte
      tabIndex={-1}
      aria-labelledby="revisao-titulo"
    >
      <h2 id="revisao-titulo">Confira as suas respostas</h2>
      <ol>
        {linhas.map(({ field, item, dito }) => (
          <li key={field}>
            <div>
              <div className={classesDoFormulario.reviewed}>{item}</div>
              <div className={dito ? classesDoFormulario.words : classesDoFormulario.help}>{dito || 'Sem resposta'}</div>
            </div>
            <button
              type="button"
              className={classesDoFormulario.change}
              aria-label={`Alterar: ${item}`}
              onClick={() => mostra(field)}
            >
              Alterar
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
