import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Definicao, Idioma, Resposta } from '../definition.ts';
import { LanguageChoice } from '../language.web.tsx';
import { QuestionForm } from '../question-form.web.tsx';
import { emIdioma, idiomasDe } from '../translations.ts';
import { Language } from '../words.web.ts';
import classes from './editor.module.css';

interface Props {
  definicao: Definicao;
  /** the question that is edited comes into sight */
  shown: number | null;
}

/** What has no text yet is named, so that it can be told apart by whoever sees it, or hears it. */
const named = (definicao: Definicao): Definicao => ({
  ...definicao,
  perguntas: definicao.perguntas.map((pergunta) => ({
    ...pergunta,
    texto: pergunta.texto.trim() || 'Sem texto',
    respostas: pergunta.respostas.map((opcao, place) => ({ ...opcao, texto: opcao.texto.trim() || `Opção ${place + 1}` })),
  })),
});

/** The questionnaire as whoever answers has it in hand; nothing is kept. */
export function Preview({ definicao: base, shown }: Props) {
  const [chosen, setChosen] = useState<Idioma | null>(null);
  const offered = idiomasDe(base);
  const idioma = chosen !== null && offered.includes(chosen) ? chosen : null;
  const definicao = useMemo(() => named(emIdioma(base, idioma)), [base, idioma]);
  const [respostas, setRespostas] = useState<Resposta[]>([]);
  const [mode, setMode] = useState<'pagina' | 'uma'>('pagina');
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const found = screen.current?.querySelector<HTMLElement>(`[data-pergunta="${shown}"]`);
    // Only the phone scrolls, not the page around it.
    if (found && screen.current)
      screen.current.scrollTo({
        top: found.getBoundingClientRect().top - screen.current.getBoundingClientRect().top + screen.current.scrollTop - 80,
      });
  }, [shown]);
  return (
    <aside className={classes.preview} aria-label="Como fica para quem responde">
      <div className={classes.previewHead}>
        <SegmentedControl
          size="xs"
          aria-label="Como se pergunta"
          value={mode}
          onChange={(next) => setMode(next === 'uma' ? 'uma' : 'pagina')}
          data={[
            { value: 'pagina', label: 'Todas' },
            { value: 'uma', label: 'Uma por vez' },
          ]}
        />
        <LanguageChoice {...{ offered, idioma }} onChoose={setChosen} />
        {respostas.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => setRespostas([])}>
            Recomeçar
          </Button>
        )}
      </div>
      <div className={classes.phone}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
        <div className={classes.screen} ref={screen} tabIndex={0} role="region" aria-label="Tela do celular">
          <Language value={idioma}>
            <QuestionForm key={mode} {...{ definicao, respostas, mode }} seed="1" onChange={setRespostas} />
          </Language>
          {definicao.agradecimento && <p className={classes.thanks}>{definicao.agradecimento}</p>}
        </div>
      </div>
    </aside>
  );
}
