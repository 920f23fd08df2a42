import { Badge, Progress, Text } from '@mantine/core';
import { formatNumber } from '#kit/br/number.ts';
import classes from './cotas.module.css';
import type { Cota } from './cotas.rules.ts';

const inteiro = (value: number) => formatNumber(value, 0);

/** The state of a quota, in a word and a colour. */
export function SituacaoDaCota({ cota }: { cota: Cota }) {
  if (cota.exigidos === 0)
    return (
      <Badge variant="default" size="lg">
        Sem exigência
      </Badge>
    );
  const [cor, palavra] =
    cota.faltam > 0
      ? ['red', cota.faltam === 1 ? 'Falta 1' : `Faltam ${inteiro(cota.faltam)}`]
      : cota.excedem > 0
        ? ['orange', `${inteiro(cota.excedem)} acima do máximo`]
        : ['teal', 'Cumprida'];
  return (
    <Badge variant="light" color={cor} c="var(--mantine-color-text)" size="lg">
      {palavra}
    </Badge>
  );
}

/** The numbers of one quota, each with today's number when a simulation changed it. */
export function CotaNumeros({ cota, hoje, nomeBase, vazio }: { cota: Cota; hoje: Cota; nomeBase: string; vazio: string }) {
  const numeros: readonly (readonly [string, keyof Omit<Cota, 'percentual'>])[] = [
    [nomeBase, 'base'],
    [`Exigidos (${inteiro(cota.percentual)}%)`, 'exigidos'],
    ['Presentes', 'presentes'],
    ['Faltam', 'faltam'],
  ];
  const cumprido = cota.exigidos === 0 ? 100 : Math.min(100, (cota.presentes / cota.exigidos) * 100);
  return (
    <div aria-live="polite">
      <div className={classes.situacao}>
        <SituacaoDaCota cota={cota} />
        <Text size="sm" c="dimmed">
          {cota.exigidos === 0 ? vazio : `${inteiro(cota.presentes)} de ${inteiro(cota.exigidos)}`}
        </Text>
      </div>
      {cota.exigidos > 0 && (
        <Progress
          value={cumprido}
          color={cota.faltam === 0 ? 'teal' : 'marca'}
          size="lg"
          mb="sm"
          aria-label="Parte da cota cumprida"
        />
      )}
      <dl className={classes.numeros}>
        {numeros.map(([nome, chave]) => (
          <div key={chave}>
            <dt>{nome}</dt>
            <dd>
              {inteiro(cota[chave])}
              {cota[chave] !== hoje[chave] && <small>hoje: {inteiro(hoje[chave])}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
