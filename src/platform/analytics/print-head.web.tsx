import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatInstant } from '#kit/br/date.ts';
import { narrowingOf, saysBranch } from '#kit/fields/branch.ts';
import type { Field } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { useNamed } from '#kit/fields/options.web.ts';
import type { AnyDashboard } from '#kit/indicator/indicator.ts';
import { useSession } from '#platform/session/session.web.tsx';
import classes from './dashboard.module.css';
import { companiesOf, idsIn, type Texts } from './dashboard.web.ts';
import { filterValue } from './filter-value.ts';

interface Props {
  dashboard: AnyDashboard;
  /** the filter in the address bar */
  texts: Texts;
}

/** The head of the printed page (document 3 §2), with the filter of its numbers. */
export function PrintHead({ dashboard, texts }: Props) {
  const { usuario, empresa } = useSession();
  const { context, empresaId } = useActing();
  const start = dashboard.start?.(context.today) ?? {};
  const { data: companies = [] } = useQuery({
    ...companiesOf(dashboard.id, empresaId),
    enabled: texts.empresasIds !== undefined,
  });
  const chosen = idsIn(texts.empresasIds);
  const [printedAt, setPrintedAt] = useState('');
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(formatInstant(new Date().toISOString())));
    // set at once too: not every way of printing fires the event
    setPrintedAt(formatInstant(new Date().toISOString()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return (
    <div className={classes.printHead}>
      <div>
        <span>{printedAt}</span>
        <span>Impresso por {usuario?.nome}</span>
        <span>Licenciado para: {empresa?.nome}</span>
      </div>
      <ul>
        {chosen.length > 0 && (
          <Said label="Empresas" text={companies.flatMap(({ id, nome }) => (chosen.includes(id) ? [nome] : [])).join(', ')} />
        )}
        {Object.entries<Field>(dashboard.filter).map(([name, field]) => {
          const text = texts[name];
          if (field.narrows !== undefined) return null;
          const narrowing = narrowingOf(dashboard.filter, name);
          const only = narrowing === undefined ? undefined : texts[narrowing] === 'true';
          if (field.kind === 'refs') return text ? <Chosen key={name} field={field} ids={idsIn(text)} only={only} /> : null;
          return (
            <Said
              key={name}
              label={field.label}
              text={fieldText(field, text === undefined ? start[name] : filterValue(field, text))}
            />
          );
        })}
      </ul>
    </div>
  );
}

const Said = ({ label, text }: { label: string; text: string }) => (text === '' ? null : <li>{`${label}: ${text}`}</li>);

interface ChosenProps {
  field: Field;
  ids: readonly number[];
  /** of a tree: whether these records alone */
  only: boolean | undefined;
}

function Chosen({ field, ids, only }: ChosenProps) {
  const names = fieldText(field, useNamed(field.target ?? '', ids));
  return <Said label={field.label} text={only === undefined ? names : saysBranch(names, only)} />;
}
