import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { Definicao } from '../definition.ts';
import { tidied } from '../edits.ts';
import { faultsOfDefinition } from '../faults.ts';
import type { ParaEditar } from '../para-editar.ts';

/** Ids that the editor gives until the server gives its own: far above those that are saved. */
const PROVISIONAL = 5_000;

const begun = (definicao: Definicao): Definicao => ({
  ...definicao,
  proximoId: Math.max(definicao.proximoId, PROVISIONAL),
});

export type Edit = (definicao: Definicao) => Definicao;

export interface Editing {
  present: ParaEditar;
  definicao: Definicao;
  /** the edits of one typing (`key`) are one step of the undo */
  change(edit: Edit, key?: string): void;
  undo: (() => void) | undefined;
  isDirty: boolean;
  isSaving: boolean;
  faults: readonly Issue[];
  /** answers the faults that keep it from being saved; undefined: it is saved, or the server refused it */
  save(): Promise<readonly Issue[] | undefined>;
  /** somebody else saved meanwhile; undefined: nobody did */
  theirs: ParaEditar | undefined;
  takeTheirs(): void;
  keepMine(): void;
  stay(): void;
}

/** A definition under edit: its steps back, its faults, and its save against that of somebody else. */
export function useDefinition(path: string, id: number, loaded: ParaEditar, onSaved: (saved: ParaEditar) => void): Editing {
  const [present, setPresent] = useState(loaded);
  const [start, setStart] = useState(() => begun(loaded.definicao));
  const [definicao, setDefinicao] = useState(start);
  const [past, setPast] = useState<readonly Definicao[]>([]);
  const [theirs, setTheirs] = useState<ParaEditar>();
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const lastKey = useRef<string>(undefined);
  const isDirty = definicao !== start;
  useUnsavedGuard(isDirty);
  const faults = isTried ? faultsOfDefinition(tidied(definicao)) : [];

  const take = (saved: ParaEditar) => {
    const next = begun(saved.definicao);
    setPresent(saved);
    setStart(next);
    setDefinicao(next);
    setPast([]);
    setTheirs(undefined);
    setTried(false);
    lastKey.current = undefined;
  };

  const send = async (versao: number): Promise<readonly Issue[] | undefined> => {
    const found = faultsOfDefinition(tidied(definicao));
    if (found.length > 0) {
      setTried(true);
      return found;
    }
    setSaving(true);
    try {
      const saved = await api.put<ParaEditar>(
        `${path}/${id}/definicao`,
        { versao, definicao: tidied(definicao) },
        {
          silent: ['REGISTRO_ALTERADO'],
        },
      );
      take(saved);
      onSaved(saved);
      toast.success('Perguntas salvas.');
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { registro } = (error.body ?? {}) as { registro?: ParaEditar };
      if (error.code === 'REGISTRO_ALTERADO' && registro) setTheirs(registro);
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  const undo = () => {
    const before = past.at(-1);
    if (!before) return;
    setDefinicao(before);
    setPast(past.slice(0, -1));
    lastKey.current = undefined;
  };
  useUndoKey(past.length > 0 ? undo : undefined);

  return {
    present,
    definicao,
    change(edit, key) {
      const next = edit(definicao);
      if (next === definicao) return;
      if (key === undefined || key !== lastKey.current) setPast([...past.slice(-99), definicao]);
      lastKey.current = key;
      setDefinicao(next);
    },
    undo: past.length > 0 ? undo : undefined,
    isDirty,
    isSaving,
    faults,
    save: () => send(present.versao),
    theirs,
    takeTheirs: () => theirs && take(theirs),
    keepMine: () => {
      if (!theirs) return;
      setPresent(theirs);
      setTheirs(undefined);
      void send(theirs.versao);
    },
    stay: () => setTheirs(undefined),
  };
}

/** Ctrl+Z outside of a text, which has its own. */
function useUndoKey(undo: (() => void) | undefined): void {
  useEffect(() => {
    if (!undo) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, shiftKey } = event;
      const isTyping = target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;
      if (isTyping || shiftKey || !(ctrlKey || metaKey) || key.toLowerCase() !== 'z') return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
