import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { type ReactNode, useContext, useRef, useState } from 'react';
import { withAnswer } from '#platform/questionario/answered.ts';
import type { Parts } from '#platform/questionario/answering.web.tsx';
import type { Definicao, Pergunta, Resposta } from '#platform/questionario/definition.ts';
import { Progress } from '#platform/questionario/progress.web.tsx';
import { Question } from '#platform/questionario/question.web.tsx';
import classesDoFormulario from '#platform/questionario/question-form.module.css';
import { useReach } from '#platform/questionario/use-reach.web.ts';
import { Language, langOf, useWords } from '#platform/questionario/words.web.ts';
import { type CompetenciaAvaliada, daCompetencia, type Folha } from '../folha.ts';
import classes from './avaliar.module.css';
import { Competencia } from './competencia.web.tsx';
import { NotaManual } from './nota-manual.web.tsx';
import { usePalavras } from './palavras.web.ts';
import { Revisao } from './revisao.web.tsx';
import { useFolha } from './use-folha.web.ts';

/** Below it competencies and questions follow one another. */
const WIDE = '(min-width: 70em)';

type Parte = 'competencias' | 'perguntas';

/** Where a part begins, and the review. */
const COMECO = '[data-parte], [data-revisao]';

/** Competencies and the model's questions: side by side where there is room, else one after the other; then all once more. */
export function FormularioDaAvaliacao({ asked, answers, beside }: Parts) {
  const { pedida, langDe, folha, asCompetencias, perguntas, faltas, contagem } = useFolha({ asked, answers });
  const words = useWords();
  const diz = usePalavras();
  const idioma = useContext(Language);
  const isWide = useMediaQuery(WIDE, matchMedia(WIDE).matches);
  const partes: Parte[] = [
    ...(asCompetencias.length > 0 ? (['competencias'] as const) : []),
    ...(perguntas.length > 0 || pedida.notaManual ? (['perguntas'] as const) : []),
  ];
  const primeira = partes[0] ?? 'perguntas';
  const [parte, setParte] = useState<Parte | 'revisao'>(primeira);
  const [isTried, setTried] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const reach = useReach(frame);
  const ditas = isTried ? [...faltas, ...answers.issues] : answers.issues;
  const faltaDe = (field: string) => {
    const falta = ditas.find((uma) => uma.field === field);
    return falta && (words.fault ?? falta.message);
  };
  const vai = (para: Parte | 'revisao') => {
    reach(COMECO);
    setParte(para);
  };
  const parteDe = (field: string): Parte => (field.startsWith('competencias') ? 'competencias' : 'perguntas');
  const mostra = (field: string) => {
    reach(field.startsWith('perguntas.') ? `[data-pergunta="${field.slice('perguntas.'.length)}"]` : `[data-item="${field}"]`);
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
    <form
      ref={frame}
      noValidate
      lang={langOf(idioma)}
      className={classes.form}
      aria-label={diz.formulario}
      onSubmit={(event) => event.preventDefault()}
    >
      <Progress label={diz.respondidas} done={feitas} total={total}>
        {beside}
      </Progress>
      {!isWide && partes.length > 1 && (
        <nav className={classes.tabs} aria-label={diz.partes}>
          {partes.map((qual) => (
            <button
              key={qual}
              type="button"
              className={classes.tab}
              aria-current={parte === qual ? 'step' : undefined}
              onClick={() => vai(qual)}
            >
              {diz[qual]}
              <span>{diz.contadas(contagem[qual].feitas, contagem[qual].total)}</span>
            </button>
          ))}
        </nav>
      )}
      {parte === 'revisao' ? (
        <Revisao {...{ pedida, folha, asCompetencias, perguntas, respostas: answers.respostas, mostra }} />
      ) : (
        <div className={classes.parts}>
          {mostrada('competencias') && (
            <ParteDoFormulario titulo={diz.competencias} isFirst={parte === 'competencias'} isShorter={menor === 'competencias'}>
              {asCompetencias.map((competencia, n) => (
                <Competencia
                  key={competencia.competencia.id}
                  {...{ pedida, langDe, competencia }}
                  lugar={n + 1}
                  dada={daCompetencia(folha, competencia.competencia.id)}
                  falta={faltaDe(`competencias.${competencia.competencia.id}`)}
                  onAnswer={responde}
                />
              ))}
            </ParteDoFormulario>
          )}
          {mostrada('perguntas') && (
            <ParteDoFormulario titulo={diz.perguntas} isFirst={parte === 'perguntas'} isShorter={menor === 'perguntas'}>
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
      {partes.length === 0 && <p className={classesDoFormulario.help}>{diz.nadaAResponder}</p>}
      {partes.length > 0 && (
        <div className={classesDoFormulario.steps}>
          {anterior && (
            <Button variant="default" size="md" leftSection={<IconArrowLeft size={18} />} onClick={() => vai(anterior)}>
              {words.back}
            </Button>
          )}
          <Button
            size="md"
            ml="auto"
            loading={answers.isBusy}
            rightSection={parte === 'revisao' ? <IconSend size={18} /> : <IconArrowRight size={18} />}
            onClick={avanca}
          >
            {parte === 'revisao' ? words.send : seguinte ? words.next : words.review}
          </Button>
        </div>
      )}
    </form>
  );
}

interface ParteProps {
  titulo: string;
  isFirst: boolean;
  isShorter: boolean;
  children: ReactNode;
}

const ParteDoFormulario = ({ titulo, isFirst, isShorter, children }: ParteProps) => (
  <section className={isShorter ? `${classes.part} ${classes.beside}` : classes.part} aria-label={titulo}>
    <h2 {...(isFirst ? { 'data-parte': true, tabIndex: -1 } : {})} className={classes.begin}>
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
