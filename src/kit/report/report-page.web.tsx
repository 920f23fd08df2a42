import { Button, Group, Modal, Stack } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { type Control, type FieldValues, FormProvider, type Resolver, useForm, useWatch } from 'react-hook-form';
import type { Fields } from '#kit/fields/field.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { emptyValue, formValues } from '#kit/fields/form-values.web.ts';
import { ApiError, api, saveFile, tell } from '#kit/http/client.web.ts';
import { useActing } from '#kit/module/acting.web.tsx';
import { check } from '#kit/registry/check.ts';
import { errorsOf, firstFault, focusField } from '#kit/registry/form-faults.web.ts';
import { FormField } from '#kit/registry/form-field.web.tsx';
import type { Issue } from '#kit/registry/registry.ts';
import classes from '#kit/registry/registry-form.module.css';
import { type Task, TaskProgress } from '#kit/registry/task.web.tsx';
import { useCheckContext } from '#kit/ui/authority.web.tsx';
import { DocumentViewer, type ViewedDocument } from '#kit/ui/document-viewer.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { toast } from '#kit/ui/toast.web.ts';
import type { AnyReport } from './report.ts';
import { type Preview, PreviewTable } from './report-preview.web.tsx';

interface Props {
  /** `module/relatorios/slug`: address of the screen and, below /api, of the server */
  path: string;
  report: AnyReport;
  /** title of the module, for the breadcrumb */
  module?: string;
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

/** The page of a report: filter, preview of the very rows that print, PDF, spreadsheet. */
export function ReportPage({ path, report, module }: Props) {
  const context = useCheckContext();
  const { moduleTitle } = useActing();
  const [busy, setBusy] = useState<Form | null>(null);
  const [task, setTask] = useState<{ tarefaId: number; form: Form } | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [viewed, setViewed] = useState<ViewedDocument | null>(null);
  const names = useMemo(() => Object.keys(report.filter), [report]);
  const start = useMemo(() => formValues(report.filter), [report]);
  const judged = useRef<readonly Issue[]>([]);
  const resolver: Resolver = (values) => {
    const result = check(report.filterForm, values, context);
    judged.current = result.ok ? [] : result.issues;
    return result.ok ? { values: result.value as FieldValues, errors: {} } : { values: {}, errors: errorsOf(result.issues) };
  };
  const form = useForm({ defaultValues: start, resolver, shouldFocusError: false });

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
      for (const { field, message } of issues)
        if (names.includes(field.split('.')[0] ?? '')) form.setError(field, { type: 'server', message });
      const loose = issues.find(({ field }) => !names.includes(field.split('.')[0] ?? ''));
      if (loose) tell(new ApiError(400, 'FIELD_VALIDATION_VIOLATION', loose.message));
    }
    toast.warn('Preencha os campos indicados');
    const path = firstFault(issues, names);
    if (path) requestAnimationFrame(() => focusField(path));
  };

  const ask = (kind: Form) => () =>
    form.handleSubmit(
      (values) => produce(kind, values),
      () => showFaults(judged.current),
    )();

  const ended = async (done: Task, kind: Form) => {
    setTask(null);
    if (done.estado === 'cancelada') return void toast.info('Relatório cancelado.');
    if (done.estado === 'falhou' || !done.arquivoId) return void toast.error(FAILED);
    const got = await api.blob(`arquivos/${done.arquivoId}`, { save: false, name: `${report.id}.${kind}` }).catch(() => null);
    if (got) await show(kind, got.blob, got.name);
  };

  return (
    <Page
      title={report.title}
      breadcrumbs={[{ label: module ?? moduleTitle(path.split('/')[0] ?? '') }, { label: 'Relatórios' }, { label: report.title }]}
    >
      <FormFieldsContext value={report.filter}>
        <FormProvider {...form}>
          <form noValidate aria-label="Filtro do relatório" onSubmit={(event) => (event.preventDefault(), void ask('pdf')())}>
            {names.length > 0 && (
              <div className={`${classes.card} ${classes.body}`}>
                <FieldGrid>
                  <FilterFields report={report} control={form.control} />
                </FieldGrid>
              </div>
            )}
            <Group justify="flex-end" mt="md" gap="xs">
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
    </Page>
  );
}

/** The inputs of the filter. A rule may ask for one of them in the present state: what is refused when left empty carries the mark. */
function FilterFields({ report, control }: { report: AnyReport; control: Control }) {
  const context = useCheckContext();
  const values = useWatch({ control }) as FieldValues;
  return Object.entries(report.filter as Fields).map(([name, field]) => {
    const without = check(report.filterForm, { ...values, [name]: emptyValue(field) }, context);
    const isAsked = !field.required && !without.ok && without.issues.some((issue) => issue.field === name);
    return (
      <FormField key={name} registry={report.filterForm} name={name} control={control} {...(isAsked ? { required: true } : {})} />
    );
  });
}
