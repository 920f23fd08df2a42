import { Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '#kit/acting/authority.web.tsx';
import { isDate } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { isAbsent } from '#kit/fields/sensitive.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { talentos } from '../talentos/talentos.registry.ts';
import classes from './situacao-em.module.css';

const mostrados = ['situacao', 'areaAtual', 'cargoAtual', 'faixaAtual', 'estabelecimentoAtual', 'salarioAtual'] as const;

interface Props {
  id: number;
  dia: string;
  /** the text of the day's input */
  escrito: string;
  onDia: (text: string) => void;
  hoje: string;
}

/** A talent's area, position, band, establishment and salary on a day. */
export function SituacaoEm({ id, dia, escrito, onDia, hoje }: Props) {
  const can = useCan();
  // A slider passes many days on its way.
  const [pedido] = useDebouncedValue(dia, 150);
  const { data } = useQuery({
    queryKey: ['registro', 'gestao-talentos/talentos', id, 'em', pedido],
    queryFn: ({ signal }) =>
      api.get<RecordRow[]>('gestao-talentos/talentos', { ids: String(id), em: pedido }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: isDate(pedido),
    retry: false,
  });
  const linha = data?.[0];
  return (
    <section aria-label="Como estava em um dia">
      <Group align="flex-end" gap="xl" className="vinculo-no-print">
        <DateInput label="Como estava em" value={escrito} max={hoje} onChange={onDia} />
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
