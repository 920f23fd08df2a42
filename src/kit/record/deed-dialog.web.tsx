import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { EMPTY_FORM } from '#kit/form/form.ts';
import { FormDialog, type FormDialogProps } from '#kit/form/form-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';

interface Props<A> extends DeedProps, Omit<FormDialogProps, 'form' | 'send' | 'onClose'>, Partial<Pick<FormDialogProps, 'form'>> {
  /** the last part of its address: `module/slug/id/deed` */
  deed: string;
  /** what is told when the server has done it */
  done: string | ((answer: A) => string);
}

/** Asks before a deed is done to a record: a question, or a form whose values are sent along. */
export const DeedDialog = <A,>({ path, record, deed, done, form = EMPTY_FORM, ...dialog }: Props<A>) => (
  <FormDialog
    {...dialog}
    form={form}
    send={async (values) => {
      const answer = await api.post<A>(`${path}/${record.id}/${deed}`, values, { silent: true });
      toast.success(typeof done === 'string' ? done : done(answer));
    }}
  />
);
