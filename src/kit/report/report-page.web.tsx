import { Button, Group, Modal, Paper, Radio, Stack } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import { type Control, type FieldValues, FormProvider, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan, useCheckContext } from '#kit/acting/authority.web.tsx';
import { ApiError, api, saveFile, tell } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { emptyValue, formValues } from '#kit/fields/form-values.web.ts';
import { check } from '#kit/form/check.ts';
import classes from '#kit/form/form.module.css';
import { firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import { FormField } from '#kit/form/form-field.web.tsx';
import { useJudgedForm } from '#kit/form/use-judged-form.web.ts';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import type { Issue } from '#kit/refusal/issues.ts';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { DocumentViewer, type ViewedDocument } from '#kit/ui/document-viewer.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { filterFromQuery, filterToText } from './filter-query.ts';
import type { Preview } from './preview.ts';
import type { AnyReport } from './report.ts';
import { PreviewTable } from './report-preview.web.tsx';

interface Props {
  /** id of the module: first part of the address */
  module: string;
  /** one report, or those of one screen (Detalhado/Resumido) */
  reports: readonly AnyReport[];
}

type Form = 'pdf' | 'xlsx' | 'csv' | 'json';

const NOTHING = 'Não existem dados para o filtro informado.';
const FAILED = 'Não foi possível gerar o relatório.';
const media: Readonly<Record<Form, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  json: 'application/json',
};
const OWN = ['FIELD_VALIDATION_VIOLATION', 'ERRO', '500'];

/** Which of the reports of one screen; a name that is no field of theirs. */
const CHOICE = 'relatorio';

/** The page of a report: filter, preview of the very rows that print, PDF, spreadsheet. The address holds the filter. */
export function ReportPage({ module, reports }: Props) {
  const [query, setQuery] = useSearchParams();
  const { moduleTitle } = useActing();
  const can = useCan();
  const offered = reports.filter(({ authority }) => can(authority));
  const report = offered.find(({ id }) => id === query.get(CHOICE)) ?? offered[0];
  const title = reports[0]?.title ?? '';
  const choose = (id: string) =>
    setQuery(
      (before) => {
        before.set(CHOICE, id);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: moduleTitle(module) }, { label: 'Relatórios', to: `/${module}/relatorios` }, { label: title }]}
    >
      {offered.length > 1 && report && (
        <Paper p="md" mb="md">
          <Radio.Group label="Tipo de relatório" value={report.id} onChange={choose}>
            <Group gap="lg" mt={6}>
              {offered.map(({ id, choice }) => (
                <Radio key={id} value={id} label={choice?.label ?? id} />
              ))}
            </Group>
          </Radio.Group>
        </Paper>
      )}
      {report && <ReportForm key={report.id} path={`${module}/relatorios/${report.id}`} report={report} />}
    </Page>
  );
}

/** What the form begins with: what the address says, else what was saved, else the report's and the fields' own beginning. */
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

interface FormProps {
  path: string;
  report: AnyReport;
  /** inputs of the report's own, by the name of the field */
  inputs?: RegistryView['inputs'];
  /** a filter saved before; a filter in the address goes before it */
  start?: Readonly<Record<string, unknown>>;
  /** more buttons, which find the filter in the form's context */
  actions?: ComponentType;
}

