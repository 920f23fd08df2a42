import { type RefObject, useEffect, useState } from 'react';

/** Goes to a part of the form and takes the focus there once it is drawn, as often as it is asked: also to where one was taken before. */
export function useReach(form: RefObject<HTMLElement | null>): (selector: string, block?: ScrollLogicalPosition) => void {
  const [asked, setAsked] = useState<{ selector: string; block: ScrollLogicalPosition }>();
  useEffect(() => {
    if (!asked) return;
    const found = form.current?.querySelector<HTMLElement>(asked.selector);
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: asked.block });
  }, [asked, form]);
  return (selector, block = 'start') => setAsked({ selector, block });
}
