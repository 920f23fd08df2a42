import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber, formatPercentage } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { CONTAGEM_GUARDADA, MENOR_GRUPO } from '#modules/gestao-talentos/public.ts';
import { Figuras, TabelaPorArea } from './figuras.web.tsx';
import { deNumeros, Grade } from './grade.web.tsx';
import { reajustesColaboradores } from './linhas.registry.ts';
import type { GrupoDeEquidade, NaoAlcancado, TotalFolha } from './painel.ts';
import type { Planejamento } from './planejamento-lido.web.ts';

interface Props {
  path: string;
  planejamento: Planejamento;
}

/** The check before applying: payroll before and after, obstacles, each area's share, and women's pay beside men's. */
export function Conferencia({ path, planejamento }: Props) {
  const queries = useQueryClient();
  const { id } = planejamento;
  const folha = useQuery({
    queryKey: ['planejamento', id, 'folha'],
    queryFn: ({ signal }) => api.get<TotalFolha>(`${path}/${id}/total-folha`, {}, { quiet: true, signal }),
    gcTime: 0,
  });
  const grupos = useQuery({
    queryKey: ['planejamento', id, 'equidade'],
    queryFn: ({ signal }) => api.get<GrupoDeEquidade[]>(`${path}/${id}/equidade`, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  if (!folha.data) return folha.isError ? <Text>Não foi possível calcular a folha.</Text> : <ScreenLoading />;
  const denovo = () => queries.invalidateQueries({ queryKey: ['planejamento', id] });
  return (
    <Stack gap="md">
      <Figuras totais={folha.data} teto={folha.data.teto} retroativo={folha.data.retroativo} />
      <Avisos path={path} planejamento={planejamento} folha={folha.data} onChange={() => void denovo()} />
      <Section title="Por área organizacional">
        <Text size="sm" c="dimmed" mb="sm">
          A folha soma o que recebem todos os vínculos, também estagiários e sócios, que um reajuste coletivo não alcança.
        </Text>
        <TabelaPorArea areas={folha.data.areas} />
      </Section>
      {grupos.data && (
        <Section title="Equidade entre mulheres e homens">
          <Equidade grupos={grupos.data} />
        </Section>
      )}
    </Stack>
  );
}

function Avisos({ path, planejamento, folha, onChange }: Props & { folha: TotalFolha; onChange: () => void }) {
  const can = useCan();
  const { avisos } = folha;
  const emPlano = planejamento.situacao === 'P';
  const exclui = emPlano && can(`${reajustesColaboradores.authority}_EXCLUIR`);

  const remover = async (motivo: string, pergunta: string) => {
    if (!(await confirmRemoval(pergunta))) return;
    const feito = await api
      .post<{ removidas: number }>(`${path}/${planejamento.id}/remover-linhas?motivo=${motivo}`)
      .catch(() => null);
    if (feito) toast.success(counted(feito.removidas, 'linha removida.', 'linhas removidas.'));
    onChange();
  };
  const recalcular = async () => {
    await api.post(`${path}/${planejamento.id}/recalcular`).catch(() => null);
    onChange();
  };
  const botao = (motivo: string, rotulo: string, pergunta: string) =>
    exclui && (
      <Button size="compact-sm" variant="default" onClick={() => void remover(motivo, pergunta)}>
        {rotulo}
      </Button>
    );

  if (planejamento.situacao !== 'P') return null;
  const semSalario = avisos.semSalario ?? 0;
  const reducoes = avisos.reducoes ?? 0;
  const desatualizadas = avisos.desatualizadas ?? 0;
  const itens = [
    folha.naoAplica !== null && { chave: 'nao-aplica', texto: folha.naoAplica },
    folha.acimaDoTeto === true && {
      chave: 'teto',
      texto: 'O aumento passa do teto deste planejamento: aplicar exige uma autorização própria.',
    },
    avisos.emDuplicidade > 0 && {
      chave: 'duplicidade',
      texto: `${counted(avisos.emDuplicidade, 'linha', 'linhas')} de talentos que aparecem mais de uma vez.`,
      acao: botao('duplicadas', 'Manter só a primeira', 'Remover as linhas repetidas, mantendo a primeira de cada talento?'),
    },
    avisos.desligados > 0 && {
      chave: 'desligados',
      texto: `${counted(avisos.desligados, 'linha', 'linhas')} de talentos desligados até ${formatDate(planejamento.data)}.`,
      acao: botao('desligados', 'Remover desligados', 'Remover as linhas dos talentos desligados?'),
    },
    semSalario > 0 && {
      chave: 'salario',
      texto: `${counted(semSalario, 'linha', 'linhas')} sem salário proposto: falta o valor da faixa ou do índice na data.`,
      acao: botao('sem-salario', 'Remover sem salário', 'Remover as linhas sem salário proposto?'),
    },
    avisos.historicosPosteriores > 0 && {
      chave: 'historicos',
      texto: `${counted(avisos.historicosPosteriores, 'linha tem', 'linhas têm')} histórico em ${formatDate(planejamento.data)} ou depois: não podem ser aplicadas nessa data.`,
    },
    reducoes > 0 && {
      chave: 'reducoes',
      texto: `${counted(reducoes, 'linha reduz', 'linhas reduzem')} o salário. A lei só permite redução por acordo ou convenção coletiva.`,
    },
    desatualizadas > 0 && {
      chave: 'desatualizadas',
      texto: `${counted(desatualizadas, 'linha mudou', 'linhas mudaram')} desde que foram calculadas. Recalcule e confira as propostas antes de aplicar.`,
      acao: can('ROLE_CAD_TABELA_REAJUSTE_EDITAR') && (
        <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => void recalcular()}>
          Recalcular
        </Button>
      ),
    },
  ].filter((item) => item !== false);
  // A reader of some areas may see none of its lines.
  if (folha.naoAplica === null && avisos.linhasColaboradores + avisos.linhasFaixas + avisos.linhasIndices === 0)
    return (
      <Alert color="blue" icon={<IconInfoCircle size={18} />} title="Este planejamento ainda não tem linhas">
        Insira-as uma a uma ou por um reajuste coletivo, na etapa 1. Linhas: aqui se vê depois o que muda na folha.
      </Alert>
    );
  const fora = folha.naoAlcancados;
  const esquecidos = fora > 0 && <NaoAlcancados path={path} planejamento={planejamento} total={fora} />;
  // A promotion means some people; a dissídio means everybody.
  const deTodos = planejamento.tipoReajuste === 'D';
  if (itens.length === 0 && fora > 0)
    return (
      <Alert
        color={deTodos ? 'orange' : 'blue'}
        icon={deTodos ? <IconAlertTriangle size={18} /> : <IconInfoCircle size={18} />}
        title={deTodos ? 'Nem todos são alcançados' : 'Nada impede a aplicação'}
      >
        {esquecidos}
      </Alert>
    );
  if (itens.length === 0)
    return (
      <Alert color="green" icon={<IconCircleCheck size={18} />} title="Nada impede a aplicação">
        {`${counted(avisos.linhasColaboradores, 'linha', 'linhas')} de colaboradores, ${formatNumber(avisos.linhasFaixas)} de faixas salariais e ${formatNumber(avisos.linhasIndices)} de índices.`}
      </Alert>
    );
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={18} />} title="Confira antes de aplicar">
      <List spacing={8} listStyleType="none" p={0}>
        {itens.map(({ chave, texto, ...resto }) => (
          <List.Item key={chave}>
            <Group gap="sm">
              <span>{texto}</span>
              {'acao' in resto && resto.acao}
            </Group>
          </List.Item>
        ))}
      </List>
      {esquecidos}
    </Alert>
  );
}

