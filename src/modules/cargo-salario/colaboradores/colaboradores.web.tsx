import { ActionIcon, Badge, Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { RecordWait, readRecord } from '#kit/record/record-wait.web.tsx';
import type { FormPageProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { askToRemove } from '#kit/ui/removal.web.ts';
import { motivos } from '#modules/gestao-talentos/public.ts';
import { colaboradores, historicosColaboradores } from './colaboradores.registry.ts';
import { COLABORADORES, dosHistoricos, HISTORICOS, type Lancamento, type Nomeado, pagamento } from './lancamentos.web.ts';

const EDITAR = `${historicosColaboradores.authority}_EDITAR`;

/** One person's entries from the newest to the oldest: position, place and salary. */
export function ColaboradorPage(props: FormPageProps) {
  const { path, id, module } = props;
  const can = useCan();
  const queries = useQueryClient();
  const pessoa = useQuery({
    queryKey: ['registro', path, id],
    queryFn: ({ signal }) =>
      readRecord<RecordRow & { nome: string; faixaAtual: Nomeado | null; areaAtual: Nomeado | null }>(path, id, signal),
  });
  const veHistoricos = can(historicosColaboradores.authority);
  const lista = useQuery({
    queryKey: ['registro', HISTORICOS, 'lista', { colaborador: id }],
    queryFn: id === undefined ? skipToken : ({ signal }) => dosHistoricos(id, signal),
    enabled: veHistoricos,
  });
  if (!pessoa.data) return <RecordWait {...props} query={pessoa} />;
  const { nome, faixaAtual, areaAtual } = pessoa.data;
  const remover = async (lancamento: Lancamento) => {
    const what = { what: `${nome}: a partir de ${formatDate(lancamento.data)}` };
    if (await askToRemove(`${HISTORICOS}/${lancamento.id}`, what)) await queries.invalidateQueries({ queryKey: ['registro'] });
  };
  return (
    <Page
      title={nome}
      breadcrumbs={[
        ...(module ? [{ label: module }] : []),
        { label: colaboradores.title, to: `/${COLABORADORES}` },
        { label: nome },
      ]}
      actions={
        can(EDITAR) && (
          <Button component={Link} to={`/${HISTORICOS}/new?colaborador=${id}`} leftSection={<IconPlus size={18} aria-hidden />}>
            Inserir histórico
          </Button>
        )
      }
    >
      <Text mb="lg" c="dimmed">
        {[faixaAtual?.nome, areaAtual?.nome].filter(Boolean).join(' · ')}
      </Text>
      {!veHistoricos && <Empty message="Você não tem autorização para ver os históricos." />}
      {lista.data?.content.length === 0 && <Empty />}
      {lista.data && lista.data.content.length > 0 && (
        <Timeline bulletSize={18} lineWidth={2} active={0}>
          {lista.data.content.map((lancamento) => (
            <Timeline.Item key={lancamento.id} title={<TituloDoLancamento lancamento={lancamento} />}>
              <CorpoDoLancamento lancamento={lancamento} colaborador={id} onRemover={() => void remover(lancamento)} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Page>
  );
}

/** Since when, why, and which confirmation it waits for. */
function TituloDoLancamento({ lancamento }: { lancamento: Lancamento }) {
  return (
    <Group gap="xs">
      <span>
        {lancamento.ate === null
          ? `Desde ${formatDate(lancamento.data)}`
          : `De ${formatDate(lancamento.data)} a ${formatDate(lancamento.ate)}`}
      </span>
      <Badge variant="light" size="sm">
        {motivos[lancamento.motivo]}
      </Badge>
      {lancamento.status === 'P' && (
        <Badge variant="light" color="yellow" size="sm">
          Aguarda o sistema de pessoal
        </Badge>
      )}
      {lancamento.tabelaReajuste && (
        <Badge
          variant="outline"
          size="sm"
          component={Link}
          to={`/cargo-salario/tabelas-reajustes-colaboradores/${lancamento.tabelaReajuste.id}`}
          style={{ cursor: 'pointer' }}
        >
          {lancamento.tabelaReajuste.nome}
        </Badge>
      )}
    </Group>
  );
}

interface CorpoProps {
  lancamento: Lancamento;
  colaborador: FormPageProps['id'];
  onRemover: () => void;
}

/** Where somebody worked and their salary, with the actions on the entry. */
function CorpoDoLancamento({ lancamento, colaborador, onRemover }: CorpoProps) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Stack gap={0}>
        <Text size="sm">
          {[lancamento.faixaSalarial.nome, lancamento.areaOrganizacional.nome, lancamento.estabelecimento?.nome]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {pagamento(lancamento)}
        </Text>
      </Stack>
      {lancamento.acoes && lancamento.acoes.length > 0 && (
        <Group gap={0} wrap="nowrap">
          {lancamento.acoes.includes('editar') && (
            <ActionIcon
              variant="subtle"
              color="gray"
              component={Link}
              to={`/${HISTORICOS}/${lancamento.id}?colaborador=${colaborador}`}
              aria-label={`Editar o histórico de ${formatDate(lancamento.data)}`}
            >
              <IconEdit size={18} stroke={1.8} />
            </ActionIcon>
          )}
          {lancamento.acoes.includes('excluir') && (
            <ActionIcon
              variant="subtle"
              color="red.8"
              aria-label={`Excluir o histórico de ${formatDate(lancamento.data)}`}
              onClick={onRemover}
            >
              <IconTrash size={18} stroke={1.8} />
            </ActionIcon>
          )}
        </Group>
      )}
    </Group>
  );
}
