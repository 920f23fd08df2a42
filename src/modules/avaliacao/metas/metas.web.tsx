import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { newKey } from '#kit/client/sent-once.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { having, optional } from '#kit/fields/field.ts';
import { number } from '#kit/fields/number.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import { formOf } from '#kit/registry/lifecycle.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { IconButton } from '#kit/ui/icon-button.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { dizPercentual } from '../desempenho/questionarios.ts';
import { METAS_NO_PLANO, type MetaDoTalento } from './meta.ts';
import { formaDaMeta, metas, situacoesDaMeta, tonsDaMeta } from './metas.registry.ts';
import { naUnidade, progressoDoResultado } from './progresso.ts';

const transicoes = metas.lifecycle?.transitions ?? {};
type Aberta =
  | { como: 'nova' }
  | { como: 'mudar' | 'contar'; meta: MetaDoTalento }
  | { como: 'mover'; meta: MetaDoTalento; transicao: string };

/** The goals of a talent, of their area and of the company; nothing where the reader may see none. */
export function Metas({ talento, podeIncluir }: { talento: number; podeIncluir: boolean }) {
  const queries = useQueryClient();
  const path = `avaliacao/pdi/${talento}/metas`;
  const key = ['metas', talento];
  const [aberta, setAberta] = useState<Aberta | null>(null);
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<MetaDoTalento[]>(path, {}, { silent: true, signal }),
    retry: false,
  });
  if (!data) return null;
  const reload = () => queries.invalidateQueries({ queryKey: key });
  const close = (isDone: boolean) => {
    setAberta(null);
    if (isDone) void reload();
  };
  const mover = async (meta: MetaDoTalento, transicao: string) => {
    const declared = transicoes[transicao];
    if (!declared) return;
    if (Object.keys(formOf(declared).fields).length > 0) return setAberta({ como: 'mover', meta, transicao });
    if (typeof declared.ask === 'string' && !(await confirm({ message: declared.ask, header: meta.titulo, ok: declared.label })))
      return;
    const done = await api.post(`${path}/${meta.id}/transicao/${transicao}`, { versao: meta.versao }).then(
      () => true,
      () => false,
    );
    if (done) toast.success(declared.done);
    await reload();
  };
  return (
    <Section
      title="Metas"
      note={
        data.length >= METAS_NO_PLANO && `São mostradas ${METAS_NO_PLANO}: as que estão em curso antes das que já terminaram.`
      }
      aside={
        podeIncluir && (
          <Button
            className="vinculo-no-print"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setAberta({ como: 'nova' })}
          >
            Incluir meta
          </Button>
        )
      }
    >
      {data.length === 0 ? (
        <Text c="dimmed">Nenhuma meta: uma meta diz aonde se quer chegar, e por quais resultados se sabe que chegou.</Text>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.map((meta) => (
            <MetaCard
              key={meta.id}
              meta={meta}
              onOpen={(como) => setAberta({ como, meta })}
              onMove={(transicao) => void mover(meta, transicao)}
            />
          ))}
        </Stack>
      )}
      {aberta?.como === 'nova' && <MetaDialog path={path} onClose={close} />}
      {aberta?.como === 'mudar' && <MetaDialog path={path} meta={aberta.meta} onClose={close} />}
      {aberta?.como === 'contar' && <ContarDialog path={path} meta={aberta.meta} onClose={close} />}
      {aberta?.como === 'mover' && <MoverDialog path={path} {...aberta} onClose={close} />}
    </Section>
  );
}

interface CardProps {
  meta: MetaDoTalento;
  onOpen(como: 'mudar' | 'contar'): void;
  onMove(transicao: string): void;
}

