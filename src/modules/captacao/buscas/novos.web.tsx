import { Anchor, Text } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { OriginChip } from '#kit/list/origin-chip.web.tsx';
import { leNovos, NOVOS_DA_BUSCA } from './novos.ts';

interface Novos {
  nome: string;
  dia: string | null;
  quantos: number;
}

/** Of how many candidates a search told, the last time or on a day. */
const useNovos = (busca: number | undefined, dia: string | null) =>
  useQuery({
    queryKey: ['registro', 'captacao/buscas-candidatos', 'novos', busca, dia],
    queryFn: ({ signal }) =>
      api.get<Novos>(`captacao/buscas-candidatos/${busca}/novos`, dia ? { dia } : {}, { quiet: true, silent: true, signal }),
    enabled: busca !== undefined,
    retry: false,
  }).data;

/** Says that the list is of those of whom a saved search told. */
export function ChipDosNovos({ texto, onRemove }: { texto: string; onRemove: () => void }) {
  const lidos = leNovos(texto);
  const data = useNovos(lidos?.busca, lidos?.dia ?? null);
  const quando = data?.dia ? ` de ${formatDate(data.dia)}` : '';
  return (
    <OriginChip
      icon={IconBellRinging}
      words={data ? `Novos da busca “${data.nome}”${quando}` : 'Novos de uma busca salva'}
      onRemove={onRemove}
    />
  );
}

/** The way from a saved search to those of whom it told the last time. */
export function UltimosNovos({ busca }: { busca: number }) {
  const data = useNovos(busca, null);
  if (!data) return null;
  if (!data.dia)
    return (
      <Text size="sm" c="dimmed">
        Esta busca ainda não avisou de ninguém.
      </Text>
    );
  return (
    <Anchor component={Link} to={`/captacao/candidatos?${NOVOS_DA_BUSCA}=${busca}`} size="sm" display="block">
      {`Ver só os novos do último aviso (${counted(data.quantos, 'candidato', 'candidatos')}, em ${formatDate(data.dia)})`}
    </Anchor>
  );
}
