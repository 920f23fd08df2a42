import ical, { ICalAlarmType, ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import { type Marcada, ondeE } from './marcada.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u001f\u007f\u2028\u2029]+/g;
const clean = (text: string) => text.replace(CONTROLS, ' ').trim().slice(0, 300);

/** An interview as it is read. */
export interface EntrevistaLida extends Marcada {
  id: number;
  duracao: number;
  resumo: string;
  situacao: string;
  sequencia?: number | null | undefined;
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

const inicio = ({ data, hora }: Marcada) => noRelogio(data, hora);
const fim = (entrevista: Marcada & { duracao: number }) => new Date(inicio(entrevista).getTime() + entrevista.duracao * 60_000);

/** Whether an interview is over by the clock; nobody is written to about it any more. */
export const jaAcabou = (entrevista: Marcada & { duracao: number }): boolean => fim(entrevista).getTime() <= Date.now();

/** Who is invited to an interview, by whom. */
export interface Convite {
  cancela: boolean;
  organiza: { name: string; email: string };
  convidados: readonly { name: string; email: string }[];
}

/**
 * An interview as an entry of a calendar (RFC 5545), at its hour. As an invitation it has a METHOD: the same UID with a greater
 * SEQUENCE moves what the calendar has already, or takes it out.
 */
export function icsDaEntrevista(entrevista: EntrevistaLida, url: string | null, convite?: Convite): string {
  const { id, resumo, situacao, sequencia } = entrevista;
  const start = inicio(entrevista);
  const calendar = ical({ prodId: { company: 'Vinculo', product: 'Vinculo', language: 'PT-BR' } });
  if (convite) calendar.method(convite.cancela ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST);
  calendar.createEvent({
    id: `entrevista-${id}@vinculo`,
    sequence: sequencia ?? 0,
    summary: clean(`${situacao === 'C' ? 'Desmarcada: ' : ''}${resumo}`),
    location: clean(ondeE(entrevista)),
    start,
    end: fim(entrevista),
    stamp: convite ? new Date() : start,
    ...(url === null ? {} : { url }),
    ...(convite
      ? {
          status: convite.cancela ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
          organizer: convite.organiza,
          attendees: convite.convidados.map((um) => ({
            ...um,
            rsvp: !convite.cancela,
            role: ICalAttendeeRole.REQ,
            status: ICalAttendeeStatus.NEEDSACTION,
          })),
        }
      : {}),
    alarms: situacao === 'M' && convite?.cancela !== true ? [{ type: ICalAlarmType.display, trigger: 3_600 }] : [],
  });
  return calendar.toString();
}
