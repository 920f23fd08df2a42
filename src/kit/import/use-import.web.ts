import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Task } from '#kit/jobs/task.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { type Analysis, type Changes, type Handed, wantedOf } from './analysis.ts';

type ImportStep =
  | { at: 'file' }
  | { at: 'analysing'; tarefaId: number | string; importacaoId: number | string }
  | { at: 'faults'; analysis: Analysis; download: () => Promise<unknown> }
  | { at: 'applying'; tarefaId: number | string; importacaoId: number | string }
  | { at: 'done'; importacaoId: number | string; message: string; ok: boolean; made: Made | null }
  | { at: 'undoing'; tarefaId: number | string; importacaoId: number | string };

const quiet = { quiet: true } as const;

export type Import = ReturnType<typeof useImport>;

/** What an import did, counted. */
type Made = Required<Pick<Analysis, 'incluidos' | 'atualizados' | 'iguais' | 'foraTotal' | 'apagadas'>>;

/** The state of an import, and the actions that move it on; it begins with `unfinished`, one that waits for its confirmation. */
export function useImport(path: string, onWide?: (isWide: boolean) => void, unfinished?: number) {
  const queries = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ at: 'file' });
  const [busy, setBusy] = useState(false);
  useEffect(() => onWide?.(step.at === 'faults' || step.at === 'file'), [step.at, onWide]);

  // The client has shown every failure; the panel stays where it is.
  const during = async <T>(work: Promise<T>): Promise<T | null> => {
    setBusy(true);
    const result = await work.catch(() => null);
    setBusy(false);
    return result;
  };
  const reload = () => void queries.invalidateQueries({ queryKey: ['registro', path] });

  const show = (analysis: Analysis | null) => {
    if (!analysis) return;
    const download = () =>
      api.blob(`${path}/importar/${analysis.importacaoId}/falhas`, { name: 'falhas.xlsx' }).catch(() => null);
    setStep({ at: 'faults', analysis, download });
  };
  const take = (answer: Analysis | Handed | null) => {
    if (!answer) return;
    if ('colunas' in answer) show(answer);
    else setStep({ at: 'analysing', tarefaId: answer.tarefaId, importacaoId: answer.importacaoId });
  };
  const begin = () => {
    reload();
    setStep({ at: 'file' });
  };
  const open = async (importacaoId: number | string) =>
    show(await during(api.get<Analysis>(`${path}/importar/${importacaoId}`, {}, quiet)));
  const isBegun = useRef(unfinished === undefined);
  useEffect(() => {
    if (isBegun.current || unfinished === undefined) return;
    isBegun.current = true;
    void open(unfinished);
  });
  const template = () => during(api.blob(`${path}/importar/modelo`, { name: 'modelo.xlsx' }));
  const analyse = async (file: File, wishes: Readonly<Record<string, string>>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(wishes)) body.append(name, value);
    body.append('arquivo', file);
    take(await during(api.post<Analysis | Handed>(`${path}/importar/analisar`, body)));
  };
  const analysed = async (task: Task, importacaoId: number | string) => {
    if (task.estado === 'falhou') toast.error(task.mensagem ?? 'Não foi possível ler a planilha.');
    const batch = await during(api.get<Analysis>(`${path}/importar/${importacaoId}`, {}, quiet));
    // Corrections of which the judgement stopped are kept.
    if (batch?.estado === 'analisada') show(batch);
    else begin();
  };
  const correct = async (importacaoId: Analysis['importacaoId'], changes: Changes) =>
    take(await during(api.post<Analysis | Handed>(`${path}/importar/${importacaoId}/corrigir`, changes, quiet)));

  const apply = async (analysis: Analysis) => {
    const { importacaoId, validos, modo } = analysis;
    const total = wantedOf(analysis);
    if (validos < total) {
      const skipped = total - validos;
      const yes = await confirm({
        message: `${counted(skipped, 'linha com erro não será importada', 'linhas com erro não serão importadas')}. Deseja continuar?`,
        ok: 'Importar as válidas',
      });
      if (!yes) return;
    }
    const body = { modo: modo ?? 'inserir', somenteValidos: validos < total };
    const answer = await during(api.post<{ tarefaId: number }>(`${path}/importar/${importacaoId}/aplicar`, body, quiet));
    if (answer) setStep({ at: 'applying', tarefaId: answer.tarefaId, importacaoId });
  };
  const applied = async (task: Task, importacaoId: number | string) => {
    const ok = task.estado === 'concluida';
    const batch = ok ? await during(api.get<Analysis>(`${path}/importar/${importacaoId}`, {}, quiet)) : null;
    const ended =
      { concluida: 'Importação concluída.', cancelada: 'Importação cancelada.' }[task.estado as string] ?? 'A importação falhou.';
    reload();
    setStep({
      at: 'done',
      importacaoId,
      message: [ended, task.mensagem].filter(Boolean).join(' '),
      ok,
      made: batch && { incluidos: 0, atualizados: 0, iguais: 0, foraTotal: 0, apagadas: 0, ...batch },
    });
  };

  const askUndo = (importacaoId: number | string, body: object, silent: readonly string[]) =>
    api.post<Handed>(`${path}/importar/${importacaoId}/desfazer`, body, { silent });
  const undo = async (importacaoId: number | string) => {
    const message = 'Desfazer a importação? O que ela incluiu será removido, e o que ela alterou voltará a ser como era.';
    if (!(await confirm({ message, ok: 'Desfazer', danger: true }))) return;
    setBusy(true);
    const handed = await askUndo(importacaoId, {}, ['REGISTROS_ALTERADOS']).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'REGISTROS_ALTERADOS') return null;
      const others = await confirm({
        message: `${error.message} Desfazer os demais e manter estes como estão?`,
        ok: 'Desfazer os demais',
        danger: true,
      });
      return others ? askUndo(importacaoId, { somenteInalterados: true }, []).catch(() => null) : null;
    });
    setBusy(false);
    if (handed) setStep({ at: 'undoing', tarefaId: handed.tarefaId, importacaoId });
  };
  const undone = async (task: Task, importacaoId: number | string) => {
    if (task.estado === 'concluida') {
      // The message of the batch now lists what could not be undone.
      const batch = await during(api.get<Analysis>(`${path}/importar/${importacaoId}`, {}, quiet));
      if (batch?.mensagem) toast.info(batch.mensagem);
      else toast.success('Importação desfeita com sucesso.');
    } else toast.error(task.mensagem ?? 'Não foi possível desfazer a importação.');
    begin();
  };

  return { step, busy, begin, open, template, analyse, analysed, correct, apply, applied, undo, undone };
}
