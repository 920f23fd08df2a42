import { ActionIcon, Button, Group, Menu, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconColumns3, IconDotsVertical, IconSearch, IconUserPlus, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { useAddress, useAddressId } from '#kit/ui/use-address.web.ts';
import { situacoesDaSolicitacao } from '../solicitacoes/codigos.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { candidaturasView } from './candidaturas.web.tsx';
import { Cartao } from './cartao.web.tsx';
import classes from './quadro.module.css';
import { CANDIDATURAS, naRota, SELECAO, useColuna, useMove, useSelecao, useVagas } from './quadro-dados.web.ts';
import {
  type CandidatoNaSelecao,
  type EtapaDaSelecao,
  MAXIMO_DE_FINALISTAS,
  type Selecao,
  type VagaEmSelecao,
} from './selecao.ts';

const VincularDialog = later(() => import('./vincular.web.tsx').then((m) => m.VincularCandidatos));
const CARD = 104;

/** `/captacao/selecao`: the candidates of a vacancy, stage by stage. */
export function SelecaoPage() {
  const { moduleTitle } = useActing();
  const vagas = useVagas();
  const pedida = useAddressId('vaga');
  const [, escolhe] = useAddress('vaga');
  const id = pedida ?? vagas.data?.find(({ situacao }) => situacao === 'A')?.id ?? vagas.data?.[0]?.id;
  const lida = useSelecao(id);
  const { selecao } = lida;
  const nenhuma = vagas.isSuccess && id === undefined;
  return (
    <Page title="Seleção" breadcrumbs={[{ label: moduleTitle('captacao') }, { label: 'Seleção' }]}>
      {nenhuma && (
        <Empty
          message="Nenhuma vaga tem seleção ainda."
          why="Uma vaga recebe candidatos quando a sua solicitação é aprovada."
          action={
            <Button component={Link} variant="default" to="/captacao/solicitacoes-pessoal">
              Ver as solicitações
            </Button>
          }
        />
      )}
      {(vagas.isError || selecao.isError) && !selecao.data && (
        <Fault message="Não foi possível carregar a seleção." onRetry={selecao.refetch} isBusy={selecao.isFetching} />
      )}
      {!selecao.data && !nenhuma && !vagas.isError && !selecao.isError && <ScreenLoading />}
      {selecao.data && (
        <Quadro key={selecao.data.vaga.id} {...lida} dados={selecao.data} vagas={vagas.data ?? []} onVaga={escolhe} />
      )}
    </Page>
  );
}

const rotulo = ({ descricao, area, situacao, id }: VagaEmSelecao) =>
  [`${id} · ${descricao}`, area, situacao === 'A' ? undefined : situacoesDaSolicitacao[situacao].toLowerCase()]
    .filter(Boolean)
    .join(' · ');

interface QuadroProps extends ReturnType<typeof useSelecao> {
  dados: Selecao;
  vagas: readonly VagaEmSelecao[];
  onVaga(id: string): void;
}

function Quadro({ dados, vagas, onVaga, sabe, refaz }: QuadroProps) {
  const { vaga, etapas, encerradas } = dados;
  const can = useCan();
  const podeEditar = can(`${candidaturas.authority}_EDITAR`) && vaga.situacao === 'A';
  const [digitado, setDigitado] = useState('');
  const [busca] = useDebouncedValue(digitado, 300);
  const [arrastado, setArrastado] = useState<CandidatoNaSelecao | null>(null);
  const [escolhidos, setEscolhidos] = useState<ReadonlyMap<number, CandidatoNaSelecao | null>>(new Map());
  const [vincula, setVincula] = useState(false);
  const move = useMove(vaga.id, busca, { sabe, refaz });
  const transicoes = useTransitions({ path: CANDIDATURAS, registry: candidaturas, view: candidaturasView }, refaz);
  const limpa = () => setEscolhidos(new Map());
  const alterna = (cartao: CandidatoNaSelecao) =>
    setEscolhidos((antes) => {
      const novos = new Map(antes);
      if (!novos.delete(cartao.id)) novos.set(cartao.id, cartao);
      return novos;
    });
  /** A dropped card takes along whoever is selected with it. */
  const solta = (para: EtapaDaSelecao) => {
    if (!arrastado) return;
    const juntos = escolhidos.has(arrastado.id);
    void movePara(juntos ? escolhidos : new Map([[arrastado.id, arrastado]]), para);
    setArrastado(null);
  };
  const movePara = async (quais: ReadonlyMap<number, CandidatoNaSelecao | null>, para: EtapaDaSelecao) => {
    const conhecidos = [...quais.values()].filter((um) => um !== null);
    const outros = [...quais].filter(([, um]) => um === null).map(([id]) => id);
    limpa();
    await move(conhecidos, para, outros);
  };
  const todosDa = async (etapa: EtapaDaSelecao) => {
    const ids = await api.get<number[]>(`${SELECAO}/${vaga.id}/ids`, { etapa: naRota(etapa.id), busca });
    setEscolhidos(new Map(ids.map((id) => [id, null])));
  };
  return (
    <Stack gap="md">
      <Group gap="md" align="flex-end" justify="space-between">
        <Select
          label="Vaga"
          className="vinculo-no-print"
          w={{ base: '100%', sm: 420 }}
          searchable
          allowDeselect={false}
          nothingFoundMessage="Sem resultados encontrados"
          value={String(vaga.id)}
          data={(vagas.some(({ id }) => id === vaga.id) ? vagas : [...vagas, vaga]).map((uma) => ({
            value: String(uma.id),
            label: rotulo(uma),
          }))}
          onChange={(id) => id && onVaga(id)}
        />
        <Group gap="xs">
          <TextInput
            aria-label="Buscar candidato na seleção"
            placeholder="Buscar na seleção"
            w={{ base: '100%', xs: 240 }}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={digitado}
            onChange={(event) => setDigitado(event.currentTarget.value)}
          />
          {podeEditar && (
            <Button leftSection={<IconUserPlus size={18} stroke={1.8} aria-hidden />} onClick={() => setVincula(true)}>
              Vincular candidatos
            </Button>
          )}
        </Group>
      </Group>
      <Group gap="xs">
        <Pill tone={vaga.situacao === 'A' ? 'good' : 'quiet'}>{situacoesDaSolicitacao[vaga.situacao]}</Pill>
        <Text size="sm" c="dimmed" role="status">
          {[
            `${vaga.preenchidas} de ${counted(vaga.quantidade, 'vaga preenchida', 'vagas preenchidas')}`,
            counted(vaga.emSelecao, 'candidato em seleção', 'candidatos em seleção'),
          ].join(' · ')}
        </Text>
        {(['C', 'N', 'D'] as const)
          .filter((situacao) => encerradas[situacao] > 0)
          .map((situacao) => (
            <Text
              key={situacao}
              size="sm"
              component={Link}
              to={`/${CANDIDATURAS}?solicitacao=${vaga.id}&situacao=${situacao}`}
              c="dimmed"
              td="underline"
            >
              {
                {
                  C: counted(encerradas.C, 'contratado', 'contratados'),
                  N: counted(encerradas.N, 'não selecionado', 'não selecionados'),
                  D: counted(encerradas.D, 'desistência', 'desistências'),
                }[situacao]
              }
            </Text>
          ))}
        <Text size="sm" component={Link} to={`/${CANDIDATURAS}?solicitacao=${vaga.id}`} c="dimmed" td="underline">
          Ver em lista
        </Text>
      </Group>
      {podeEditar && (
        <Text size="sm" c="dimmed" className="vinculo-no-print" visibleFrom="sm">
          Arraste um candidato para outra etapa, use o seu menu, ou, no nome, Ctrl e uma seta.
        </Text>
      )}
      <div className={classes.board} role="group" aria-label="Etapas da seleção">
        {etapas.map((etapa, lugar) => (
          <Coluna
            key={etapa.id ?? 0}
            vaga={vaga.id}
            etapa={etapa}
            etapas={etapas}
            busca={busca}
            arrastado={arrastado}
            escolhidos={escolhidos}
            onEscolhe={podeEditar ? alterna : undefined}
            onTodos={podeEditar ? () => void todosDa(etapa) : undefined}
            onArrasta={setArrastado}
            onSolta={() => solta(etapa)}
            onMove={(cartao, para) => move([cartao], para)}
            aoLado={(passo) => etapas[lugar + passo]}
            acoesDe={(cartao) => transicoes.actionsOf(comoRegistro(cartao)).filter(({ label }) => label !== 'Mudar de etapa')}
          />
        ))}
      </div>
      {escolhidos.size > 0 && (
        <section className={classes.bar} aria-label="Ações dos selecionados">
          <Text size="sm" fw={500} role="status">
            {counted(escolhidos.size, 'selecionado', 'selecionados')}
          </Text>
          <Menu position="top-start" withinPortal>
            <Menu.Target>
              <Button size="xs" leftSection={<IconArrowRight size={14} aria-hidden />}>
                Mover para
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
              {etapas.map((etapa) => (
                <Menu.Item key={etapa.id ?? 0} onClick={() => void movePara(escolhidos, etapa)}>
                  {etapa.nome}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          {escolhidos.size >= 2 && escolhidos.size <= MAXIMO_DE_FINALISTAS && (
            <Button
              size="xs"
              variant="default"
              component={Link}
              to={`/captacao/selecao/comparar?vaga=${vaga.id}&ids=${[...escolhidos.keys()].join(',')}`}
              leftSection={<IconColumns3 size={14} aria-hidden />}
            >
              Comparar
            </Button>
          )}
          {escolhidos.size <= 500 &&
            transicoes.bulkActions.map(({ name, label, ask }) => (
              <Button
                key={name}
                size="xs"
                variant="default"
                onClick={() =>
                  ask({
                    ids: [...escolhidos.keys()],
                    onEnd: (falhas) => setEscolhidos((antes) => new Map(falhas.map(({ id }) => [id, antes.get(id) ?? null]))),
                  })
                }
              >
                {label}
              </Button>
            ))}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={limpa}
          >
            Limpar
          </Button>
        </section>
      )}
      {transicoes.dialog}
      {vincula && (
        <VincularDialog
          vaga={vaga}
          onClose={(mudou) => {
            setVincula(false);
            if (mudou) void refaz();
          }}
        />
      )}
    </Stack>
  );
}

/** A card as the registry's own actions take it. */
const comoRegistro = (cartao: CandidatoNaSelecao): RecordRow => ({
  ...cartao,
  resumo: cartao.candidato.nome,
  etapaSeletiva: cartao.etapa,
});

interface ColunaProps {
  vaga: number;
  etapa: EtapaDaSelecao;
  etapas: readonly EtapaDaSelecao[];
  busca: string;
  arrastado: CandidatoNaSelecao | null;
  escolhidos: ReadonlyMap<number, CandidatoNaSelecao | null>;
  onEscolhe: ((cartao: CandidatoNaSelecao) => void) | undefined;
  onTodos: (() => void) | undefined;
  onArrasta(cartao: CandidatoNaSelecao | null): void;
  onSolta(): void;
  onMove(cartao: CandidatoNaSelecao, para: EtapaDaSelecao): unknown;
  aoLado(passo: -1 | 1): EtapaDaSelecao | undefined;
  acoesDe(cartao: CandidatoNaSelecao): ReturnType<ReturnType<typeof useTransitions>['actionsOf']>;
}

function Coluna(props: ColunaProps) {
  const { vaga, etapa, etapas, busca, arrastado, escolhidos, onEscolhe, onTodos, onArrasta, onSolta, onMove, aoLado, acoesDe } =
    props;
  const pages = useColuna(vaga, etapa.id, busca);
  const rows = pages.data?.pages.flatMap(({ content }) => content) ?? [];
  const scroller = useRef<HTMLDivElement>(null);
  const titulo = useRef<HTMLHeadingElement>(null);
  const [sobre, setSobre] = useState(false);
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD,
    getItemKey: (place) => rows[place]?.id ?? place,
    overscan: 6,
  });
  const items = shown.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - 15) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const aceita = arrastado !== null && arrastado.etapa !== etapa.id;
  /** The focus goes on to whoever takes the place of a card that left. */
  const passa = (place: number, para: EtapaDaSelecao) => {
    const proximo = rows[place + 1] ?? rows[place - 1];
    const cartao = rows[place];
    if (!cartao) return;
    void onMove(cartao, para);
    const alvo = proximo && scroller.current?.querySelector<HTMLElement>(`[data-candidatura="${proximo.id}"]`);
    (alvo ?? titulo.current)?.focus();
  };
  const total = busca === '' ? etapa.total : (pages.data?.pages[0]?.totalElements ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu and the keys of a card offer the same
    <section
      className={classes.column}
      aria-label={etapa.nome}
      data-drop={aceita || undefined}
      data-over={(aceita && sobre) || undefined}
      onDragOver={(event: DragEvent) => {
        if (!aceita) return;
        event.preventDefault();
        if (!sobre) setSobre(true);
      }}
      onDragLeave={() => setSobre(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setSobre(false);
        if (aceita) onSolta();
      }}
    >
      <div className={classes.head}>
        <h2 className={classes.title} title={etapa.nome} ref={titulo} tabIndex={-1}>
          {etapa.nome}
        </h2>
        <span className={classes.count} role="status" aria-label={`${etapa.nome}: ${counted(total, 'candidato', 'candidatos')}`}>
          {total.toLocaleString('pt-BR')}
        </span>
        {onTodos && total > 0 && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                c="var(--mantine-color-text)"
                size={28}
                aria-label={`Ações da etapa ${etapa.nome}`}
              >
                <IconDotsVertical size={16} stroke={1.8} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onTodos}>Selecionar todos</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <div ref={scroller} className={classes.cards}>
        {pages.isSuccess && rows.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="lg">
            {busca === '' ? 'Ninguém nesta etapa' : 'Ninguém com este nome'}
          </Text>
        )}
        {pages.isError && <Fault message="Não foi possível carregar." onRetry={pages.refetch} isBusy={pages.isFetching} />}
        <ul style={{ height: shown.getTotalSize() }} aria-label={`Candidatos em ${etapa.nome}`}>
          {items.map(({ index, start, key }) => {
            const cartao = rows[index];
            return (
              cartao && (
                <li key={key} data-index={index} ref={shown.measureElement} style={{ transform: `translateY(${start}px)` }}>
                  <Cartao
                    cartao={cartao}
                    etapas={etapas}
                    acoes={acoesDe(cartao)}
                    isDragged={arrastado?.id === cartao.id}
                    isChosen={escolhidos.has(cartao.id)}
                    onChoose={onEscolhe && (() => onEscolhe(cartao))}
                    onMove={(para) => passa(index, para)}
                    onStep={(passo) => {
                      const para = aoLado(passo);
                      if (para) passa(index, para);
                    }}
                    onDrag={onArrasta}
                  />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}
