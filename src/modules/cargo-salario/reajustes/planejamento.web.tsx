import { Alert, Button, Group, Tabs, Text } from '@mantine/core';
import { IconCopy, IconEdit, IconLock, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate, formatInstant } from '#kit/br/date.ts';
import { RecordWait, readRecord } from '#kit/record/record-wait.web.tsx';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps } from '#kit/registry/view.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { cartasDeReajuste } from '../relatorios/realinhamentos.report.ts';
import { copia } from './acoes-planejamento.web.tsx';
import { Aplicacao } from './aplicacao.web.tsx';
import { Conferencia } from './conferencia.web.tsx';
import { LinhasDoPlanejamento } from './linhas-do-planejamento.web.tsx';
import type { Planejamento } from './planejamento-lido.web.ts';
import { Situacao } from './situacao.web.tsx';
import { tabelasReajustes, tiposDeTabela } from './tabelas.registry.ts';

const ABAS = ['linhas', 'conferencia', 'aplicacao'] as const;
/** The three steps are side by side on a phone too. */
const ABA = { base: 8, xs: 'md' };

/** The page of a realignment in three steps: its lines, the check, and the application. */
export function PlanejamentoPage(props: FormPageProps) {
  const [search] = useSearchParams();
  if (props.id === undefined) return <StandardForm {...props} onward={(id) => `/${props.path}/${id}`} />;
  const endereco = `/${props.path}/${props.id}`;
  if (search.get('aba') === 'dados') return <StandardForm {...props} back={endereco} />;
  return <Bancada {...props} id={props.id} />;
}

function Bancada(props: FormPageProps & { id: number }) {
  const { path, id, module } = props;
  const can = useCan();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const aba = ABAS.find((nome) => nome === search.get('aba')) ?? 'linhas';
  const query = useQuery({
    queryKey: ['registro', path, id],
    queryFn: ({ signal }) => readRecord<Planejamento>(path, id, signal),
  });
  const { data, refetch } = query;
  if (!data) return <RecordWait {...props} query={query} />;

  const copiar = async () => {
    const nova = await copia(id);
    if (nova) await navigate(`/${path}/${nova.id}`);
  };
  return (
    <Page
      title={data.nome}
      breadcrumbs={[
        ...(module ? [{ label: module }] : []),
        { label: tabelasReajustes.title, to: `/${path}` },
        { label: data.nome },
      ]}
      actions={
        <>
          {can(cartasDeReajuste.authority) && data.situacao !== 'C' && (
            <Button
              variant="default"
              component={Link}
              to={`/cargo-salario/relatorios/${cartasDeReajuste.id}?tabelaReajusteId=${id}`}
              leftSection={<IconMail size={18} stroke={1.8} aria-hidden />}
            >
              Cartas
            </Button>
          )}
          {can(`${tabelasReajustes.authority}_EDITAR`) && (
            <Button variant="default" leftSection={<IconCopy size={18} stroke={1.8} aria-hidden />} onClick={() => void copiar()}>
              Copiar
            </Button>
          )}
          <Button
            variant="default"
            component={Link}
            to={`/${path}/${id}?aba=dados`}
            leftSection={<IconEdit size={18} stroke={1.8} aria-hidden />}
          >
            Dados do planejamento
          </Button>
        </>
      }
    >
      <Group gap="xs" mb="md">
        <Situacao row={data} value={data.situacao} />
        <Text size="sm">
          {tiposDeTabela[data.tipoReajuste]} · vale a partir de <b>{formatDate(data.data)}</b>
        </Text>
        {data.observacao && (
          <Text size="sm" c="dimmed">
            {data.observacao}
          </Text>
        )}
      </Group>
      {data.situacao === 'C' && (
        <Alert mb="md" color="gray" icon={<IconLock size={18} />} title="Planejamento cancelado">
          {`Cancelado em ${formatInstant(data.canceladaEm ?? '')}: os valores voltaram ao que eram antes dele. Copie-o para continuar a partir destas linhas.`}
        </Alert>
      )}
      <Tabs
        value={aba}
        keepMounted={false}
        onChange={(nova) => setSearch(nova === null || nova === 'linhas' ? {} : { aba: nova }, { replace: true })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="linhas" px={ABA}>
            1. Linhas
          </Tabs.Tab>
          <Tabs.Tab value="conferencia" px={ABA}>
            2. Conferência
          </Tabs.Tab>
          <Tabs.Tab value="aplicacao" px={ABA}>
            3. Aplicação
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="linhas">
          <LinhasDoPlanejamento planejamento={data} />
        </Tabs.Panel>
        <Tabs.Panel value="conferencia">
          <Conferencia path={path} planejamento={data} />
        </Tabs.Panel>
        <Tabs.Panel value="aplicacao">
          <Aplicacao {...props} planejamento={data} onChange={() => void refetch()} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
