import { Anchor, Button, Paper, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Aprendizes } from './aprendizes.web.tsx';
import { ContadosModal, type QuaisContados } from './contados.web.tsx';
import { CotaNumeros } from './cota-numeros.web.tsx';
import classes from './cotas.module.css';
import { aplicaHipotese, cotaPcd, SEM_HIPOTESE } from './cotas.rules.ts';
import type { Ocupacao, QuadroDeCotas } from './cotas.ts';
import { Simulacao } from './simulacao.web.tsx';

/** `/gestao-talentos/cotas`: the state of the two quotas, and of simulated ones. */
export function CotasPage() {
  const { empresaId, moduleTitle } = useActing();
  const { data, isError } = useQuery({
    queryKey: ['cotas', empresaId],
    queryFn: () => api.get<QuadroDeCotas>('/api/gestao-talentos/cotas', {}, { quiet: true }),
    retry: false,
  });
  const [contados, setContados] = useState<QuaisContados | null>(null);
  return (
    <Page title="Cotas Legais" breadcrumbs={[{ label: moduleTitle('gestao-talentos') }, { label: 'Cotas Legais' }]}>
      {isError ? (
        <Paper>
          <Empty message="Não foi possível carregar as cotas." />
        </Paper>
      ) : data === undefined ? (
        <ScreenLoading />
      ) : (
        <Stack gap="md">
          <Text c="dimmed" size="sm">
            {data.empresa}, quadro de {formatDate(data.dia)}. Ajuste as simulações para ver o efeito de admissões e desligamentos;
            nada é gravado.
          </Text>
          <Pcd
            quadro={data}
            onShow={() => setContados({ tipo: 'pcd', titulo: 'Contam para a cota de pessoas com deficiência' })}
          />
          <Aprendizes lugares={data.estabelecimentos} onShow={setContados} />
          <Ocupacoes ocupacoes={data.ocupacoes} />
        </Stack>
      )}
      <ContadosModal quais={contados} onClose={() => setContados(null)} />
    </Page>
  );
}

const PCD = {
  title: 'Pessoas com deficiência e reabilitados',
  note: 'Lei 8.213/1991, art. 93: de 100 empregados da empresa em diante, de 2% a 5%, arredondando para cima. Aprendizes não contam.',
};

function Pcd({ quadro, onShow }: { quadro: QuadroDeCotas; onShow: () => void }) {
  const { base, presentes } = quadro.pcd;
  if (presentes !== null) return <PcdPresentes pcd={{ base, presentes }} onShow={onShow} />;
  const { exigidos, percentual } = cotaPcd(base, 0);
  return (
    <Section {...PCD}>
      <Text size="sm">
        A cota exige {formatNumber(exigidos, 0)} ({percentual}%) de {formatNumber(base, 0)} empregados. Quantos contam para ela só
        vê quem pode ver dados de deficiência.
      </Text>
    </Section>
  );
}

function PcdPresentes({ pcd, onShow }: { pcd: { base: number; presentes: number }; onShow: () => void }) {
  const [hipotese, setHipotese] = useState(SEM_HIPOTESE);
  const hoje = cotaPcd(pcd.base, pcd.presentes);
  const depois = aplicaHipotese(pcd, hipotese, 'pcd');
  const cota = cotaPcd(depois.base, depois.presentes);
  return (
    <Section
      {...PCD}
      aside={
        <Button variant="default" size="xs" leftSection={<IconUsers size={16} aria-hidden="true" />} onClick={onShow}>
          Ver quem conta
        </Button>
      }
    >
      <div className={classes.lado}>
        <CotaNumeros
          cota={cota}
          hoje={hoje}
          nomeBase="Empregados"
          vazio="Com menos de 100 empregados a empresa não tem esta cota a cumprir."
        />
        <Simulacao
          hipotese={hipotese}
          onChange={setHipotese}
          limite={Math.max(20, Math.ceil(pcd.base / 2))}
          nomes={{
            admissoes: 'Admitir sem deficiência',
            desligamentos: 'Desligar sem deficiência',
            admissoesDaCota: 'Admitir com deficiência',
            desligamentosDaCota: 'Desligar com deficiência',
          }}
        />
      </div>
      {hipotese.desligamentosDaCota > 0 && cota.faltam > 0 && (
        <Text size="sm" mt="sm">
          A dispensa de quem conta para a cota só pode ocorrer depois da contratação de substituto em condição semelhante.
        </Text>
      )}
    </Section>
  );
}

function Ocupacoes({ ocupacoes }: { ocupacoes: readonly Ocupacao[] }) {
  return (
    <Section
      title="Como a base dos aprendizes foi formada"
      note="Empregados por ocupação (CBO). Ficam fora as funções de nível técnico ou superior e as de direção, gerência ou confiança."
      aside={
        <Anchor component={Link} to="/gestao-talentos/cbos-aprendiz" size="sm">
          CBOs para Efeito de Aprendiz
        </Anchor>
      }
    >
      {ocupacoes.length === 0 ? (
        <Empty message="Nenhum empregado ativo." />
      ) : (
        <PlainTable
          caption="Ocupações dos empregados"
          striped
          minWidth={560}
          rows={ocupacoes}
          keyOf={({ cbo }) => cbo ?? ''}
          columns={[
            { title: 'CBO', cell: ({ cbo }) => cbo ?? '–' },
            { title: 'Ocupação', cell: ({ descricao }) => descricao },
            { title: 'Empregados', figures: true, cell: ({ empregados }) => formatNumber(empregados, 0) },
            { title: 'Entra na base', cell: ({ demanda }) => (demanda ? 'Sim' : 'Não') },
            { title: 'Motivo', cell: ({ motivo, excecao }) => `${motivo}${excecao ? ' (exceção da empresa)' : ''}` },
          ]}
        />
      )}
    </Section>
  );
}