function MetaCard({ meta, onOpen, onMove }: CardProps) {
  const { titulo, descricao, area, dataIni, dataFim, progresso, situacao, motivo, resultados } = meta;
  return (
    <Paper component="li" withBorder p="md" style={{ breakInside: 'avoid', overflowWrap: 'anywhere' }}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Group gap="xs" mb={4}>
            <Text fw={600}>{titulo}</Text>
            <Pill tone={tonsDaMeta[situacao]}>{situacoesDaMeta[situacao]}</Pill>
          </Group>
          <Text size="sm" c="dimmed">
            {[area && `Meta de: ${area}`, `${formatDate(dataIni)} a ${formatDate(dataFim)}`].filter(Boolean).join(' · ')}
          </Text>
          {[descricao, motivo && `Motivo do cancelamento: ${motivo}`].filter(Boolean).map((linha) => (
            <Text key={linha} size="sm" mt={6} style={{ whiteSpace: 'pre-line' }}>
              {linha}
            </Text>
          ))}
        </div>
        <Group gap="xs" className="vinculo-no-print">
          {meta.podeContar && (
            <Button size="sm" variant="default" aria-label={`Contar onde está ${titulo}`} onClick={() => onOpen('contar')}>
              Contar onde está
            </Button>
          )}
          {meta.acoes.map((nome) => (
            <Button
              key={nome}
              size="sm"
              variant="default"
              aria-label={`${transicoes[nome]?.label} ${titulo}`}
              onClick={() => onMove(nome)}
            >
              {transicoes[nome]?.label}
            </Button>
          ))}
          {meta.podeEditar && (
            <IconButton icon={IconPencil} tip="Mudar" label={`Mudar ${titulo}`} onClick={() => onOpen('mudar')} />
          )}
        </Group>
      </Group>
      <Andamento nome={titulo} valor={progresso} />
      <Stack component="ul" gap={8} p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {resultados.map((um) => (
          <Group component="li" key={um.id} justify="space-between" gap="0 8px" align="baseline">
            <Text size="sm" miw={0} flex="1 1 150px">
              {um.descricao}
            </Text>
            <Text size="sm" c="dimmed" maw="100%">
              {`${naUnidade(um.atual ?? um.inicio, um.unidade)}, alvo ${naUnidade(um.alvo, um.unidade)} (${dizPercentual(progressoDoResultado(um))} do caminho)`}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

const Andamento = ({ nome, valor }: { nome: string; valor: number }) => (
  <Group gap="sm" mt="sm" wrap="nowrap">
    <Progress value={valor} flex={1} aria-label={`Progresso de ${nome}`} />
    <Text size="sm" fw={600}>
      {dizPercentual(valor)}
    </Text>
  </Group>
);

interface DialogProps {
  path: string;
  onClose(isDone: boolean): void;
}

function MetaDialog({ path, meta, onClose }: DialogProps & { meta?: MetaDoTalento }) {
  const { today } = useCheckContext();
  const key = useRef(newKey());
  return (
    <FormDialog
      form={formaDaMeta}
      title={meta ? 'Mudar a meta' : 'Incluir meta'}
      ok={meta ? 'Salvar' : 'Incluir'}
      start={meta ? { ...meta } : { dataIni: today, dataFim: `${today.slice(0, 4)}-12-31` }}
      send={async (values) => {
        await (meta
          ? api.put(`${path}/${meta.id}`, { ...values, versao: meta.versao }, { silent: true })
          : api.post(path, values, { silent: true, headers: { 'Idempotency-Key': key.current } }));
        toast.success('Meta salva com sucesso.');
      }}
      onClose={onClose}
    />
  );
}

/** Where each key result stands, one input for each. */
function ContarDialog({ path, meta, onClose }: DialogProps & { meta: MetaDoTalento }) {
  const form = useMemo(
    () =>
      defineForm({
        fields: Object.fromEntries(
          meta.resultados.map(({ id, descricao, unidade, inicio, alvo }) => [
            `atual${id}`,
            having(optional(number(unidade ? `${descricao} (${unidade})` : descricao, 2)), {
              hint: `De ${formatNumber(inicio)} a ${formatNumber(alvo)}`,
              span: 12,
            }),
          ]),
        ),
      }),
    [meta],
  );
  const start = useMemo(() => Object.fromEntries(meta.resultados.map(({ id, atual }) => [`atual${id}`, atual])), [meta]);
  return (
    <FormDialog
      form={form}
      title={meta.titulo}
      ok="Salvar"
      start={start}
      send={async (values) => {
        const resultados = meta.resultados.map(({ id }) => ({ id, atual: (values[`atual${id}`] as number | null) ?? null }));
        await api.put(`${path}/${meta.id}/andamento`, { resultados, versao: meta.versao }, { silent: true });
        toast.success('Andamento salvo com sucesso.');
      }}
      onClose={onClose}
    />
  );
}

function MoverDialog({ path, meta, transicao, onClose }: DialogProps & { meta: MetaDoTalento; transicao: string }) {
  const declared = transicoes[transicao];
  if (!declared) return null;
  return (
    <FormDialog
      form={formOf(declared)}
      title={`${declared.label}: ${meta.titulo}`}
      ok={declared.label}
      danger={declared.danger === true}
      send={async (values) => {
        await api.post(`${path}/${meta.id}/transicao/${transicao}`, { ...values, versao: meta.versao }, { silent: true });
        toast.success(declared.done);
      }}
      onClose={onClose}
    />
  );
}
