import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { useTransitions } from '#kit/transition/use-transitions.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { useAddress, useAddressId } from '#kit/ui/use-address.web.ts';
import { naoContrata, situacoesDaSolicitacao, statusDaSolicitacao } from '../solicitacoes/codigos.ts';
import { Barra } from './barra.web.tsx';
import { candidaturas } from './candidaturas.registry.ts';
import { candidaturasView } from './candidaturas.web.tsx';
import { Coluna } from './coluna.web.tsx';
import classes from './quadro.module.css';
import { CANDIDATURAS, type Escolhido, naRota, SELECAO, useMove, useSelecao, useVagas } from './quadro-dados.web.ts';
import { type CandidatoNaSelecao, type EtapaDaSelecao, type Selecao, type VagaEmSelecao } from './selecao.ts';

const VincularDialog = later(() => import('./vincular.web.tsx').then((m) => m.VincularCandidatos));

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
  const [escolhidos, setEscolhidos] = useState<ReadonlyMap<number, Escolhido>>(new Map());
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
    void movePara(escolhidos.has(arrastado.id) ? [...escolhidos.values()] : [arrastado], para);
    setArrastado(null);
  };
  const movePara = async (quais: readonly Escolhido[], para: EtapaDaSelecao) => {
    const isWholeStage = quais.some(({ candidato }) => !candidato);
    const quantos = counted(quais.length, 'candidato', 'candidatos');
    if (isWholeStage && !(await confirm({ message: `Mover ${quantos} para ${para.nome}?`, ok: 'Mover' }))) return;
    limpa();
    await move(quais, para);
  };
  const todosDa = async (etapa: EtapaDaSelecao) => {
    const ids = await api.get<number[]>(`${SELECAO}/${vaga.id}/ids`, { etapa: naRota(etapa.id), busca });
    setEscolhidos(new Map(ids.map((id) => [id, { id, etapa: etapa.id }])));
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
        {vaga.situacao === 'A' && vaga.status !== 'A' && (
          <Pill tone={vaga.status === 'I' ? 'waiting' : 'quiet'}>{statusDaSolicitacao[vaga.status]}</Pill>
        )}
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
      {vaga.situacao === 'A' && naoContrata[vaga.status] && <Text size="sm">{naoContrata[vaga.status]}</Text>}
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
            acoesDe={(cartao) =>
              transicoes.actionsOf(comoRegistro(vaga, cartao)).filter(({ label }) => label !== 'Mudar de etapa')
            }
          />
        ))}
      </div>
      <Barra
        vaga={vaga.id}
        etapas={etapas}
        ids={[...escolhidos.keys()]}
        acoes={transicoes.bulkActions}
        onMove={(para) => void movePara([...escolhidos.values()], para)}
        onEscolhe={(ids) => {
          const ficam = new Set(ids);
          setEscolhidos((antes) => new Map([...antes].filter(([id]) => ficam.has(id))));
        }}
      />
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
const comoRegistro = (vaga: VagaEmSelecao, cartao: CandidatoNaSelecao): RecordRow => ({
  ...cartao,
  vagaAberta: vaga.situacao === 'A',
  resumo: cartao.candidato.nome,
  etapaSeletiva: cartao.etapa,
  solicitacao: vaga.id,
});
