import { Button, Group, Modal, Paper, Radio, Stack } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf, IconTable } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { type Control, type FieldValues, FormProvider, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan, useCheckContext } from '#kit/acting/authority.web.tsx';
import { narrowingOf, saysBranch } from '#kit/fields/branch.ts';
import { type Fields, fieldOf } from '#kit/fields/field.ts';
import { FieldGrid } from '#kit/fields/field-grid.web.tsx';
import { fieldText } from '#kit/fields/field-text.ts';
import { FormFieldsContext } from '#kit/fields/form-fields.web.ts';
import { emptyValue } from '#kit/fields/form-values.web.ts';
import { check } from '#kit/form/check.ts';
import classes from '#kit/form/form.module.css';
import { FormField } from '#kit/form/form-field.web.tsx';
import { TaskProgress } from '#kit/jobs/task.web.tsx';
import type { RegistryView } from '#kit/registry/view.web.tsx';
import { DocumentViewer } from '#kit/ui/document-viewer.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PrintHead } from '#kit/ui/print-head.web.tsx';
import type { AnyReport } from './report.ts';
import { PreviewTable } from './report-preview.web.tsx';
import { useReportForm } from './use-report-form.web.ts';

interface Props {
  /** id of the module: first part of the address */
  module: string;
  /** one report, or those of one screen (Detalhado/Resumido) */
  reports: readonly AnyReport[];
}

/** The formats of a table besides PDF. */
const sheets = [
  ['json', 'Visualizar', IconTable],
  ['csv', 'Exportar para CSV', IconFileTypeCsv],
  ['xlsx', 'Exportar para XLS', IconFileSpreadsheet],
] as const;

/** The parameter that chooses among the reports of one screen; no filter field has this name. */
const CHOICE = 'relatorio';

/** The page of a report: filter, preview of the printed rows, PDF, spreadsheet. The address holds the filter. */
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

interface FormProps {
  path: string;
  report: AnyReport;
  /** inputs of the report's own, by the name of the field */
  inputs?: RegistryView['inputs'];
  /** a saved filter; a filter in the address wins over it */
  start?: Readonly<Record<string, unknown>>;
  /** more buttons, which read the filter from the form's context */
  actions?: ComponentType;
}

/** The filter with its buttons and the result: the body of the page, also for screens that give a report a page of their own. */
export function ReportForm({ path, report, inputs, start, actions: Actions }: FormProps) {
  const { form, names, busy, ask, preview, task, viewed, onViewed } = useReportForm(path, report, start);
  return (
    <>
      <FormFieldsContext value={report.filter}>
        <FormProvider {...form}>
          <form
            noValidate
            aria-label="Filtro do relatório"
            className="vinculo-no-print"
            onSubmit={(event) => (event.preventDefault(), void ask('pdf'))}
          >
            {names.length > 0 && (
              <div className={`${classes.card} ${classes.body}`}>
                <FieldGrid>
                  <FilterFields report={report} control={form.control} inputs={inputs} />
                </FieldGrid>
              </div>
            )}
            <Group justify="flex-end" mt="md" gap="xs">
              {Actions && <Actions />}
              {report.shape !== 'document' &&
                sheets.map(([format, label, Icon]) => (
                  <Button
                    key={format}
                    variant="default"
                    loading={busy === format}
                    leftSection={<Icon size={18} stroke={1.8} aria-hidden />}
                    onClick={() => void ask(format)}
                  >
                    {label}
                  </Button>
                ))}
              <Button type="submit" loading={busy === 'pdf'} leftSection={<IconFileTypePdf size={18} stroke={1.8} aria-hidden />}>
                Relatório
              </Button>
            </Group>
          </form>
        </FormProvider>
      </FormFieldsContext>
      <PrintHead>
        {names
          .filter((name) => fieldOf({ fields: report.filter }, name).narrows === undefined)
          .map((name) => [name, saysFilter(report.filter, name, form.getValues())] as const)
          .map(([name, text]) => text !== '' && <p key={name}>{`${fieldOf({ fields: report.filter }, name).label}: ${text}`}</p>)}
      </PrintHead>
      {preview && <PreviewTable report={report} preview={preview} />}
      <Modal opened={task !== null} onClose={() => task?.onClose()} title={report.title} closeOnClickOutside={false}>
        {task && (
          <Stack>
            <TaskProgress tarefaId={task.tarefaId} label="Gerando o relatório" onEnd={task.onEnd} />
          </Stack>
        )}
      </Modal>
      <DocumentViewer document={viewed} opened={viewed !== null} onClose={onViewed} title={report.title} />
    </>
  );
}

/** A filter in words. */
function saysFilter(fields: Fields, name: string, values: FieldValues): string {
  const text = fieldText(fieldOf({ fields }, name), values[name]);
  const narrowing = narrowingOf(fields, name);
  return narrowing && text !== '' ? saysBranch(text, values[narrowing] === true) : text;
}

/** The inputs of the filter. A field that the rules require in the present state carries the mark. */
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
