import { Alert, Button, FileInput, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#kit/http/client.web.ts';
import { confirm } from '#kit/ui/confirm.web.tsx';
import { toast } from '#kit/ui/toast.web.ts';
import { type Analysis, ColumnMap, FaultGrid } from './import-faults.web.tsx';
import type { AnyRegistry } from './registry.ts';
import { type Task, TaskProgress } from './task.web.tsx';

interface Props {
  path: string;
  registry: AnyRegistry;
  onClose: () => void;
}

interface Corrections {
  mapa?: Record<string, string | null>;
  celulas?: { linha: number; campo: string; valor: string }[];
}

type Mode = 'inserir' | 'inserirOuAtualizar';

type Step =
  | { at: 'file' }
  | { at: 'analysing'; tarefaId: number | string; importacaoId: number | string }
  | { at: 'faults'; analysis: Analysis }
  | { at: 'applying'; tarefaId: number | string; importacaoId: number | string }
  | { at: 'done'; importacaoId: number | string; message: string }
  | { at: 'undoing'; tarefaId: number | string };

/** What takes long goes on as a task; its result is asked for by the import's number. */
interface Handed {
  tarefaId: number | string;
  importacaoId: number | string;
}

const quiet = { quiet: true } as const;

/** Import from a spreadsheet: try out, mend the faults, apply, undo. */
export function ImportDialog({ path, registry, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<Step>({ at: 'file' });
  const [modo, setModo] = useState<Mode>('inserir');
  const [busy, setBusy] = useState(false);

  // Whatever fails was told by the client; the dialog stays where it is.
  const during = async <T,>(work: Promise<T>): Promise<T | null> => {
    setBusy(true);
    const result = await work.catch(() => null);
    setBusy(false);
    return result;
  };

  const analyse = async () => {
    if (!file) return;
    const body = new FormData();
    body.append('arquivo', file);
    take(await during(api.post<Analysis | Handed>(`${path}/importar/analisar`, body)));
  };
  const take = (answer: Analysis | Handed | null) => {
    if (!answer) return;
    if ('colunas' in answer) setStep({ at: 'faults', analysis: answer });
    else setStep({ at: 'analysing', tarefaId: answer.tarefaId, importacaoId: answer.importacaoId });
  };
  const analysed = async (task: Task, importacaoId: number | string) => {
    if (task.estado === 'falhou') toast.error(task.mensagem ?? 'Não foi possível ler a planilha.');
    const analysis =
      task.estado === 'concluida' ? await during(api.get<Analysis>(`${path}/importar/${importacaoId}`, {}, quiet)) : null;
    setStep(analysis ? { at: 'faults', analysis } : { at: 'file' });
  };
  const correct = async (importacaoId: Analysis['importacaoId'], body: Corrections) =>
    take(await during(api.post<Analysis | Handed>(`${path}/importar/${importacaoId}/corrigir`, body, quiet)));
  const apply = async ({ importacaoId, validos, total }: Analysis) => {
    if (validos < total) {
      const skipped = total - validos;
      const yes = await confirm({
        message: `${skipped === 1 ? '1 linha com erro não será importada' : `${skipped} linhas com erro não serão importadas`}. Deseja continuar?`,
        ok: 'Importar as válidas',
      });
      if (!yes) return;
    }
    const answer = await during(
      api.post<{ tarefaId: number }>(
        `${path}/importar/${importacaoId}/aplicar`,
        { modo, somenteValidos: validos < total },
        quiet,
      ),
    );
    if (answer) setStep({ at: 'applying', tarefaId: answer.tarefaId, importacaoId });
  };
  const undo = async (importacaoId: number | string) => {
    if (
      !(await confirm({
        message: 'Desfazer a importação? Os registros inseridos por ela serão removidos.',
        ok: 'Desfazer',
        danger: true,
      }))
    )
      return;
    const answer = await during(
      api.post<Handed | undefined>(`${path}/importar/${importacaoId}/desfazer`).then((handed): Partial<Handed> => handed ?? {}),
    );
    if (!answer) return;
    if (answer.tarefaId !== undefined) setStep({ at: 'undoing', tarefaId: answer.tarefaId });
    else undone(true);
  };
  const undone = (isDone: boolean, message?: string | null) => {
    if (isDone) toast.success('Importação desfeita com sucesso.');
    else toast.error(message ?? 'Não foi possível desfazer a importação.');
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Importar ${registry.title}`}
      size={step.at === 'faults' ? '64rem' : 'lg'}
      closeOnClickOutside={false}
    >
      {step.at === 'file' && (
        <Stack>
          <FileInput
            label="Planilha (XLSX ou CSV)"
            description="A primeira linha traz os nomes das colunas. Nada é gravado antes da sua confirmação."
            placeholder="Escolher Arquivo"
            accept=".xlsx,.csv"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            value={file}
            onChange={setFile}
            withAsterisk
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button onClick={() => void analyse()} disabled={!file} loading={busy}>
              Analisar
            </Button>
          </Group>
        </Stack>
      )}
      {step.at === 'analysing' && (
        <TaskProgress
          tarefaId={step.tarefaId}
          label="Analisando a planilha"
          onEnd={(task) => void analysed(task, step.importacaoId)}
        />
      )}
      {step.at === 'faults' && (
        <Stack>
          <Text role="status">
            <b>{count(step.analysis.validos, 'linha válida', 'linhas válidas')}</b>
            {` de ${step.analysis.total.toLocaleString('pt-BR')}. `}
            {step.analysis.validos < step.analysis.total
              ? count(step.analysis.total - step.analysis.validos, 'linha com erro.', 'linhas com erro.')
              : 'Nenhum erro encontrado.'}
          </Text>
          <ColumnMap
            analysis={step.analysis}
            busy={busy}
            onChange={(mapa) => void correct(step.analysis.importacaoId, { mapa })}
          />
          {step.analysis.falhas.length > 0 && (
            <FaultGrid
              analysis={step.analysis}
              busy={busy}
              onCorrect={(celulas) => void correct(step.analysis.importacaoId, { celulas })}
            />
          )}
          <Radio.Group label="Registros que já existem" value={modo} onChange={(value) => setModo(value as Mode)}>
            <Group mt={6}>
              <Radio value="inserir" label="Somente inserir novos" />
              <Radio value="inserirOuAtualizar" label="Inserir novos e atualizar existentes" />
            </Group>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setStep({ at: 'file' })}>
              Escolher outra planilha
            </Button>
            <Button onClick={() => void apply(step.analysis)} disabled={step.analysis.validos === 0} loading={busy}>
              {`Importar ${count(step.analysis.validos, 'registro', 'registros')}`}
            </Button>
          </Group>
        </Stack>
      )}
      {step.at === 'applying' && (
        <TaskProgress
          tarefaId={step.tarefaId}
          label="Importando"
          onEnd={(task) => {
            const ended =
              { concluida: 'Importação concluída.', cancelada: 'Importação cancelada.' }[task.estado as string] ??
              'A importação falhou.';
            setStep({ at: 'done', importacaoId: step.importacaoId, message: [ended, task.mensagem].filter(Boolean).join(' ') });
          }}
        />
      )}
      {step.at === 'undoing' && (
        <TaskProgress
          tarefaId={step.tarefaId}
          label="Desfazendo a importação"
          onEnd={(task) => undone(task.estado === 'concluida', task.mensagem)}
        />
      )}
      {step.at === 'done' && (
        <Stack>
          <Alert role="status" color="blue" title={step.message} />
          <Group justify="flex-end">
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              loading={busy}
              onClick={() => void undo(step.importacaoId)}
            >
              Desfazer importação
            </Button>
            <Button onClick={onClose}>Concluir</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

const count = (n: number, one: string, many: string) => `${n.toLocaleString('pt-BR')} ${n === 1 ? one : many}`;
