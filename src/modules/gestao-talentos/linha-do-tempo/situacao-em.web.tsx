import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { isDate, today } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { isAbsent } from '#kit/fields/sensitive.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { talentos } from '../talentos/talentos.registry.ts';
import classes from './linha-do-tempo.module.css';

const mostrados = ['situacao', 'areaAtual', 'cargoAtual', 'faixaAtual', 'estabelecimentoAtual', 'salarioAtual'] as const;

/** A talent's area, position, band, establishment and salary on a day. The day is in the address (`?em=2024-05-01`). */
export function SituacaoEm({ id }: { id: number }) {
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('em') ?? '';
  const [dia, setDia] = useState(isDate(asked) ? asked : today());
  const { data } = useQuery({
    queryKey: ['registro', 'gestao-talentos/talentos', id, 'em', dia],
    queryFn: ({ signal }) =>
      api.get<RecordRow[]>('gestao-talentos/talentos', { ids: String(id), em: dia }, { quiet: true, signal }),
    enabled: isDate(dia),
    retry: false,
  });
  const linha = data?.[0];
  return (
    <section aria-label="Situação em uma data">
      <Group align="flex-end" gap="xl">
        <DateInput
          label="Situação em"
          value={dia}
          max={today()}
          onChange={(value) => {
            setDia(value);
            if (!isDate(value)) return;
            setSearch(
              (present) => {
                const next = new URLSearchParams(present);
                next.set('em', value);
                return next;
              },
              { replace: true, preventScrollReset: true },
            );
          }}
        />
        {data && !linha && <Text c="dimmed">Ainda não havia sido admitido nesse dia.</Text>}
      </Group>
      {linha && (
        <dl className={classes.dados} aria-live="polite">
          {mostrados.map((name) => {
            const field = fieldOf(talentos, name);
            return isAbsent(field, can) ? null : (
              <div key={name}>
                <dt>{field.label}</dt>
                <dd>{fieldText(field, linha[name]) || '—'}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
