import {
  ActionIcon,
  Alert,
  Anchor,
  Box,
  Button,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  Paper,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconDots, IconFileUpload, IconSearch, IconUserPlus, IconUsersPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { useImportDialog } from '#kit/import/use-import-dialog.web.tsx';
import type { PanelProps } from '#kit/registry/view.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { IconButton } from '#kit/ui/icon-button.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { Pages } from '#kit/ui/pages.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { type Papel, papeis, papeisDe, varios } from './papeis.ts';
import { participantes } from './participantes.registry.ts';
import type { AvaliadoComAvaliadores, PaginaDeAvaliados } from './participantes.wire.ts';

const Montar = later(() => import('./montar.web.tsx').then((m) => m.Montar));
const Avaliador = later(() => import('./avaliador.web.tsx').then((m) => m.Avaliador));

const POR_PAGINA = 50;
const { authority } = participantes;
const PARTICIPANTES = `avaliacao/${participantes.id}`;

const filtros = {
  '': 'Todos os avaliados',
  avaliador: 'Sem avaliador',
  competencias: 'Sem competências configuradas',
  resposta: 'Com resposta por chegar',
} as const;

/** The actions on several evaluated (SCR-383), with what they ask and say. */
const emLote = {
  'incluir-autoavaliacao': {
    label: 'Incluir autoavaliação',
    done: 'Autoavaliações adicionadas com sucesso!',
    ask: undefined,
  },
  'remover-avaliadores': {
    label: 'Remover avaliadores',
    done: 'Avaliadores removidos com sucesso, exceto os que possuem respostas.',
    ask: 'Os avaliadores destas pessoas deixam de responder. Quem já respondeu fica.',
  },
  'remover-avaliados': {
    label: 'Remover avaliados',
    done: 'Avaliados removidos com sucesso!',
    ask: 'Estas pessoas deixam de ser avaliadas, e os seus avaliadores deixam de responder sobre elas.',
  },
} as const;
type Lote = keyof typeof emLote;

/** Who is evaluated, by whom, and who has answered. */
export function Participantes({ record }: PanelProps) {
  const can = useCan();
  const queries = useQueryClient();
  const [busca, setBusca] = useState('');
  const [sem, setSem] = useState<keyof typeof filtros>('');
  const [pagina, setPagina] = useState(0);
  const [marcados, setMarcados] = useState<ReadonlySet<number>>(new Set());
  const [aberto, setAberto] = useState<'montar' | { de: AvaliadoComAvaliadores } | null>(null);
  const [procurada] = useDebouncedValue(busca.trim(), 300);
  const path = `avaliacao/avaliacoes-desempenho/${record.id}`;
  const key = ['registro', 'avaliacao/avaliacoes-desempenho', record.id, 'participantes'];
  const reload = () => queries.invalidateQueries({ queryKey: ['registro', 'avaliacao/avaliacoes-desempenho'] });
  const [importar, importando] = useImportDialog(PARTICIPANTES, participantes, reload);
  const { data, isError, isFetching, isPending, refetch } = useQuery({
    queryKey: [...key, procurada, sem, pagina],
    queryFn: ({ signal }) =>
      api.get<PaginaDeAvaliados>(
        `${path}/participantes`,
        { pagina, ...(procurada ? { busca: procurada } : {}), ...(sem ? { sem } : {}) },
        { quiet: true, silent: true, signal },
      ),
    placeholderData: keepPreviousData,
    enabled: can(authority),
    retry: false,
  });
  if (!can(authority)) return <Empty message="Você não tem autorização para ver os participantes." />;
  if (isError) return <Fault message="Não foi possível carregar os participantes." onRetry={refetch} isBusy={isFetching} />;
  if (isPending) return <Waiting height={240} />;

  const { situacao, anonima } = record;
  const muda = can(`${authority}_EDITAR`) && situacao !== 'C';
  const permitidos = papeisDe({
    tipo: String(record.tipo),
    formato: typeof record.formato === 'string' ? record.formato : null,
    permiteAutoAvaliacao: record.permiteAutoAvaliacao === true,
  });
  const filtra = (what: () => void) => {
    what();
    setPagina(0);
    setMarcados(new Set());
  };
  const faz = async (acao: Lote, ids: readonly number[], quem: string) => {
    const { label, done, ask } = emLote[acao];
    if (ask && !(await confirm({ header: `${label}: ${quem}`, message: ask, ok: label, danger: true }))) return;
    const went = await api
      .post(`${PARTICIPANTES}/${acao}`, { avaliacaoDesempenhoId: record.id, colaboradoresIds: ids })
      .then(() => true)
      .catch(() => false);
    if (!went) return;
    toast.success(done);
    setMarcados(new Set());
    await reload();
  };
  const marca = (ids: readonly number[], on: boolean) =>
    setMarcados((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  const acoes: readonly Lote[] = permitidos.includes('U')
    ? namesOf(emLote)
    : namesOf(emLote).filter((acao) => acao !== 'incluir-autoavaliacao');
  const { total, pares, respondidas, avaliados } = data;
  const nada = total === 0 && procurada === '' && sem === '';
  const daPagina = avaliados.map(({ id }) => id);
  const incluir = muda && (
    <Button leftSection={<IconUsersPlus size={18} aria-hidden />} onClick={() => setAberto('montar')}>
      Incluir participantes
    </Button>
  );
  return (
    <Stack gap="md">
      {nada ? (
        <Empty
          message="Ninguém é avaliado ainda."
          why="Escolha pessoas, áreas ou cargos: quem avalia cada uma vem da hierarquia, e é mostrado antes de incluir."
          action={
            muda && (
              <Group justify="center">
                {incluir}
                <Button variant="default" leftSection={<IconFileUpload size={18} aria-hidden />} onClick={importar}>
                  Importar planilha
                </Button>
              </Group>
            )
          }
        />
      ) : (
        <>
          <Resumo
            total={total}
            pares={pares}
            respondidas={respondidas}
            foiLiberada={situacao !== 'N'}
            filtrada={procurada !== '' || sem !== ''}
          />
          {anonima === true && situacao === 'N' && (
            <Alert variant="light" color="gray" c="var(--mantine-color-text)">
              Numa avaliação anônima, pares, subordinados e avaliadores só contam quando são ao menos três por avaliado.
            </Alert>
          )}
          <Group gap="sm" align="end">
            <TextInput
              flex="1 1 220px"
              aria-label="Procurar avaliado ou avaliador"
              placeholder="Procurar avaliado ou avaliador"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={busca}
              onChange={({ currentTarget: { value } }) => filtra(() => setBusca(value))}
            />
            <NativeSelect
              aria-label="Mostrar"
              data={namesOf(filtros).map((value) => ({ value, label: filtros[value] }))}
              value={sem}
              onChange={({ currentTarget: { value } }) => filtra(() => setSem(value as keyof typeof filtros))}
            />
          </Group>
          {muda && (
            <Group gap="sm">
              <Checkbox
                label={marcados.size === 0 ? 'Selecionar esta página' : counted(marcados.size, 'selecionado', 'selecionados')}
                checked={daPagina.length > 0 && daPagina.every((id) => marcados.has(id))}
                indeterminate={marcados.size > 0 && !daPagina.every((id) => marcados.has(id))}
                disabled={daPagina.length === 0}
                onChange={({ currentTarget: { checked } }) => (checked ? marca(daPagina, true) : setMarcados(new Set()))}
                style={{ marginInlineEnd: 'auto' }}
              />
              {marcados.size === 0 ? (
                <>
                  <Button variant="default" leftSection={<IconFileUpload size={18} aria-hidden />} onClick={importar}>
                    Importar planilha
                  </Button>
                  {incluir}
                </>
              ) : (
                acoes.map((acao) => (
                  <Button
                    key={acao}
                    variant="default"
                    onClick={() => void faz(acao, [...marcados], counted(marcados.size, 'pessoa', 'pessoas'))}
                  >
                    {emLote[acao].label}
                  </Button>
                ))
              )}
            </Group>
          )}
          {avaliados.length === 0 ? (
            <Empty message="Nenhum avaliado assim." />
          ) : (
            <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Avaliados">
              {avaliados.map((avaliado) => (
                <Avaliado
                  key={avaliado.id}
                  avaliado={avaliado}
                  muda={muda}
                  isMarked={marcados.has(avaliado.id)}
                  onMark={(on) => marca([avaliado.id], on)}
                  onAdd={() => setAberto({ de: avaliado })}
                  acoes={acoes}
                  onAct={(acao) => void faz(acao, [avaliado.id], avaliado.nome)}
                />
              ))}
            </Stack>
          )}
          <Pages total={Math.ceil(total / POR_PAGINA)} page={pagina} onChange={setPagina} />
        </>
      )}
      {aberto === 'montar' && (
        <Montar
          path={path}
          permitidos={permitidos}
          onClose={(isDone) => {
            setAberto(null);
            if (isDone) void reload();
          }}
        />
      )}
      {aberto !== null && aberto !== 'montar' && (
        <Avaliador
          avaliacaoId={record.id}
          avaliado={aberto.de}
          permitidos={permitidos}
          onClose={(isDone) => {
            setAberto(null);
            if (isDone) void reload();
          }}
        />
      )}
      {importando}
    </Stack>
  );
}

const porcento = (n: number, de: number) => (de === 0 ? 0 : Math.round((100 * n) / de));

function Resumo(props: { total: number; pares: number; respondidas: number; foiLiberada: boolean; filtrada: boolean }) {
  const { total, pares, respondidas, foiLiberada, filtrada } = props;
  const taxa = porcento(respondidas, pares);
  return (
    <div>
      <Group align="baseline" gap="xs">
        {foiLiberada && <Text fz={32} fw={700} lh={1.1}>{`${taxa}%`}</Text>}
        <Text>
          {foiLiberada
            ? `${respondidas.toLocaleString('pt-BR')} de ${counted(pares, 'avaliação respondida', 'avaliações respondidas')}`
            : counted(pares, 'avaliação a responder', 'avaliações a responder')}
          {filtrada ? '' : ` sobre ${counted(total, 'pessoa', 'pessoas')}`}
        </Text>
      </Group>
      {foiLiberada && <Progress value={taxa} mt="xs" aria-label="Respondidas" />}
    </div>
  );
}

interface AvaliadoProps {
  avaliado: AvaliadoComAvaliadores;
  muda: boolean;
  isMarked: boolean;
  onMark: (on: boolean) => void;
  onAdd: () => void;
  acoes: readonly Lote[];
  onAct: (acao: Lote) => void;
}

function Avaliado({ avaliado, muda, isMarked, onMark, onAdd, acoes, onAct }: AvaliadoProps) {
  const { nome, area, cargo, semCompetencias, avaliadores } = avaliado;
  const porPapel = Map.groupBy(avaliadores, ({ tipo }) => tipo);
  return (
    <Paper component="li" withBorder p="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {muda && (
          <Checkbox
            mt={2}
            aria-label={`Selecionar ${nome}`}
            checked={isMarked}
            onChange={({ currentTarget: { checked } }) => onMark(checked)}
          />
        )}
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {nome}
            </Text>
            {avaliadores.length === 0 && <Pill tone="bad">Sem avaliador</Pill>}
            {semCompetencias && <Pill tone="waiting">Sem competências</Pill>}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[cargo, area].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {muda && (
          <Group gap={4} wrap="nowrap">
            <IconButton icon={IconUserPlus} tip="Incluir avaliador" label={`Incluir avaliador de ${nome}`} onClick={onAdd} />
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" aria-label={`Mais ações sobre ${nome}`}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {acoes.map((acao) => (
                  <Menu.Item
                    key={acao}
                    {...(acao === 'incluir-autoavaliacao' ? {} : { color: 'red.8' })}
                    onClick={() => onAct(acao)}
                  >
                    {acao === 'remover-avaliados' ? 'Remover dos avaliados' : emLote[acao].label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
      </Group>
      <Box mt={4} pl={muda ? { base: 0, xs: 32 } : 0}>
        {(namesOf(papeis) as Papel[]).map((papel) => {
          const deles = porPapel.get(papel);
          return deles && <NoPapel key={papel} papel={papel} avaliadores={deles} />;
        })}
      </Box>
    </Paper>
  );
}

/** The evaluators of one role, as a sentence that wraps like any other. */
const NoPapel = ({ papel, avaliadores }: { papel: Papel; avaliadores: AvaliadoComAvaliadores['avaliadores'] }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    <Text span inherit c="dimmed">
      {`${avaliadores.length > 1 ? varios[papel] : papeis[papel]}: `}
    </Text>
    {avaliadores.map(({ participanteId, nome, peso, estado }, n) => (
      <Fragment key={participanteId}>
        {n > 0 && ', '}
        <Anchor component={Link} to={`/${PARTICIPANTES}/${participanteId}`} inherit py={2} display="inline-block">
          {papel === 'U' ? 'a própria pessoa' : nome}
        </Anchor>
        {peso === 1 ? '' : ` (peso ${peso})`}
        {estado === 'R' && (
          <IconCheck
            size={14}
            stroke={2.5}
            aria-label="respondida"
            style={{ marginInlineStart: 2, verticalAlign: '-2px', color: 'var(--mantine-color-green-text)' }}
          />
        )}
      </Fragment>
    ))}
  </Text>
);
