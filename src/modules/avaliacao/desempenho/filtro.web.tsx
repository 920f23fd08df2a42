import { Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#kit/client/client.web.ts';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { useAddress, useAddressId } from '#kit/ui/use-address.web.ts';

/** Of whom and of which evaluation a list is, kept in the address. */
export function useFiltro() {
  const avaliacaoDesempenhoId = useAddressId('avaliacao');
  const [, setAvaliacao] = useAddress('avaliacao');
  const [endereco, setBusca] = useAddress('busca');
  const [digitada, setDigitada] = useState(endereco);
  const [busca] = useDebouncedValue(digitada.trim(), 300);
  return {
    avaliacaoDesempenhoId,
    busca: busca || undefined,
    digitada,
    escolhe: (id: number | null) => setAvaliacao(id === null ? '' : String(id)),
    digita: (texto: string) => {
      setDigitada(texto);
      setBusca(texto.trim());
    },
  };
}

interface Props {
  filtro: ReturnType<typeof useFiltro>;
  /** whose names are looked through */
  placeholder: string;
  /** the list is of one evaluation: there is none to choose */
  deUma?: boolean;
}

/** A person by their name, and one of the evaluations. */
export function Filtro({ filtro, placeholder, deUma = false }: Props) {
  const { data = [] } = useQuery({
    queryKey: ['avaliacoes-desempenho', 'visiveis'],
    queryFn: ({ signal }) =>
      api.get<{ id: number; nome: string }[]>('avaliacao/resultados/avaliacoes', {}, { silent: true, quiet: true, signal }),
    enabled: !deUma,
  });
  const options = data.map(({ id, nome }) => ({ value: id, label: nome }));
  return (
    <Group gap="sm" align="end" mb="md">
      <TextInput
        label="Pessoa"
        placeholder={placeholder}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={filtro.digitada}
        maxLength={200}
        onChange={({ currentTarget }) => filtro.digita(currentTarget.value)}
        style={{ flex: '1 1 220px' }}
        maw={360}
      />
      {options.length > 1 && (
        <div style={{ flex: '1 1 220px', maxWidth: 360 }}>
          <Select<number>
            label="Avaliação"
            placeholder="Todas"
            clearable
            options={options}
            value={filtro.avaliacaoDesempenhoId ?? null}
            onChange={filtro.escolhe}
          />
        </div>
      )}
    </Group>
  );
}
