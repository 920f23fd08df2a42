import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useCan, useCheckContext } from '#kit/acting/authority.web.tsx';
import { ApiError, api, saveFile, tell } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { emptyValue, formValues } from '#kit/fields/form-values.web.ts';
import { firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import { useJudgedForm } from '#kit/form/use-judged-form.web.ts';
import type { Task } from '#kit/jobs/task.web.tsx';
import type { Issue } from '#kit/refusal/issues.ts';
import type { ViewedDocument } from '#kit/ui/document-viewer.web.tsx';
import { filterFromQuery, filterToText } from './filter-query.ts';
import type { Preview } from './preview.ts';
import type { AnyReport } from './report.ts';

/** The format of a report; `json` are the rows for the screen. */
export type ReportFormat = 'pdf' | 'xlsx' | 'csv' | 'json';

const NOTHING = 'Não existem dados para o filtro informado.';
const FAILED = 'Não foi possível gerar o relatório.';
const media: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  json: 'application/json',
};
const OWN = ['FIELD_VALIDATION_VIOLATION', 'ERRO', '500'];

const wishOf = (format: ReportFormat) =>
  format === 'csv' ? { formato: 'csv' } : format === 'json' ? {} : { pdf: format === 'pdf' };

/** The initial values of the form: those of the address, else the saved ones, else the defaults of the report and its fields. */
function useFilterInAddress(report: AnyReport, saved: Readonly<Record<string, unknown>> = {}) {
  const context = useCheckContext();
  const [query, setQuery] = useSearchParams();
  const fields = report.filter as Fields;
  const usual = useMemo(() => ({ ...formValues(fields), ...report.defaults?.(context) }), [fields, report, context]);
  const [start] = useState(() => {
    const given = Object.fromEntries([...query].filter(([name]) => Object.hasOwn(fields, name)));
    const read = filterFromQuery(fields, given);
    for (const name of Object.keys(read)) if (read[name] === '') read[name] = emptyValue(fields[name] as Field);
    return { ...usual, ...(Object.keys(given).length === 0 ? saved : {}), ...read };
  });
  const write = useCallback(
    (values: FieldValues) =>
      setQuery(
        (before) => {
          const now = filterToText(fields, values);
          const plain = filterToText(fields, usual);
          for (const name of Object.keys(fields)) {
            if (now[name] === plain[name]) before.delete(name);
            else before.set(name, now[name] ?? '');
          }
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery, fields, usual],
  );
  return { start, write };
}

/** The filter of a report and its result: rows for the screen, a document, or a task that makes one. */
export function useReportForm(path: string, report: AnyReport, saved?: Readonly<Record<string, unknown>>) {
  const [busy, setBusy] = useState<ReportFormat | null>(null);
  const [task, setTask] = useState<{ tarefaId: number; format: ReportFormat } | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [viewed, setViewed] = useState<ViewedDocument | null>(null);
  const names = useMemo(() => Object.keys(report.filter), [report]);
  const can = useCan();
  const { start, write } = useFilterInAddress(report, saved);
  const { inputs: form, submit, mark } = useJudgedForm(report.filterForm, start);
  useEffect(() => {
    const watching = form.watch((values) => write(values));
    return () => watching.unsubscribe();
  }, [form, write]);

  const show = async (format: ReportFormat, blob: Blob, name: string) => {
    if (format === 'json') setPreview(JSON.parse(await blob.text()) as Preview);
    else if (format === 'pdf' && navigator.pdfViewerEnabled) setViewed({ name, type: media.pdf, content: blob });
    else saveFile(blob, name);
  };

  const showFaults = (issues: readonly Issue[]) => {
    toast.warn(INVALID);
    const path = firstFault(issues, names);
    if (path) requestAnimationFrame(() => focusField(path));
  };

  const showRefusal = (error: ApiError) => {
    if (error.code !== 'FIELD_VALIDATION_VIOLATION') {
      if (OWN.includes(error.code)) toast.error(FAILED);
      return;
    }
    const issues = error.errors ?? [{ field: '', message: error.message }];
    mark(issues);
    const [loose] = looseSentences(issues, names);
    if (loose) tell(new ApiError(400, 'FIELD_VALIDATION_VIOLATION', loose));
    showFaults(issues);
  };

  const produce = async (format: ReportFormat, filter: FieldValues) => {
    const got = await api.blob(path, {
      method: 'POST',
      body: { ...filter, ...wishOf(format) },
      headers: { Accept: media[format] },
      save: false,
      silent: OWN,
      name: `${report.id}.${format}`,
    });
    if (!got) {
      setPreview(null);
      toast.info(report.limited && !can(report.limited.without) ? `${NOTHING} ${report.limited.says}` : NOTHING);
    } else if (got.status === 202) {
      const { tarefaId } = JSON.parse(await got.blob.text()) as { tarefaId: number };
      if (format === 'json') toast.info('O relatório tem muitas linhas para a tela e será gerado em PDF.');
      setTask({ tarefaId, format: format === 'json' ? 'pdf' : format });
    } else await show(format, got.blob, got.name);
  };

  const ask = (format: ReportFormat) =>
    submit(async (filter) => {
      setBusy(format);
      try {
        await produce(format, filter);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        showRefusal(error);
      } finally {
        setBusy(null);
      }
    }, showFaults);

  const ended = async (done: Task, format: ReportFormat) => {
    setTask(null);
    if (done.estado === 'cancelada') return toast.info('Relatório cancelado.');
    if (done.estado === 'falhou' || !done.arquivoId) return toast.error(FAILED);
    const got = await api.blob(`arquivos/${done.arquivoId}`, { save: false, name: `${report.id}.${format}` }).catch(() => null);
    if (got) await show(format, got.blob, got.name);
  };

  return {
    form,
    names,
    busy,
    ask,
    preview,
    task: task && { tarefaId: task.tarefaId, onEnd: (done: Task) => void ended(done, task.format), onClose: () => setTask(null) },
    viewed,
    onViewed: () => setViewed(null),
  };
}
