import { Text } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Fault } from '#kit/ui/fault.web.tsx';
import { LinkCards } from '#kit/ui/link-cards.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';

interface Pronto {
  id: string;
  nome: string;
  /** the same, or with a number while a profile of that name stands */
  nomeLivre: string;
  descricao: string;
  /** those that the actor may grant */
  autoridades: string[];
  /** how many they may not */
  faltam: number;
}

export const useProntos = (isAsked = true) =>
  useQuery({
    queryKey: ['perfis-prontos'],
    queryFn: () => api.get<Pronto[]>('/api/utilitario/perfis-prontos', {}, { quiet: true }),
    enabled: isAsked,
    retry: false,
  });

/** The screen of the ready-made profiles: each leads to the form of an editable copy. */
export function PerfisProntos() {
  const { data, isPending, isError, refetch } = useProntos();
  return (
    <Page
      title="Perfis Prontos"
      breadcrumbs={[{ label: 'Utilitário' }, { label: 'Perfis', to: '/utilitario/perfis' }, { label: 'Perfis Prontos' }]}
    >
      <Text c="dimmed" mb="md" maw={720}>
        Escolha um perfil para começar: ele vira uma cópia sua, que você ajusta antes de salvar. Nada muda no que já existe.
      </Text>
      {isPending && <Waiting />}
      {isError && <Fault message="Não foi possível carregar os perfis prontos." onRetry={() => void refetch()} />}
      {data && (
        <LinkCards
          words={['perfil', 'perfis']}
          cards={data.map(({ id, nome, descricao, autoridades, faltam }) => ({
            to: `/utilitario/perfis/new?pronto=${id}`,
            title: nome,
            description: `${descricao} ${counted(autoridades.length, 'autorização', 'autorizações')}${faltam > 0 ? `, sem ${faltam} que você não tem` : ''}.`,
            icon: <IconUserShield size={22} stroke={1.6} />,
          }))}
        />
      )}
    </Page>
  );
}
