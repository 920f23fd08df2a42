import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { AnswerSource } from './answer-source.web.ts';
import type { Questionario, Rascunho } from './asked.ts';
import type { Resposta } from './definition.ts';
import type { Falta } from './evaluate.ts';

/** What this device keeps until the answers are sent: the tab may be closed, and the line may be lost. */
interface Kept {
  respostas: Resposta[];
  /** of the sheet that the asking module adds */
  folha?: unknown;
  /** the revision of the server's draft that they were made of */
  revisao: number;
  /** the key of the sending */
  envio: string;
  /** the server has not got them yet */
  isAhead: boolean;
}

const PAUSE = 800;
const AGAIN = 8_000;
const LONGEST = 5 * 60_000;

/** Why the server has not got the answers, which stay on this device. */
interface Trouble {
  what: 'cut' | 'full' | 'often' | 'here';
  /** after so long it is tried again; null: only the sending takes them now */
  again: number | null;
}

/** A lost line costs nobody anything; a server that refuses is asked less and less. */
function troubleOf(error: unknown, before: Trouble | null): Trouble {
  if (!(error instanceof ApiError) || error.status === 0) return { what: 'cut', again: AGAIN };
  const again = error.code === 'RASCUNHO_GRAVADO_DEMAIS' ? null : Math.min(2 * (before?.again ?? AGAIN / 2), LONGEST);
  return { what: error.status === 507 ? 'full' : error.status === 429 ? 'often' : 'here', again };
}

const placeOf = ({ id }: Pick<Questionario, 'id'>) => `vinculo:responder:${id}`;

function read(place: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null;
    return kept && Array.isArray(kept.respostas) && typeof kept.envio === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

function write(place: string, kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(place, JSON.stringify(kept));
    else localStorage.removeItem(place);
  } catch {
    // A browser that keeps nothing still sends.
  }
}

/** What was kept here of a questionnaire that is over. */
export function forget(over: unknown): void {
  const { id } = (over ?? {}) as { id?: unknown };
  if (typeof id === 'number') write(placeOf({ id }), null);
}

const begin = (asked: Questionario, isShared: boolean): { kept: Kept; other: Rascunho | null } => {
  const mine = isShared ? undefined : read(placeOf(asked));
  const { rascunho } = asked;
  const fresh: Kept = {
    respostas: rascunho?.respostas ?? [],
    folha: rascunho?.folha,
    revisao: rascunho?.revisao ?? 0,
    envio: newKey(),
    isAhead: false,
  };
  if (!mine) return { kept: fresh, other: null };
  if (!mine.isAhead && asked.modo !== 'A') return { kept: { ...fresh, envio: mine.envio }, other: null };
  // Somebody went on elsewhere while this device could not tell the server what it had.
  return { kept: mine, other: rascunho && rascunho.revisao !== mine.revisao ? rascunho : null };
};

/** The answers of a questionnaire: kept as they are given, here and on the server, and sent once. */
export function useAnswers(asked: Questionario, source: AnswerSource) {
  const isShared = source.isShared === true;
  const [start] = useState(() => begin(asked, isShared));
  const [kept, setKept] = useState(start.kept);
  const [other, setOther] = useState(start.other);
  const [sending, setSending] = useState<Sending>(AT_REST);
  const [isSent, setSent] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const latest = useRef(kept);
  const saves = asked.modo !== 'A' && !isShared && source.save !== undefined;

  const keep = (change: Partial<Kept>) => {
    latest.current = { ...latest.current, ...change };
    setKept(latest.current);
    if (!isShared) write(placeOf(asked), latest.current);
  };

  const isSaving = useRef(false);
  const save = async () => {
    const { respostas, folha, revisao, isAhead } = latest.current;
    if (!isAhead || isSaving.current) return;
    isSaving.current = true;
    try {
      const saved = await source.save?.({ revisao, respostas, folha });
      setTrouble(null);
      keep({
        revisao: saved?.revisao ?? revisao,
        isAhead: latest.current.respostas !== respostas || latest.current.folha !== folha,
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'RASCUNHO_ALTERADO') {
        setTrouble(null);
        setOther((error.body as { rascunho: Rascunho }).rascunho);
      } else setTrouble((before) => troubleOf(error, before));
    } finally {
      isSaving.current = false;
    }
  };
  useEffect(() => {
    if (!saves || !kept.isAhead || other !== null || isSent || trouble?.again === null) return;
    const timer = setTimeout(() => void save(), trouble?.again ?? PAUSE);
    return () => clearTimeout(timer);
  });

  const send = async () => {
    if (sending.isBusy) return;
    setSending({ ...AT_REST, isBusy: true });
    try {
      const { envio, revisao, respostas, folha } = latest.current;
      await source.send({ envio, revisao: saves ? revisao : null, respostas, folha });
      if (!isShared) write(placeOf(asked), null);
      setSent(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'RASCUNHO_ALTERADO') setOther((error.body as { rascunho: Rascunho }).rascunho);
      setSending({ isBusy: false, problem: problemOf(error), faltas: faultsIn(error), issues: error.errors ?? [] });
    }
  };

  const change = (what: Pick<Partial<Kept>, 'respostas' | 'folha'>) => {
    setSending(({ isBusy }) => ({ ...AT_REST, isBusy }));
    keep({ ...what, isAhead: true });
  };

  return {
    respostas: kept.respostas,
    change: (respostas: Resposta[]) => change({ respostas }),
    folha: kept.folha,
    fill: (folha: unknown) => change({ folha }),
    send,
    ...sending,
    isSent,
    /** answers that were saved on another device meanwhile */
    other,
    choose: (which: 'mine' | 'other') => {
      if (!other) return;
      keep(which === 'mine' ? { revisao: other.revisao, isAhead: true } : { folha: undefined, ...other, isAhead: false });
      setOther(null);
      setSending((now) => ({ ...now, problem: null }));
    },
    saved: other
      ? 'none'
      : !saves
        ? 'here'
        : trouble
          ? trouble.what
          : kept.isAhead
            ? 'saving'
            : kept.revisao > 0
              ? 'saved'
              : 'none',
  } as const;
}

interface Sending {
  isBusy: boolean;
  problem: string | null;
  /** of questions */
  faltas: Falta[];
  /** all of them, as the server says them */
  issues: readonly Issue[];
}
const AT_REST: Sending = { isBusy: false, problem: null, faltas: [], issues: [] };

const faultsIn = ({ errors = [] }: ApiError): Falta[] =>
  errors.flatMap(({ field, message }) => {
    const id = /^perguntas\.(\d+)$/.exec(field)?.[1];
    return id === undefined ? [] : [{ perguntaId: Number(id), message }];
  });

function problemOf({ status, code, message }: ApiError): string | null {
  if (code === 'RASCUNHO_ALTERADO') return null;
  if (status === 0) return 'Sem conexão. As suas respostas continuam aqui: tente enviar de novo.';
  return status === 507 || status === 429 ? `${message} As suas respostas continuam aqui.` : message;
}