/** How many people the plan leaves as they are, who they are, and the way to include them. */
function NaoAlcancados({ path, planejamento, total }: Props & { total: number }) {
  const can = useCan();
  const [mostra, setMostra] = useState(false);
  const { id } = planejamento;
  const { data } = useQuery({
    queryKey: ['planejamento', id, 'nao-alcancados'],
    queryFn: ({ signal }) => api.get<NaoAlcancado[]>(`${path}/${id}/nao-alcancados`, {}, { signal, quiet: true }),
    enabled: mostra,
  });
  return (
    <Stack gap="xs" mt={4}>
      <Group gap="sm">
        <Text size="sm">
          {counted(
            total,
            'talento não alcançado: fica com o salário que tem.',
            'talentos não alcançados: ficam com o salário que têm.',
          )}
        </Text>
        <Button size="compact-sm" variant="default" aria-expanded={mostra} onClick={() => setMostra(!mostra)}>
          {mostra ? 'Esconder' : 'Ver quem'}
        </Button>
        {can(`${reajustesColaboradores.authority}_EDITAR`) && can('ROLE_VER_SALARIO') && (
          <Button
            size="compact-sm"
            variant="default"
            component={Link}
            to={`/cargo-salario/movimentacao-reajuste-coletivo/colaborador?planejamento=${id}`}
          >
            Incluir por reajuste coletivo
          </Button>
        )}
      </Group>
      {mostra && data && <PorMotivo gente={data} total={total} />}
    </Stack>
  );
}

function PorMotivo({ gente, total }: { gente: readonly NaoAlcancado[]; total: number }) {
  const motivos = [...new Set(gente.map(({ motivo }) => motivo))];
  return (
    <>
      {motivos.map((motivo) => {
        const deles = gente.filter((talento) => talento.motivo === motivo);
        return (
          <div key={motivo}>
            <Text size="sm" fw={600}>{`${motivo}: ${formatNumber(deles.length)}`}</Text>
            <Text size="sm" mah={220} style={{ overflowY: 'auto' }} tabIndex={0}>
              {deles.map(({ nome }) => nome).join(', ')}
            </Text>
          </div>
        );
      })}
      {total > gente.length && <Text size="sm">{`E mais ${formatNumber(total - gente.length)}.`}</Text>}
    </>
  );
}

const contagem = (quantos: number | null) => (quantos === null ? CONTAGEM_GUARDADA : formatNumber(quantos));
const razao = (valor: number | null) => (valor === null ? '—' : formatPercentage(valor * 100, 2));

function Equidade({ grupos }: { grupos: readonly GrupoDeEquidade[] }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {`Salário médio das mulheres em relação ao dos homens, por grande grupo do CBO de hoje: 100% é igualdade. Contam os empregados, como no relatório de transparência salarial; de menos de ${MENOR_GRUPO} mulheres ou homens nada é mostrado, nem do que os deixaria deduzir.`}
      </Text>
      <Grade
        rotulo="Equidade entre mulheres e homens"
        primeira="Grande grupo"
        colunas={deNumeros('Mulheres', 'Homens', 'Antes', 'Depois')}
        linhas={grupos.map(({ grupo, nome, mulheres, homens, razaoAtual, razaoProposta }) => ({
          chave: grupo,
          nome: grupo === '' ? nome : `${grupo} – ${nome}`,
          valores: [contagem(mulheres), contagem(homens), razao(razaoAtual), razao(razaoProposta)],
        }))}
      />
    </>
  );
}
