import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '#kit/ui/confirm.web.tsx';

/**
 * Asks before unsaved work is left: inside the application by a question, at reload and closing by the browser's own.
 * `release` lets the next navigation pass, after a save.
 */
export function useUnsavedGuard(isDirty: boolean, onLeave?: () => void) {
  const isFree = useRef(false);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !isFree.current && currentLocation.pathname !== nextLocation.pathname,
  );

  const isBlocked = blocker.state === 'blocked';
  const held = useRef(blocker);
  held.current = blocker;
  useEffect(() => {
    if (!isBlocked) return;
    let isOver = false;
    const ask = async () => {
      const yes = await confirm({
        message: 'Existem alterações que não foram salvas. Deseja sair sem salvar?',
        ok: 'Sair sem salvar',
        cancel: 'Continuar editando',
        danger: true,
      });
      if (isOver || held.current.state !== 'blocked') return;
      if (!yes) return held.current.reset();
      leave.current?.();
      held.current.proceed();
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [isBlocked]);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  return {
    release: () => {
      isFree.current = true;
    },
  };
}
