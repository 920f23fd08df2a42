import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate, formatInstant } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { ApiError, api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { Pill } from '#kit/fields/cells.web.tsx';
import { type Task, TaskProgress } from '#kit/jobs/task.web.tsx';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { dinheiro, Figuras } from './figuras.web.tsx';
import { deNumeros, Grade } from './grade.web.tsx';
import type { TotalFolha } from './painel.ts';
import type { Planejamento } from './planejamento-lido.web.ts';

interface Props {
  path: string;
  planejamento: Planejamento;
  onChange: () => void;
}

interface Problema {
  titulo: string;
  texto: string;
}

/** What did not happen, as its notice is headed. */
const NAO_FEITO = 'O reajuste não foi feito: nada mudou';
const NAO_CANCELADO = 'O reajuste não foi cancelado: nada mudou';

const TIPOS = [
  { nome: 'Índices', um: 'índice', caminho: 'aplicar-indices', campo: 'indicesAplicadosEm', linhas: 'linhasIndices' },
  {
    nome: 'Faixas salariais',
    um: 'faixa salarial',
    caminho: 'aplicar-faixas-salariais',
    campo: 'faixasAplicadasEm',
    linhas: 'linhasFaixas',
  },
  {
    nome: 'Colaboradores',
    um: 'colaborador',
    caminho: 'aplicar-colaboradores',
    campo: 'colaboradoresAplicadosEm',
    linhas: 'linhasColaboradores',
  },
] as const;
const lista = new Intl.ListFormat('pt-BR');

const CANCELAR = 'cancelar-reajuste';
const RESPONDER = 'integracao-ac';
const FEITO: Readonly<Record<string, string>> = {
  [CANCELAR]: 'Reajuste cancelado com sucesso.',
  [RESPONDER]: 'Reajuste confirmado com sucesso.',
};

/** The codes that this screen tells by itself, where the button is. */
const PROPRIOS = ['REAJUSTE_IMPEDIDO', 'CANCELAMENTO_IMPEDIDO', 'ACIMA_DO_TETO'];

/** Applies the kinds of line that wait, one by one or together; takes an applied table back. */
export function Aplicacao({ path, planejamento, onChange }: Props) {
  const can = useCan();
  const queries = useQueryClient();
  const [problema, setProblema] = useState<Problema | null>(null);
  const [tarefa, setTarefa] = useState<{ id: number; rotulo: string; naoFeito: string } | null>(null);
  const { id, situacao } = planejamento;
  const folha = useQuery({
    queryKey: ['planejamento', id, 'folha'],
    queryFn: ({ signal }) => api.get<TotalFolha>(`${path}/${id}/total-folha`, {}, { signal }),
    gcTime: 0,
  });
  if (!folha.data) return folha.isError ? <Text>Não foi possível calcular a folha.</Text> : <ScreenLoading />;
  const { avisos } = folha.data;
  const faltam = TIPOS.filter(({ campo, linhas }) => planejamento[campo] === null && avisos[linhas] > 0);

  const mudou = async () => {
    await queries.invalidateQueries({ queryKey: ['planejamento', id] });
    await queries.invalidateQueries({ queryKey: ['registro'] });
    onChange();
  };
  const envia = async (caminho: string, corpo: object, rotulo: string): Promise<ApiError | null> => {
    setProblema(null);
    try {
      const resposta = await api.post<{ tarefaId?: number } | undefined>(`${path}/${id}/${caminho}`, corpo, { silent: PROPRIOS });
      if (resposta?.tarefaId !== undefined)
        setTarefa({ id: resposta.tarefaId, rotulo, naoFeito: caminho === CANCELAR ? NAO_CANCELADO : NAO_FEITO });
      else {
        toast.success(FEITO[caminho] ?? 'Reajuste aplicado com sucesso.');
        await mudou();
      }
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (PROPRIOS.includes(error.code)) {
        setProblema({ titulo: caminho === CANCELAR ? NAO_CANCELADO : NAO_FEITO, texto: error.message });
        // Somebody else may have applied it or taken it back in the meantime.
        await mudou();
      }
      return error;
    }
  };
  const aplicar = async (caminho: string, nome: string) => {
    const vao = faltam.filter((tipo) => caminho === 'aplicar' || tipo.caminho === caminho);
    const quantos = lista.format(vao.map((tipo) => counted(avisos[tipo.linhas], tipo.um, tipo.nome.toLowerCase())));
    const parte = faltam.length > vao.length ? ', com todas as linhas do planejamento' : '';
    const pergunta = `Aplicar o reajuste de ${quantos}? Os novos valores passam a valer em ${formatDate(planejamento.data)}. Diferença na folha do mês${parte}: ${dinheiro(folha.data.diferenca)}.`;
    if (!(await confirm({ message: pergunta, ok: 'Aplicar' }))) return;
    const falha = await envia(caminho, {}, `Aplicando ${nome}`);
    const podeAutorizar = (falha?.body as { podeAutorizar?: boolean } | undefined)?.podeAutorizar === true;
    if (falha?.code !== 'ACIMA_DO_TETO' || !podeAutorizar) return;
    if (await confirm({ message: `${falha.message} Autorizar assim mesmo?`, ok: 'Autorizar e aplicar', danger: true }))
      await envia(caminho, { autorizarTeto: true }, `Aplicando ${nome}`);
  };
  const cancelar = async () => {
    const pergunta =
      'Cancelar este reajuste? Os históricos que ele criou são excluídos e os salários, faixas e índices voltam exatamente ao que eram.';
    if (await confirm({ message: pergunta, ok: 'Cancelar reajuste', cancel: 'Voltar', danger: true }))
      await envia(CANCELAR, {}, 'Cancelando o reajuste');
  };
  const confirmar = async () => {
    const pergunta =
      'Confirmar este reajuste pelo sistema de pessoal? Depois disso ele não pode mais ser cancelado aqui, e os históricos que criou só mudam nele.';
    if (await confirm({ message: pergunta, ok: 'Confirmar reajuste', cancel: 'Voltar' }))
      await envia(RESPONDER, { acao: 'CONFIRMAR' }, 'Confirmando o reajuste');
  };
  const fim = (feita: Task) => {
    const titulo = tarefa?.naoFeito ?? NAO_FEITO;
    setTarefa(null);
    if (feita.estado === 'concluida') toast.success(feita.mensagem ?? 'Reajuste aplicado com sucesso.');
    else if (feita.estado === 'falhou') setProblema({ titulo, texto: feita.mensagem ?? 'A tarefa falhou.' });
    else toast.info('Tarefa cancelada: nada mudou.');
    void mudou();
  };

  const podeAplicar = situacao !== 'C' && can('ROLE_APLICAR_REAJUSTE') && tarefa === null;
  return (
    <Stack gap="md">
      <Figuras totais={folha.data} teto={folha.data.teto} retroativo={folha.data.retroativo} />
      {problema !== null && (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertCircle size={18} />}
          title={problema.titulo}
          withCloseButton
          closeButtonLabel="Fechar aviso"
          onClose={() => setProblema(null)}
        >
          {problema.texto}
        </Alert>
      )}
      {tarefa && (
        <Paper p="md">
          <TaskProgress tarefaId={tarefa.id} label={tarefa.rotulo} onEnd={fim} />
        </Paper>
      )}
      <Paper component="section" p="md" aria-label="Aplicação">
        <Grade
          rotulo="Linhas a aplicar"
          primeira="Linhas"
          colunas={[
            ...deNumeros('Quantidade'),
            { chave: 'situacao', titulo: 'Situação', nome: 'Situação', texto: true },
            ...(podeAplicar ? deNumeros('Ação') : []),
          ]}
          linhas={TIPOS.map(({ nome, caminho, campo, linhas }) => {
            const quando = planejamento[campo];
            const naoFeita = situacao === 'C' ? 'Não aplicadas' : 'A aplicar';
            const situacaoDaLinha = avisos[linhas] > 0 ? naoFeita : 'Sem linhas';
            return {
              chave: caminho,
              nome,
              valores: [
                formatNumber(avisos[linhas]),
                quando === null ? (
                  situacaoDaLinha
                ) : (
                  <Pill tone={situacao === 'C' ? 'quiet' : 'good'}>{`Aplicadas em ${formatInstant(quando)}`}</Pill>
                ),
                podeAplicar && quando === null && avisos[linhas] > 0 ? (
                  <Button size="xs" variant="default" onClick={() => void aplicar(caminho, nome.toLowerCase())}>
                    {`Aplicar ${nome.toLowerCase()}`}
                  </Button>
                ) : null,
              ],
            };
          })}
        />
        {planejamento.aguardaPessoal && (
          <Text size="sm" mt="md">
            Os novos valores já valem; os históricos aguardam a confirmação do sistema de pessoal, e até ela o reajuste pode ser
            cancelado.
          </Text>
        )}
        <Group justify="flex-end" mt="md">
          {planejamento.aguardaPessoal && can('ROLE_INTEGRACAO_PESSOAL') && tarefa === null && (
            <Button variant="default" leftSection={<IconCircleCheck size={18} aria-hidden />} onClick={() => void confirmar()}>
              Confirmar reajuste
            </Button>
          )}
          {situacao === 'A' && can('ROLE_CANCELAR_REAJUSTE') && tarefa === null && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={() => void cancelar()}
            >
              Cancelar reajuste
            </Button>
          )}
          {podeAplicar && faltam.length > 0 && (
            <Button
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              onClick={() => void aplicar('aplicar', 'todas as linhas')}
            >
              Aplicar tudo
            </Button>
          )}
        </Group>
        {podeAplicar && faltam.length > 1 && (
          <Text size="sm" c="dimmed" mt="xs" ta="right">
            Tudo ou nada: primeiro os índices, depois as faixas e, por fim, os colaboradores.
          </Text>
        )}
      </Paper>
    </Stack>
  );
}
