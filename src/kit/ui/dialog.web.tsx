import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './use-focus-back.web.ts';

/** A dialog that is drawn when it opens and is gone when it closes; the focus then returns to what opened it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
