import { Paper, Text, Title } from '@mantine/core';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { Section } from '#kit/ui/section.web.tsx';
import type { Indice, Resultado, Valor } from './result.ts';
import classes from './results.module.css';
import { type Comparacao, type Resultados, saidValue } from './results.ts';

interface ChangeProps {
  now: number | null | undefined;
  before: number | null | undefined;
  decimals?: number;
}

/** How much more or less than in the other round; nothing where one of both is not told. */
export function Change({ now, before, decimals = 0 }: ChangeProps) {
  if (now === null || now === undefined || before === null || before === undefined) return null;
  const by = Math.round((now - before) * 10) / 10;
  const text = by === 0 ? '=' : `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by), decimals)}`;
  const then = formatNumber(before, decimals);
  return (
    <span className={classes.change} data-tone={by === 0 ? 'same' : by > 0 ? 'up' : 'down'} title={`antes ${then}`}>
      {text}
      <span className="vinculo-hidden">{` em relação a antes (${then})`}</span>
    </span>
  );
}

interface Props {
  data: Resultados;
  total: Resultado;
  antes: Comparacao | undefined;
}

/** The whole in a few numbers, and each aspect. */
export function ResultsFigures({ data: { perguntas, aspectos, ...data }, total, antes }: Props) {
  const { convidados } = data;
  const before = antes?.total ?? null;
  const ranked = total.perguntas
    .filter(({ favoravel }) => favoravel !== null)
    .sort((a, b) => valueOf(b.favoravel) - valueOf(a.favoravel));
  const [best, worst] = [ranked[0], ranked.at(-1)];
  const textOf = (id: number) => perguntas.find((one) => one.id === id)?.texto ?? '';
  const promoters = total.perguntas.find(({ nps }) => nps !== null);
  const told = total.aspectos.filter((one) => one.favoravel !== null || one.resultado !== null);
  return (
    <>
      <div className={classes.cards}>
        <Card title="Favorabilidade" note="respostas do terço mais alto da escala">
          <Big text={total.geral.favoravel === null ? '–' : `${total.geral.favoravel}%`}>
            <Change now={total.geral.favoravel} before={before?.geral.favoravel} />
          </Big>
          <Bar value={total.geral.favoravel ?? 0} />
        </Card>
        <Card
          title="Participação"
          note={
            convidados === null
              ? 'respostas'
              : `${counted(total.pessoas, 'resposta', 'respostas')} de ${counted(convidados, 'convidado', 'convidados')}`
          }
        >
          {convidados === null ? (
            <Big text={total.pessoas.toLocaleString('pt-BR')} />
          ) : (
            <>
              <Big text={convidados === 0 ? '–' : `${Math.round((total.pessoas / convidados) * 100)}%`} />
              <Bar value={(total.pessoas / Math.max(1, convidados)) * 100} plain />
            </>
          )}
        </Card>
        {promoters?.nps && (
          <Card title="NPS" note={textOf(promoters.id)}>
            <Gauge nps={promoters.nps}>
              <Change now={promoters.nps.valor} before={before?.perguntas.find(({ id }) => id === promoters.id)?.nps?.valor} />
            </Gauge>
          </Card>
        )}
        {best && worst && valueOf(best.favoravel) > valueOf(worst.favoravel) && (
          <Card title="Pontos extremos">
            <dl className={classes.extremes}>
              <dt>Mais favorável · {saidValue(best.favoravel as Valor, '%')}</dt>
              <dd>{textOf(best.id)}</dd>
              <dt>Menos favorável · {saidValue(worst.favoravel as Valor, '%')}</dt>
              <dd>{textOf(worst.id)}</dd>
            </dl>
          </Card>
        )}
      </div>
      {told.length > 0 && (
        <Section title="Aspectos" note="favorabilidade de cada aspecto, com o peso de suas perguntas">
          <ul className={classes.aspects}>
            {told.map((one) => (
              <Aspect
                key={one.id}
                name={aspectos.find(({ id }) => id === one.id)?.nome ?? ''}
                indice={one}
                before={before?.aspectos.find(({ id }) => id === one.id)}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const valueOf = (value: Valor | null) => value?.valor ?? 0;

function Aspect({
  name,
  indice: { favoravel, resultado },
  before,
}: {
  name: string;
  indice: Indice;
  before: Indice | undefined;
}) {
  const shown = favoravel ?? resultado;
  return (
    <li>
      <span>{name}</span>
      <Bar value={shown ?? 0} />
      <strong>
        {shown === null ? '–' : `${shown}%`}{' '}
        <Change now={shown} before={before ? (before.favoravel ?? before.resultado) : null} />
      </strong>
    </li>
  );
}

function Card({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <Paper p="md" component="section" className={classes.card} aria-label={title}>
      <Title order={2} fz={14} fw={600} c="dimmed">
        {title}
      </Title>
      {children}
      {note && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {note}
        </Text>
      )}
    </Paper>
  );
}

const Big = ({ text, children }: { text: string; children?: React.ReactNode }) => (
  <p className={classes.big}>
    {text} {children}
  </p>
);

/** A part of a whole; the number stands beside it. */
function Bar({ value, plain = false }: { value: number; plain?: boolean }) {
  const tone = plain ? 'plain' : value >= 65 ? 'favoravel' : value <= 35 ? 'desfavoravel' : 'neutro';
  return (
    <span className={classes.bar} aria-hidden="true">
      <span data-tone={tone} style={{ width: `${Math.max(0, Math.min(100, value))}%` }} />
    </span>
  );
}

/** From −100 to 100 on a half circle. */
function Gauge({ nps, children }: { nps: Valor; children?: React.ReactNode }) {
  const angle = ((nps.valor + 100) / 200) * 180;
  const end = (degrees: number, radius: number) => {
    const turn = ((180 - degrees) * Math.PI) / 180;
    return `${60 + radius * Math.cos(turn)} ${58 - radius * Math.sin(turn)}`;
  };
  const arc = (from: number, to: number) => `M ${end(from, 48)} A 48 48 0 0 1 ${end(to, 48)}`;
  return (
    <div className={classes.gauge}>
      <svg viewBox="0 0 120 64" aria-hidden="true">
        <path d={arc(0, 88)} data-tone="desfavoravel" />
        <path d={arc(92, 133)} data-tone="neutro" />
        <path d={arc(137, 180)} data-tone="favoravel" />
        <path d={`M ${end(angle, 30)} L ${end(angle, 54)}`} data-tone="needle" />
      </svg>
      <Big text={saidValue(nps, '')}>{children}</Big>
    </div>
  );
}
