import { Button, Slider, Text } from '@mantine/core';
import { useId } from 'react';
import { integer } from '#kit/fields/number.ts';
import { NumberBox } from '#kit/fields/number-input.web.tsx';
import classes from './cotas.module.css';
import { type Hipotese, SEM_HIPOTESE } from './cotas.rules.ts';

interface Props {
  hipotese: Hipotese;
  onChange: (hipotese: Hipotese) => void;
  /** the end of the sliders; the boxes accept more */
  limite: number;
  nomes: Readonly<Record<keyof Hipotese, string>>;
}

const MAIOR = 100_000;
const pessoas = integer('Pessoas', { min: 0, max: MAIOR });
const chaves = ['admissoes', 'desligamentos', 'admissoesDaCota', 'desligamentosDaCota'] as const;

/** A slider and a box for each number of a what-if. */
export function Simulacao({ hipotese, onChange, limite, nomes }: Props) {
  const id = useId();
  const mexido = chaves.some((chave) => hipotese[chave] !== 0);
  return (
    <fieldset className={classes.simulacao}>
      <legend>Simulação</legend>
      {chaves.map((chave) => (
        <div key={chave} className={classes.linha}>
          <Text size="sm" id={`${id}-${chave}`}>
            {nomes[chave]}
          </Text>
          <Slider
            value={Math.min(limite, hipotese[chave])}
            onChange={(value) => onChange({ ...hipotese, [chave]: value })}
            min={0}
            max={limite}
            label={null}
            thumbProps={{ 'aria-labelledby': `${id}-${chave}` }}
          />
          <NumberBox
            aria-labelledby={`${id}-${chave}`}
            size="xs"
            field={pessoas}
            value={hipotese[chave]}
            onChange={(value) => onChange({ ...hipotese, [chave]: Math.min(MAIOR, Math.max(0, value ?? 0)) })}
          />
        </div>
      ))}
      <Button size="xs" variant="subtle" disabled={!mexido} onClick={() => onChange(SEM_HIPOTESE)}>
        Voltar ao quadro de hoje
      </Button>
    </fieldset>
  );
}
