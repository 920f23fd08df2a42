import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { isHidden } from '#kit/fields/sensitive.ts';
import { firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import { formTabs } from '#kit/form/form-tabs.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/** The layout of a form: its tabs, the open one, and the sentence that leads to a fault. */
export function useFormPlaces(registry: AnyRegistry, startsTyping: boolean) {
  const can = useCan();
  const [tab, setTab] = useState<string>('0');
  const [problem, setProblem] = useState<{ message: string; focus?: string } | null>(null);

  // A tab whose fields the user may not read would be an empty sheet, so it is left out.
  const tabs = useMemo(
    () =>
      formTabs(registry, registry.singular).filter(({ fields }) => fields.some((name) => !isHidden(registry.fields[name], can))),
    [registry, can],
  );
  const order = useMemo(() => tabs.flatMap(({ fields }) => fields), [tabs]);

  const showFaults = (issues: readonly Issue[]) => {
    const path = firstFault(issues, order);
    const top = path?.split('.')[0] ?? '';
    const place = tabs.findIndex(({ fields }) => fields.includes(top));
    if (place >= 0) setTab(String(place));
    setProblem({ message: [INVALID, ...looseSentences(issues, order)].join('. '), ...(path ? { focus: path } : {}) });
  };
  // After the tab with the fault is on the screen.
  useEffect(() => {
    if (!problem?.focus) return;
    const frame = requestAnimationFrame(() => focusField(problem.focus ?? ''));
    return () => cancelAnimationFrame(frame);
  }, [problem]);

  // The focus moves to the first input, unless the page is the first of the visit (where the skip link comes first) or a keyboard
  // would cover half the screen.
  const arrivedBy = useRef(useLocation().key);
  const begins = useRef(startsTyping && arrivedBy.current !== 'default');
  useEffect(() => {
    if (!begins.current || !matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    begins.current = false;
    tabs[0]?.fields.some(focusField);
  }, [tabs]);

  return {
    tabs,
    tab,
    setTab,
    problem: problem?.message,
    tell: (message: string) => setProblem({ message }),
    untell: () => setProblem(null),
    showFaults,
  };
}
