import { Paper, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress } from '#kit/ui/use-address.web.ts';
import { useSession } from '#platform/session/session.web.tsx';
import { boxes, useBox } from './caixas-query.web.ts';
import { MessageList } from './message-list.web.tsx';

/** SCR-011, `/mensagens?tipo=…`: all messages of a box, and which of them one also wants by mail. */
export function MessagesPage() {
  const empresaId = useSession().empresa?.id;
  const isPhone = usePhone();
  const [asked, ask] = useAddress('tipo');
  const { data, isError, isFetching, refetch } = useQuery({ ...boxes(empresaId), refetchOnMount: 'always' });
  const caixas = data?.caixas ?? [];
  const caixa = caixas.find(({ tipo }) => tipo === asked) ?? caixas[0];
  return (
    <Page title="Mensagens" breadcrumbs={[{ label: 'Mensagens' }]}>
      <Stack gap="md">
        {caixas.length > 1 && caixa && (
          <SegmentedControl
            aria-label="Caixa"
            // Names of modules in a row are wider than a phone.
            {...(isPhone ? { orientation: 'vertical' as const } : { style: { alignSelf: 'start' } })}
            data={caixas.map(({ tipo, titulo }) => ({ value: tipo, label: titulo }))}
            value={caixa.tipo}
            onChange={ask}
          />
        )}
        {isError ? (
          <Paper>
            <Fault message="Não foi possível carregar as mensagens." isBusy={isFetching} onRetry={refetch} />
          </Paper>
        ) : caixa ? (
          <Box key={caixa.tipo} empresaId={empresaId} tipo={caixa.tipo} titulo={caixa.titulo} />
        ) : data ? (
          <Paper>
            <Empty message="Nenhuma caixa de mensagens: elas chegam dos módulos que você usa." />
          </Paper>
        ) : (
          <ScreenLoading />
        )}
        <Preferences />
      </Stack>
    </Page>
  );
}

function Box({ empresaId, tipo, titulo }: { empresaId: number | undefined; tipo: string; titulo: string }) {
  const { data, isError, isFetching, refetch } = useBox(empresaId, tipo);
  const mensagens = data?.[0]?.mensagens ?? [];
  return (
    <Section title={titulo}>
      {isError ? (
        <Fault message="Não foi possível carregar as mensagens." isBusy={isFetching} onRetry={refetch} />
      ) : data === undefined ? (
        <ScreenLoading />
      ) : mensagens.length === 0 ? (
        <Text c="dimmed" size="sm">
          Parabéns! Você leu todas as mensagens da caixa.
        </Text>
      ) : (
        <MessageList mensagens={mensagens} label={`Mensagens de ${titulo}`} />
      )}
    </Section>
  );
}

interface Preference {
  tipo: string;
  titulo: string;
  email: boolean;
  resumo: boolean;
}

const PREFERENCES = '/api/userinfo/mensagens/preferencias';

function Preferences() {
  const queries = useQueryClient();
  const queryKey = ['mensagens', 'preferencias'];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Preference[]>(PREFERENCES, {}, { quiet: true, silent: true, signal }),
  });
  if (data.length === 0) return null;
  const wish = async (tipo: string, email: boolean) => {
    await api.put(PREFERENCES, { tipo, email }, { quiet: true }).catch(() => undefined);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Section title="Também por e-mail" note="O que chega às caixas acima, e você quer receber no seu e-mail.">
      <Stack gap="sm">
        {data.map(({ tipo, titulo, email, resumo }) => (
          <Switch
            key={tipo}
            label={titulo}
            {...(resumo ? { description: 'Uma vez por dia, com as outras.' } : {})}
            checked={email}
            onChange={(event) => void wish(tipo, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Section>
  );
}
