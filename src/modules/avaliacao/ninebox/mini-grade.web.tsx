import type { CSSProperties } from 'react';
import { formatNumber } from '#kit/br/number.ts';
import classes from './areas.module.css';
import { desenho } from './ninebox.rules.ts';
import type { QuadroNineBox } from './ninebox.ts';

/** A grid in small: the darker, the greater the part of these people who stand there. */
export function MiniGrade({ caixas, quadro }: { caixas: readonly number[]; quadro: QuadroNineBox }) {
  const total = caixas.reduce((soma, n) => soma + n, 0);
  const { linhas } = desenho(quadro.vertical === 'desempenho');
  const parte = (caixa: number) => (total === 0 ? 0 : (caixas[caixa - 1] ?? 0) / total);
  const dito = linhas
    .flat()
    .filter((caixa) => (caixas[caixa - 1] ?? 0) > 0)
    .map((caixa) => `${quadro[`box${caixa}`].nomeclatura} ${formatNumber(caixas[caixa - 1] ?? 0, 0)}`)
    .join(', ');
  return (
    <span className={classes.mini} role="img" aria-label={dito} title={dito}>
      {linhas.flat().map((caixa) => (
        <i key={caixa} style={{ '--parte': `${Math.round(100 * Math.sqrt(parte(caixa)))}%` } as CSSProperties} />
      ))}
    </span>
  );
}
