import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '#kit/ui/confirm.web.tsx';

/** In the address while a record is edited on its page; without it, the page is for reading. */
export const EDITING = 'editar';

const isEdited = ({ search }: { search: string }) => new URLSearchParams(search).has(EDITING);

/** Forms on the screen with unsaved work. */
const held = new Set<{ isFree(): boolean; leave(): void }>();

const ask = () =>
  confirm({
    message: 'Existem alterações que não foram salvas. Deseja sair sem salvar?',
    ok: 'Sair sem salvar',
    cancel: 'Continuar editando',
    danger: true,
  });

/**
 * For code that takes the user elsewhere: true when nothing on the screen would be lost or the user agrees to lose it; the next
 * navigation then passes.
 */
export async function leaveUnsaved(): Promise<boolean> {
  const forms = [...held].filter((form) => !form.isFree());
  if (forms.length > 0 && !(await ask())) return false;
  for (const form of forms) form.leave();
  return true;
}

/**
 * Asks before unsaved work is left: inside the application by a question, at reload and closing by the browser's own.
 * `release` lets the next navigation pass, after a save.
 */
export function useUnsavedGuard(isDirty: boolean, onLeave?: () => void) {
  const isFree = useRef(false);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isFree.current &&
      (currentLocation.pathname !== nextLocation.pathname || (isEdited(currentLocation) && !isEdited(nextLocation))),
  );

  const isBlocked = blocker.state === 'blocked';
  const way = useRef(blocker);
  way.current = blocker;
  useEffect(() => {
    if (!isBlocked) return;
    let isOver = false;
    const decide = async () => {
      const yes = await ask();
      if (isOver || way.current.state !== 'blocked') return;
      if (!yes) return way.current.reset();
      leave.current?.();
      way.current.proceed();
    };
    void decide();
    return () => {
      isOver = true;
    };
  }, [isBlocked]);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    const form = {
      isFree: () => isFree.current,
      leave() {
        isFree.current = true;
        leave.current?.();
      },
    };
    held.add(form);
    window.addEventListener('beforeunload', warn);
    return () => {
      held.delete(form);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);

  return {
    release: () => {
      isFree.current = true;
    },
  };
}