/** The filter with its buttons, and what comes of it: the body of the page, and of screens that a report has of its own. */
export function ReportForm({ path, report, inputs, start: saved, actions: Actions }: FormProps) {
  const [busy, setBusy] = useState<Form | null>(null);
  const [task, setTask] = useState<{ tarefaId: number; form: Form } | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [viewed, setViewed] = useState<ViewedDocument | null>(null);
  const names = useMemo(() => Object.keys(report.filter), [report]);
  const { start, write } = useFilterInAddress(report, saved);
  const isDocument = report.shape === 'document';
  const { inputs: form, submit, mark } = useJudgedForm(report.filterForm, start);
  useEffect(() => {
    const watching = form.watch((values) => write(values));
    return () => watching.unsubscribe();
  }, [form, write]);

  const show = async (kind: Form, blob: Blob, name: string) => {
    if (kind === 'json') setPreview(JSON.parse(await blob.text()) as Preview);
    else if (kind === 'pdf' && navigator.pdfViewerEnabled) setViewed({ name, type: media.pdf, content: blob });
    else saveFile(blob, name);
  };

  const produce = async (kind: Form, filter: FieldValues) => {
    setBusy(kind);
    try {
      const body = { ...filter, ...(kind === 'csv' ? { formato: 'csv' } : kind === 'json' ? {} : { pdf: kind === 'pdf' }) };
      const got = await api.blob(path, {
        method: 'POST',
        body,
        headers: { Accept: media[kind] },
        save: false,
        silent: OWN,
        name: `${report.id}.${kind}`,
      });
      if (!got) {
        setPreview(null);
        toast.info(NOTHING);
      } else if (got.status === 202) {
        const { tarefaId } = JSON.parse(await got.blob.text()) as { tarefaId: number };
        if (kind === 'json') toast.info('O relatório tem muitas linhas para a tela e será gerado em PDF.');
        setTask({ tarefaId, form: kind === 'json' ? 'pdf' : kind });
      } else await show(kind, got.blob, got.name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'FIELD_VALIDATION_VIOLATION') showFaults(error.errors ?? [{ field: '', message: error.message }], true);
      else if (OWN.includes(error.code)) toast.error(FAILED);
    } finally {
      setBusy(null);
    }
  };

  const showFaults = (issues: readonly Issue[], fromServer = false) => {
    if (fromServer) {
      mark(issues);
      const [loose] = looseSentences(issues, names);
      if (loose) tell(new ApiError(400, 'FIELD_VALIDATION_VIOLATION', loose));
    }
    toast.warn(INVALID);
    const path = firstFault(issues, names);
    if (path) requestAnimationFrame(() => focusField(path));
  };

  const ask = (kind: Form) => () => submit((values) => produce(kind, values), showFaults);

  const ended = async (done: Task, kind: Form) => {
    setTask(null);
    if (done.estado === 'cancelada') return void toast.info('Relatório cancelado.');
    if (done.estado === 'falhou' || !done.arquivoId) return void toast.error(FAILED);
    const got = await api.blob(`arquivos/${done.arquivoId}`, { save: false, name: `${report.id}.${kind}` }).catch(() => null);
    if (got) await show(kind, got.blob, got.name);
  };

  return (
    <>
      <FormFieldsContext value={report.filter}>
        <FormProvider {...form}>
          <form noValidate aria-label="Filtro do relatório" onSubmit={(event) => (event.preventDefault(), void ask('pdf')())}>
            {names.length > 0 && (
              <div className={`${classes.card} ${classes.body}`}>
                <FieldGrid>
                  <FilterFields report={report} control={form.control} inputs={inputs} />
                </FieldGrid>
              </div>
            )}
            <Group justify="flex-end" mt="md" gap="xs">
              {Actions && <Actions />}
              {!isDocument && (
                <>
                  <Button
                    variant="default"
                    loading={busy === 'json'}
                    leftSection={<IconTable size={18} stroke={1.8} aria-hidden />}
                    onClick={() => void ask('json')()}
                  >
                    Visualizar
                  </Button>
                  <Button
                    variant="default"
                    loading={busy === 'csv'}
                    leftSection={<IconFileTypeCsv size={18} stroke={1.8} aria-hidden />}
                    onClick={() => void ask('csv')()}
                  >
                    Exportar para CSV
                  </Button>
                  <Button
                    variant="default"
                    loading={busy === 'xlsx'}
                    leftSection={<IconFileSpreadsheet size={18} stroke={1.8} aria-hidden />}
                    onClick={() => void ask('xlsx')()}
                  >
                    Exportar para XLS
                  </Button>
                </>
              )}
              <Button type="submit" loading={busy === 'pdf'} leftSection={<IconFileTypePdf size={18} stroke={1.8} aria-hidden />}>
                Relatório
              </Button>
            </Group>
          </form>
        </FormProvider>
      </FormFieldsContext>
      {preview && <PreviewTable report={report} preview={preview} />}
      <Modal opened={task !== null} onClose={() => setTask(null)} title={report.title} closeOnClickOutside={false}>
        {task && (
          <Stack>
            <TaskProgress tarefaId={task.tarefaId} label="Gerando o relatório" onEnd={(done) => void ended(done, task.form)} />
          </Stack>
        )}
      </Modal>
      <DocumentViewer document={viewed} opened={viewed !== null} onClose={() => setViewed(null)} title={report.title} />
    </>
  );
}

/** The inputs of the filter. A rule may ask for one of them in the present state: what is refused when left empty carries the mark. */
function FilterFields({ report, control, inputs }: { report: AnyReport; control: Control; inputs: RegistryView['inputs'] }) {
  const context = useCheckContext();
  const values = useWatch({ control }) as FieldValues;
  return Object.entries(report.filter).map(([name, field]) => {
    const without = check(report.filterForm, { ...values, [name]: emptyValue(field) }, context);
    const isAsked = !field.required && !without.ok && without.issues.some((issue) => issue.field === name);
    return (
      <FormField
        key={name}
        form={report.filterForm}
        name={name}
        control={control}
        {...(inputs ? { inputs } : {})}
        {...(isAsked ? { required: true } : {})}
      />
    );
  });
}
