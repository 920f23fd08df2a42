import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { firstFault, focusField, INVALID, looseSentences } from '#kit/form/form-faults.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { openedOf, useSections } from './use-sections.web.ts';

/** The layout of a form: its sections, the open one, and the sentence that leads to a fault. */
export function useFormPlaces(registry: AnyRegistry, startsTyping: boolean) {
  const { sections, asked, setAsked } = useSections(registry);
  const [problem, setProblem] = useState<{ message: string; focus?: string } | null>(null);
  const order = useMemo(() => sections.flatMap(({ fields }) => fields), [sections]);
  const opened = openedOf(sections, asked);

  const showFaults = (issues: readonly Issue[]) => {
    const path = firstFault(issues, order);
    const top = path?.split('.')[0] ?? '';
    const place = sections.find(({ fields }) => fields.includes(top));
    // Asked for even if it seems open: another section may be opening just now.
    if (place) setAsked(place.key);
    setProblem({ message: [INVALID, ...looseSentences(issues, order)].join('. '), ...(path ? { focus: path } : {}) });
  };
  // After the section with the fault is on the screen.
  useEffect(() => {
    if (!problem?.focus) return;
    const frame = requestAnimationFrame(() => focusField(problem.focus ?? ''));
    return () => cancelAnimationFrame(frame);
  }, [problem, opened]);

  const focusFirst = () => sections.find(({ key }) => key === opened)?.fields.some(focusField);
  // The focus moves to the first input, unless the page is the first of the visit (where the skip link comes first) or a keyboard
  // would cover half the screen.
  const arrivedBy = useRef(useLocation().key);
  const begins = useRef(startsTyping && arrivedBy.current !== 'default');
  useEffect(() => {
    if (!begins.current || !matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    begins.current = false;
    focusFirst();
  });

  return {
    sections,
    opened,
    open: setAsked,
    focusFirst,
    problem: problem?.message,
    tell: (message: string) => setProblem({ message }),
    untell: () => setProblem(null),
    showFaults,
  };
}
