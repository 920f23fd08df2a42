import { addDays, daysBetween, formatDate } from '#kit/br/date.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { money } from '#kit/fields/number.ts';
import classes from './carreira.module.css';
import { type Carreira, type Passo, trechos } from './carreira.ts';

const SALARIO = money('Salário');
const reais = (salario: string | null) => fieldText(SALARIO, salario);

/** Pixels. */
const MARGEM = 10;
const ALTURA_DO_SALARIO = 130;
const TOPO = 24;
const FAIXA = 22;
const LARGURA_DE_ROTULO = 84;
const LARGURA_DE_ANO = 44;

interface Props {
  carreira: Carreira;
  largura: number;
  hoje: string;
  /** the first and the last day of the drawing */
  de: string;
  ate: string;
  dia: string;
}

/** Salary steps, places and absences over the days; the table beside it says the same in words. */
export function Desenho({ carreira: { passos, afastamentos }, largura, hoje, de, ate, dia }: Props) {
  const dias = Math.max(1, daysBetween(de, ate));
  const util = largura - 2 * MARGEM;
  const x = (data: string) => MARGEM + (Math.min(Math.max(daysBetween(de, data), 0), dias) / dias) * util;
  const pagos = passos.filter((passo): passo is Passo & { salario: string } => passo.salario !== null);
  const temSalario = pagos.length > 0;
  const base = temSalario ? TOPO + ALTURA_DO_SALARIO : 4;
  const maior = Math.max(...pagos.map(({ salario }) => Number(salario)), 1);
  const y = (salario: string) => base - (Number(salario) / maior) * ALTURA_DO_SALARIO;
  const lugares = base + 8;
  const faltas = lugares + FAIXA + 6;
  const anos = faltas + (afastamentos.length > 0 ? 14 : 0) + 14;
  const degraus = (lista: readonly (Passo & { salario: string })[], fim: string) =>
    lista
      .map(({ data, salario }, index) => `${index === 0 ? 'M' : 'H'}${x(data)}${index === 0 ? `,` : 'V'}${y(salario)}`)
      .join('') + `H${x(fim)}`;
  const passados = pagos.filter(({ data }) => data <= hoje);
  const previstos = [
    ...passados.slice(-1).map((passo) => ({ ...passo, data: hoje })),
    ...pagos.filter(({ data }) => data > hoje),
  ];
  const fimDoPassado = previstos.length > 1 && hoje < ate ? hoje : ate;
  const rotulos = comEspaco(pagos, ({ data }) => x(data), LARGURA_DE_ROTULO, largura);
  return (
    <svg
      className={classes.drawing}
      height={anos + 4}
      viewBox={`0 0 ${largura} ${anos + 4}`}
      role="img"
      aria-label="Carreira: salários, lugares e afastamentos ao longo do tempo. A tabela abaixo diz o mesmo."
    >
      {passados.length > 0 && (
        <>
          <path className={classes.area} d={`${degraus(passados, fimDoPassado)}V${base}H${x(passados[0]?.data ?? de)}Z`} />
          <path className={classes.line} d={degraus(passados, fimDoPassado)} />
        </>
      )}
      {previstos.length > 1 && <path className={`${classes.line} ${classes.coming}`} d={degraus(previstos, ate)} />}
      {pagos.map(({ data, salario }) => (
        <circle key={data} className={classes.dot} cx={x(data)} cy={y(salario)} r={4}>
          <title>{`${formatDate(data)}: ${reais(salario)}`}</title>
        </circle>
      ))}
      <line className={classes.axis} x1={MARGEM} x2={largura - MARGEM} y1={base} y2={base} />
      {trechos(passos, ate).map(({ nome, de: desde, ate: fim }) => {
        const inicio = x(desde);
        const tamanho = Math.max(2, x(fim) - inicio - 2);
        return (
          <g key={desde}>
            <title>{`${nome}: de ${formatDate(desde)} a ${formatDate(fim)}`}</title>
            <rect className={classes.place} x={inicio} y={lugares} width={tamanho} height={FAIXA} rx={4} />
            {tamanho > 60 && (
              <svg x={inicio} y={lugares} width={tamanho} height={FAIXA} overflow="hidden">
                <text className={classes.placeName} x={8} y={15}>
                  {curto(nome, tamanho)}
                </text>
              </svg>
            )}
          </g>
        );
      })}
      {afastamentos.map(({ inicio, fim, motivo }) => (
        <rect
          key={inicio}
          className={classes.away}
          x={x(inicio)}
          y={faltas}
          width={Math.max(3, x(fim === null ? hoje : addDays(fim, 1)) - x(inicio))}
          height={10}
          rx={2}
        >
          <title>{`${motivo ?? 'Afastamento'}: de ${formatDate(inicio)} ${fim === null ? 'em diante' : `a ${formatDate(fim)}`}`}</title>
        </rect>
      ))}
      {comEspaco(anosEntre(de, ate), x, LARGURA_DE_ANO, largura).map((data) => (
        <text key={data} className={classes.quiet} x={Math.min(x(data), largura - 26)} y={anos}>
          {data.slice(0, 4)}
        </text>
      ))}
      <line
        className={classes.day}
        x1={x(dia)}
        x2={x(dia)}
        y1={temSalario ? 4 : 0}
        y2={faltas + (afastamentos.length > 0 ? 12 : 0)}
      />
      {rotulos.map(({ data, salario }) => (
        <text
          key={data}
          className={classes.amount}
          x={Math.min(Math.max(x(data), 34), largura - 36)}
          y={y(salario) - 9}
          textAnchor="middle"
        >
          {reais(salario)}
        </text>
      ))}
    </svg>
  );
}

/** As much of a name as a stretch has room for. */
const curto = (nome: string, tamanho: number) => {
  const cabem = Math.floor((tamanho - 14) / 6.6);
  return nome.length <= cabem ? nome : `${nome.slice(0, Math.max(1, cabem - 1))}…`;
};

/** The first day of the drawing, and of each year in it. */
const anosEntre = (de: string, ate: string): string[] => {
  const [primeiro, ultimo] = [Number(de.slice(0, 4)), Number(ate.slice(0, 4))];
  return [de, ...Array.from({ length: ultimo - primeiro }, (_, index) => `${primeiro + index + 1}-01-01`)];
};

/** Those whose labels do not touch; the last one always. */
function comEspaco<T>(todos: readonly T[], x: (posto: T) => number, room: number, largura: number): T[] {
  const postos: T[] = [];
  for (const posto of todos.toReversed()) {
    const antes = postos.at(-1);
    if (antes === undefined || Math.min(x(antes), largura - room / 2) - x(posto) >= room) postos.push(posto);
  }
  return postos;
}
