import { ActionIcon, Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { IconEyeQuestion, IconX } from '@tabler/icons-react';
import type { Condicao, Pergunta, Teste } from '../definition.ts';
import { isChoice } from '../evaluate.ts';
import classes from './editor.module.css';

interface Props {
  se: Condicao | null;
  /** the questions before it, with their places */
  before: readonly Pergunta[];
  onChange(se: Condicao | null): void;
}

/** What can be asked of an answer, by the type of its question. */
const comparisons = ({ tipo }: Pick<Pergunta, 'tipo'>): { value: Teste['eh']; label: string }[] => [
  ...(tipo === '1'
    ? [
        { value: 'tem' as const, label: 'for' },
        { value: 'nao-tem' as const, label: 'não for' },
      ]
    : []),
  ...(tipo === '5'
    ? [
        { value: 'tem' as const, label: 'incluir' },
        { value: 'nao-tem' as const, label: 'não incluir' },
      ]
    : []),
  ...(tipo === '4'
    ? [
        { value: 'maximo' as const, label: 'tiver nota até' },
        { value: 'minimo' as const, label: 'tiver nota a partir de' },
      ]
    : []),
  { value: 'respondida', label: 'for respondida' },
];

const begin = (pergunta: Pergunta): Teste => {
  const [first] = comparisons(pergunta);
  const eh = first?.value ?? 'respondida';
  const valor = isChoice(pergunta) ? (pergunta.respostas[0]?.id ?? null) : eh === 'respondida' ? null : pergunta.notaMinima;
  return { perguntaId: pergunta.id, eh, valor };
};

/** "Só aparece se «…» for «…»". */
export function ConditionFields({ se, before, onChange }: Props) {
  const last = before.at(-1);
  if (!se)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconEyeQuestion size={16} aria-hidden />}
        disabled={!last}
        onClick={() => last && onChange({ juntas: 'todas', testes: [begin(last)] })}
      >
        {last ? 'Mostrar só conforme outra resposta' : 'Sem condição: nada é perguntado antes'}
      </Button>
    );
  const set = (place: number, teste: Teste) =>
    onChange({ ...se, testes: se.testes.map((one, n) => (n === place ? teste : one)) });
  const remove = (place: number) => {
    const testes = se.testes.filter((_, n) => n !== place);
    onChange(testes.length > 0 ? { ...se, testes } : null);
  };
  return (
    <Stack gap="xs" className={classes.condition} role="group" aria-label="Condição">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          Só aparece se
        </Text>
        {se.testes.length > 1 && (
          <Select
            size="xs"
            w={190}
            aria-label="Quantas das condições"
            allowDeselect={false}
            data={[
              { value: 'todas', label: 'todas forem verdadeiras' },
              { value: 'alguma', label: 'alguma for verdadeira' },
            ]}
            value={se.juntas}
            onChange={(juntas) => onChange({ ...se, juntas: juntas === 'alguma' ? 'alguma' : 'todas' })}
          />
        )}
      </Group>
      {se.testes.map((teste, place) => (
        <TestRow
          // oxlint-disable-next-line react/no-array-index-key -- a test has nothing but its place
          key={place}
          {...{ teste, before }}
          onChange={(next) => set(place, next)}
          onRemove={() => remove(place)}
        />
      ))}
      {last && se.testes.length < 20 && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          onClick={() => onChange({ ...se, testes: [...se.testes, begin(last)] })}
        >
          Mais uma condição
        </Button>
      )}
    </Stack>
  );
}

interface RowProps extends Pick<Props, 'before'> {
  teste: Teste;
  onChange(teste: Teste): void;
  onRemove(): void;
}

function TestRow({ teste, before, onChange, onRemove }: RowProps) {
  const pergunta = before.find(({ id }) => id === teste.perguntaId);
  return (
    <div className={classes.test}>
      <Select
        size="sm"
        aria-label="Pergunta de que depende"
        placeholder="A pergunta não vem antes desta"
        searchable={before.length > 8}
        allowDeselect={false}
        data={before.map(({ id, texto }, place) => ({ value: String(id), label: `${place + 1}. ${texto || 'Sem texto'}` }))}
        value={pergunta ? String(pergunta.id) : null}
        onChange={(value) => {
          const chosen = before.find(({ id }) => String(id) === value);
          if (chosen) onChange(begin(chosen));
        }}
      />
      {pergunta && (
        <Select
          size="sm"
          aria-label="Comparação"
          allowDeselect={false}
          data={comparisons(pergunta)}
          value={teste.eh}
          onChange={(eh) => {
            const chosen = comparisons(pergunta).find(({ value }) => value === eh);
            if (chosen) onChange({ ...begin(pergunta), eh: chosen.value, ...(eh === 'respondida' ? { valor: null } : {}) });
          }}
        />
      )}
      {pergunta && isChoice(pergunta) && teste.eh !== 'respondida' && (
        <Select
          size="sm"
          aria-label="Resposta"
          allowDeselect={false}
          data={pergunta.respostas.map(({ id, texto }) => ({ value: String(id), label: texto || 'Sem texto' }))}
          value={teste.valor === null ? null : String(teste.valor)}
          onChange={(valor) => valor && onChange({ ...teste, valor: Number(valor) })}
        />
      )}
      {(teste.eh === 'minimo' || teste.eh === 'maximo') && (
        <NumberInput
          size="sm"
          aria-label="Nota"
          allowDecimal={false}
          min={pergunta?.notaMinima ?? 0}
          max={pergunta?.notaMaxima ?? 100}
          value={teste.valor ?? ''}
          onChange={(valor) => onChange({ ...teste, valor: typeof valor === 'number' ? valor : null })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        size={34}
        aria-label="Remover condição"
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
