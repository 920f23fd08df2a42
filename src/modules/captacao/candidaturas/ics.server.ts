import ical from 'ical-generator';
import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import { type Marcada, ondeE } from './notas.server.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]+/g;
const clean = (text: string) => text.replace(CONTROLS, ' ').trim().slice(0, 300);

/** An interview as it is read. */
export interface EntrevistaLida extends Marcada {
  id: number;
  duracao: number;
  resumo: string;
  situacao: string;
}

/** The hours of a zone's wall clock behind UTC at a moment, by asking the clock itself. */
function noRelogio(data: string, hora: string): Date {
  const guess = new Date(`${data}T${hora.slice(0, 5)}:00Z`);
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: DEFAULT_TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' }).format(
    guess,
  );
  const ahead = new Date(`${wall.replace(' ', 'T')}Z`).getTime() - guess.getTime();
  return new Date(guess.getTime() - ahead);
}

/** An interview as an entry of a calendar (RFC 5545), at its hour. */
export function icsDaEntrevista(entrevista: EntrevistaLida, url: string): string {
  const { id, data, hora, duracao, resumo, situacao } = entrevista;
  const start = noRelogio(data, hora);
  const calendar = ical({ prodId: { company: 'Vinculo', product: 'Vinculo', language: 'PT-BR' } });
  calendar.createEvent({
    id: `entrevista-${id}@vinculo`,
    summary: clean(`${situacao === 'C' ? 'Desmarcada: ' : ''}Entrevista com ${resumo}`),
    location: clean(ondeE(entrevista)),
    start,
    end: new Date(start.getTime() + duracao * 60_000),
    stamp: start,
    url,
    alarms: situacao === 'M' ? [{ type: 'display' as never, trigger: 3_600 }] : [],
  });
  return calendar.toString();
}
