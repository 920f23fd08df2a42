import { ActionIcon, Badge, Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconEdit, IconHistory, IconPlus, IconTrash, IconUser } from '@tabler/icons-react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate, today } from '#kit/br/date.ts';
import { formatMoney, formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namedId } from '#kit/fields/bare.ts';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { RecordWait, readRecord } from '#kit/record/record-wait.web.tsx';
import { StandardForm } from '#kit/record/registry-form.web.tsx';
import type { FormPageProps, ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { useAddressId } from '#kit/ui/use-address.web.ts';
import { type TipoSalario, tiposSalario } from '#modules/estrutura/public.ts';
import { motivos } from '#modules/gestao-talentos/public.ts';
import { colaboradorQueComeca } from './colaborador-input.web.tsx';
import { colaboradores, historicoDeColaborador, historicosColaboradores } from './colaboradores.registry.ts';
import { respostasAoHistorico } from './integracao.web.tsx';

const COLABORADORES = 'cargo-salario/colaboradores';
const HISTORICOS = 'cargo-salario/colaboradores/historicos';
const EDITAR = `${historicosColaboradores.authority}_EDITAR`;

interface Nomeado {
  id: number;
  nome: string;
}

interface Lancamento extends RecordRow {
  data: string;
  ate: string | null;
  motivo: keyof typeof motivos;
  areaOrganizacional: Nomeado;
  faixaSalarial: Nomeado;
  estabelecimento: Nomeado | null;
  ambiente: Nomeado | null;
  funcao: Nomeado | null;
  /** null for readers who may not see salaries */
  tipoSalario: TipoSalario | null;
  indice: Nomeado | null;
  quantidadeIndice: number | null;
  salario: number | null;
  salarioPago: number | null;
  status: string | null;
  tabelaReajuste: Nomeado | null;
}

const pagamento = ({ tipoSalario, indice, quantidadeIndice, salario, salarioPago }: Lancamento): string => {
  if (tipoSalario === null) return '•••';
  const como = `${tiposSalario[tipoSalario]}: `;
  if (tipoSalario === '3') return `${como}${salario === null ? '•••' : formatMoney(salario)}`;
  const pago = salarioPago === null ? '' : ` (${formatMoney(salarioPago)})`;
  if (tipoSalario === '1') return `${como}pela faixa salarial${pago}`;
  return `${como}${quantidadeIndice === null ? '•••' : formatNumber(quantidadeIndice)} × ${indice?.nome ?? 'índice'}${pago}`;
};

/** Somebody's entries, from the newest to the oldest. */
const dosHistoricos = (colaborador: number | string, signal?: AbortSignal) =>
  api.get<{ content: Lancamento[] }>(
    HISTORICOS,
    { colaborador, sort: 'data,desc', page: 0, size: 500 },
    { quiet: true, ...(signal ? { signal } : {}) },
  );

/** The initial values of a new entry: the one in force today (else the newest), without its day and its reason. */
async function comecoDoLancamento(colaborador: number | string): Promise<Record<string, unknown>> {
  const { content } = await dosHistoricos(colaborador);
  const atual = content.find(({ data }) => data <= today()) ?? content[0];
  if (!atual) return {};
  const { areaOrganizacional, faixaSalarial, estabelecimento, ambiente, funcao, tipoSalario, indice, quantidadeIndice, salario } =
    atual;
  return { areaOrganizacional, faixaSalarial, estabelecimento, ambiente, funcao, tipoSalario, indice, quantidadeIndice, salario };
}

const INPUTS = { colaborador: colaboradorQueComeca(comecoDoLancamento) };

/** Row actions of both lists. */
export const acoesDoColaborador = ({ id }: RecordRow): RowAction[] => [
  {
    label: 'Históricos',
    icon: <IconHistory size={18} stroke={1.8} />,
    to: `/${HISTORICOS}?colaborador=${id}`,
    authority: historicosColaboradores.authority,
  },
];
export const acoesDoHistorico = (row: RecordRow): RowAction[] => [
  ...respostasAoHistorico(row),
  {
    label: 'Ver todos do colaborador',
    icon: <IconUser size={18} stroke={1.8} />,
    to: `/${COLABORADORES}/${namedId(row.colaborador)}`,
    authority: colaboradores.authority,
  },
];

export function InserirHistorico(_props: ListPageProps) {
  const can = useCan();
  const [search] = useSearchParams();
  if (!can(EDITAR)) return null;
  const quem = search.get('colaborador');
  return (
    <Button
      component={Link}
      to={`/${HISTORICOS}/new${quem && /^\d+$/.test(quem) ? `?colaborador=${quem}` : ''}`}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      Inserir
    </Button>
  );
}

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
  const remover = async (um: Lancamento) => {
    if (!(await confirmRemoval('Confirma exclusão?'))) return;
    await api.delete(`${HISTORICOS}/${um.id}`).then(
      () => toast.success('Registro removido com sucesso.'),
      () => undefined,
    );
    await queries.invalidateQueries({ queryKey: ['registro'] });
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
          {lista.data.content.map((um) => (
            <Timeline.Item key={um.id} title={<TituloDoLancamento um={um} />}>
              <CorpoDoLancamento um={um} colaborador={id} onRemover={() => void remover(um)} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Page>
  );
}

/** Since when, why, and which confirmation it waits for. */
function TituloDoLancamento({ um }: { um: Lancamento }) {
  return (
    <Group gap="xs">
      <span>{um.ate === null ? `Desde ${formatDate(um.data)}` : `De ${formatDate(um.data)} a ${formatDate(um.ate)}`}</span>
      <Badge variant="light" size="sm">
        {motivos[um.motivo]}
      </Badge>
      {um.status === 'P' && (
        <Badge variant="light" color="yellow" size="sm">
          Aguarda o sistema de pessoal
        </Badge>
      )}
      {um.tabelaReajuste && (
        <Badge
          variant="outline"
          size="sm"
          component={Link}
          to={`/cargo-salario/tabelas-reajustes-colaboradores/${um.tabelaReajuste.id}`}
          style={{ cursor: 'pointer' }}
        >
          {um.tabelaReajuste.nome}
        </Badge>
      )}
    </Group>
  );
}

interface CorpoProps {
  um: Lancamento;
  colaborador: FormPageProps['id'];
  onRemover: () => void;
}

/** Where somebody worked and their salary, with the actions on the entry. */
function CorpoDoLancamento({ um, colaborador, onRemover }: CorpoProps) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Stack gap={0}>
        <Text size="sm">
          {[um.faixaSalarial.nome, um.areaOrganizacional.nome, um.estabelecimento?.nome].filter(Boolean).join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {pagamento(um)}
        </Text>
      </Stack>
      {um.acoes && um.acoes.length > 0 && (
        <Group gap={0} wrap="nowrap">
          {um.acoes.includes('editar') && (
            <ActionIcon
              variant="subtle"
              color="gray"
              component={Link}
              to={`/${HISTORICOS}/${um.id}?colaborador=${colaborador}`}
              aria-label={`Editar o histórico de ${formatDate(um.data)}`}
            >
              <IconEdit size={18} stroke={1.8} />
            </ActionIcon>
          )}
          {um.acoes.includes('excluir') && (
            <ActionIcon
              variant="subtle"
              color="red.8"
              aria-label={`Excluir o histórico de ${formatDate(um.data)}`}
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

/** One entry: a form for whoever may change it, read-only when the entry is locked. */
export function HistoricoPage(props: FormPageProps) {
  const de = useAddressId('colaborador');
  const pessoa = useQuery({
    queryKey: ['opcoes', 'gestao-talentos/talentos', 'ids', de ?? ''],
    queryFn: ({ signal }) => api.get<Nomeado[]>('gestao-talentos/talentos/opcoes', { ids: de }, { signal, quiet: true }),
    enabled: props.id === undefined && de !== undefined,
  });
  const comeco = useQuery({
    queryKey: ['registro', HISTORICOS, 'comeco', de],
    queryFn: de === undefined ? skipToken : () => comecoDoLancamento(de).catch(() => ({})),
    enabled: props.id === undefined && de !== undefined,
  });
  const lido = useQuery({
    queryKey: ['registro', props.path, props.id],
    queryFn: ({ signal }) => readRecord<Lancamento>(props.path, props.id, signal),
    enabled: props.id !== undefined,
  });
  const back = de === undefined ? undefined : `/${COLABORADORES}/${de}`;
  const volta = back === undefined ? {} : { back };
  if (props.id === undefined) {
    if (de !== undefined && !(pessoa.data && comeco.data)) return <ScreenLoading />;
    const initial = {
      tipoSalario: '1',
      ...comeco.data,
      colaborador: pessoa.data?.[0] ?? null,
    };
    return (
      <RecordForm
        {...props}
        {...volta}
        registry={historicoDeColaborador}
        view={{ ...props.view, inputs: INPUTS }}
        title={`Inserir ${historicoDeColaborador.singular}`}
        initial={initial}
      />
    );
  }
  if (!lido.data) return <RecordWait {...props} query={lido} />;
  const edita = lido.data.acoes?.includes('editar') === true;
  return <StandardForm {...props} {...volta} registry={edita ? historicoDeColaborador : historicosColaboradores} />;
}

/** `/colaboradores/historicos/new` is a screen beside a registry that is read-only itself. */
export const NovoHistorico = () => (
  <HistoricoPage path={HISTORICOS} registry={historicosColaboradores} module="Cargos e Salários" />
);
