import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { IconButton, RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { AcaoDialog, AcompanharDialog } from './acao.web.tsx';
import type { AcaoDoPlano } from './plano.ts';
import { situacoesDaAcao, tonsDaAcao } from './planos-acao.registry.ts';

/** Everything that shows plans begins with this key. */
export const PDI = 'pdi';

type Aberta = { acao: AcaoDoPlano; situacao?: AcaoDoPlano['acompanhamentoSituacao'] };

/** The actions of a plan, each with what may be done with it; `of` says whose they are where they are several people's. */
export function Acoes({ acoes, of = false }: { acoes: readonly AcaoDoPlano[]; of?: boolean }) {
  const queries = useQueryClient();
  const [aberta, setAberta] = useState<Aberta | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: [PDI] });
  const close = (isDone: boolean) => {
    setAberta(null);
    if (isDone) void reload();
  };
  const remove = async ({ id, versao, nome, colaborador }: AcaoDoPlano) => {
    if (!(await confirmRemoval('Tirar esta ação do plano?', nome))) return;
    const done = await api.delete(`avaliacao/pdi/${colaborador.id}/acoes/${id}`, { versao }).then(
      () => true,
      () => false,
    );
    if (done) toast.success('Ação excluída com sucesso.');
    await reload();
  };
  return (
    <>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {acoes.map((acao) => (
          <AcaoCard key={acao.id} acao={acao} of={of} onOpen={setAberta} onRemove={() => void remove(acao)} />
        ))}
      </Stack>
      {aberta && !aberta.situacao && <AcaoDialog talento={aberta.acao.colaborador} acao={aberta.acao} onClose={close} />}
      {aberta?.situacao && <AcompanharDialog acao={aberta.acao} situacao={aberta.situacao} onClose={close} />}
    </>
  );
}

const prazoDe = ({ previsaoInicio, previsaoTermino }: AcaoDoPlano) =>
  previsaoTermino
    ? `${formatDate(previsaoInicio)} a ${formatDate(previsaoTermino)}`
    : `desde ${formatDate(previsaoInicio)}, sem prazo`;

interface CardProps {
  acao: AcaoDoPlano;
  of: boolean;
  onOpen(aberta: Aberta): void;
  onRemove(): void;
}

function AcaoCard({ acao, of, onOpen, onRemove }: CardProps) {
  const { nome, meta, acompanhamentoSituacao: situacao, acompanhamentoObservacao: nota, competencia, avaliacaoDesempenho } = acao;
  const linhas: (string | false | null)[] = [
    of && `Plano de ${acao.colaborador.nome}`,
    prazoDe(acao),
    `Responsável: ${acao.responsavel}`,
    competencia && `Competência: ${competencia.nome}`,
    avaliacaoDesempenho && `Avaliação: ${avaliacaoDesempenho.nome}`,
    acao.acompanhamentoTermino && `Concluída em ${formatDate(acao.acompanhamentoTermino)}`,
  ];
  return (
    <Paper component="li" withBorder p="md" style={{ breakInside: 'avoid', overflowWrap: 'anywhere' }}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Group gap="xs" mb={4}>
            <Text fw={600}>{nome}</Text>
            <Pill tone={tonsDaAcao[situacao]}>{situacoesDaAcao[situacao]}</Pill>
            {acao.atrasada && <Pill tone="bad">Atrasada</Pill>}
          </Group>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {meta}
          </Text>
          <Text size="sm" c="dimmed" mt={6}>
            {linhas.filter(Boolean).join(' · ')}
          </Text>
          {nota && (
            <Text size="sm" mt={6} style={{ whiteSpace: 'pre-line' }}>
              {`Acompanhamento: ${nota}`}
            </Text>
          )}
        </div>
        <Group gap="xs" className="vinculo-no-print">
          {acao.podeAcompanhar && situacao === 'I' && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              aria-label={`Começar ${nome}`}
              onClick={() => onOpen({ acao, situacao: 'A' })}
            >
              Começar
            </Button>
          )}
          {acao.podeAcompanhar && situacao !== 'I' && (
            <Button
              size="sm"
              variant="default"
              aria-label={`${situacao === 'C' ? 'Corrigir' : 'Contar como vai'} ${nome}`}
              onClick={() => onOpen({ acao, situacao })}
            >
              {situacao === 'C' ? 'Corrigir' : 'Contar como vai'}
            </Button>
          )}
          {acao.podeAcompanhar && situacao === 'A' && (
            <Button
              size="sm"
              variant="light"
              leftSection={<IconCheck size={16} aria-hidden />}
              aria-label={`Concluir ${nome}`}
              onClick={() => onOpen({ acao, situacao: 'C' })}
            >
              Concluir
            </Button>
          )}
          {acao.podeEditar && (
            <IconButton icon={IconPencil} tip="Mudar" label={`Mudar ${nome}`} onClick={() => onOpen({ acao })} />
          )}
          {acao.podeEditar && <RemoveButton of={nome} onClick={onRemove} />}
        </Group>
      </Group>
    </Paper>
  );
}

/** How far a plan has come, in a bar and in words. */
export function Andamento({ acoes, concluidas, atrasadas }: { acoes: number; concluidas: number; atrasadas: number }) {
  if (acoes === 0)
    return (
      <Text size="sm" c="dimmed">
        Sem ações
      </Text>
    );
  const words = `${concluidas} de ${counted(acoes, 'ação concluída', 'ações concluídas')}`;
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Text size="sm">{words}</Text>
        {atrasadas > 0 && <Pill tone="bad">{counted(atrasadas, 'atrasada', 'atrasadas')}</Pill>}
      </Group>
      <Progress value={(concluidas / acoes) * 100} aria-label={words} />
    </div>
  );
}
