import { useMemo } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { fold } from '#kit/br/text.ts';
import { isAbsent } from '#kit/fields/sensitive.ts';
import { formTabs } from '#kit/form/form-tabs.web.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { RecordSection, RegistryView } from '#kit/registry/view.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';

/** A title as the address says it: 'dados-pessoais'. */
const keyOf = (title: string) => fold(title).replaceAll(/[^a-z0-9]+/g, '-');

/**
 * The sections of a record, those of its form and of its view, and the open one, which the address names (`?aba=documentos`). A section
 * whose fields the user may not read would be an empty sheet, so it is left out.
 */
export function useSections(registry: AnyRegistry, view?: RegistryView) {
  const can = useCan();
  const [asked, setAsked] = useAddress('aba');
  const sections = useMemo<RecordSection[]>(() => {
    const panels = (view?.panels ?? []).map(({ title, content, isFirst }) => ({
      key: keyOf(title),
      title,
      fields: [],
      content,
      isFirst,
    }));
    const ofForm = formTabs(registry, registry.singular)
      .filter(({ fields }) => fields.some((name) => !isAbsent(registry.fields[name], can)))
      .map((section) => ({ ...section, key: keyOf(section.title) }));
    return [...panels.filter(({ isFirst }) => isFirst), ...ofForm, ...panels.filter(({ isFirst }) => !isFirst)];
  }, [registry, view, can]);
  return { sections, asked, setAsked };
}

/** The section of that name among those shown, else the first one. */
export const openedOf = (sections: readonly RecordSection[], asked: string): string =>
  (sections.find(({ key }) => key === asked) ?? sections[0])?.key ?? '';
