import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Pergunta } from '#platform/questionario/definition.ts';
import classesDoFormulario from '#platform/questionario/question-form.module.css';
import classes from './avaliar.module.css';
import { usePalavras } from './palavras.web.ts';

interface NotaProps {
  perguntas: readonly Pergunta[];
  nota: number | null;
  falta: string | undefined;
  onChange(nota: number | null): void;
}

/** One note in the place of answers; the questions say what it is about. */
export function NotaManual({ perguntas, nota, falta, onChange }: NotaProps) {
  const diz = usePalavras();
  const [dita, setDita] = useState(nota === null ? '' : nota.toLocaleString('pt-BR'));
  return (
    <section
      className={classesDoFormulario.question}
      data-item="nota"
      data-falta={falta !== undefined || undefined}
      tabIndex={-1}
      aria-label={diz.nota}
    >
      {perguntas.length > 0 && (
        <>
          <p className={classesDoFormulario.help}>{diz.considere}</p>
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
        label={diz.notaDe}
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

/** Text that is no number becomes -1, which is refused as out of range. */
const notaDe = (dita: string): number | null => {
  const texto = dita.trim().replace(',', '.');
  if (texto === '') return null;
  return /^\d+(\.\d+)?$/.test(texto) ? Number(texto) : -1;
};
