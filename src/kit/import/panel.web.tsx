import { Alert, Button, Checkbox, FileInput, Group, Radio, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { TaskProgress } from '#kit/jobs/task.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Analysis, Mode } from './analysis.ts';
import { ColumnMap, Makeable, SheetChoice } from './columns.web.tsx';
import { FaultGrid } from './faults.web.tsx';
import { PastImports } from './past.web.tsx';
import { useImport } from './use-import.web.ts';

interface Props {
  path: string;
  registry: AnyRegistry;
  /** offers to leave aside what the configuration makes required */
  canRelax?: boolean;
  /** where the panel stands in a dialog, the way out of it */
  onClose?: () => void;
  /** told when the table of faults wants room */
  onWide?: (isWide: boolean) => void;
}

/** Import from a spreadsheet: try out, mend the faults, apply, undo. */
export function ImportPanel({ path, registry, canRelax = false, onClose, onWide }: Props) {
  const can = useCan();
  const [file, setFile] = useState<File | null>(null);
  const [modo, setModo] = useState<Mode>('inserir');
  const [relaxed, setRelaxed] = useState(false);
  const { step, busy, begin, open, analyse, analysed, correct, apply, applied, undo, undone } = useImport(path, onWide);
  const mayUndo = can(`${registry.authority}_EXCLUIR`);

  const choices = (value: Mode, change: (modo: Mode) => void) => (
    <Radio.Group label="Registros que já existem" value={value} onChange={(next) => change(next as Mode)}>
      <Group mt={6}>
        <Radio value="inserir" label="Somente incluir" disabled={busy} />
        <Radio value="inserirOuAtualizar" label="Incluir e atualizar" disabled={busy} />
      </Group>
      {value === 'inserirOuAtualizar' && (
        <Text size="xs" mt={6} c="dimmed">
          {`Um registro é reconhecido por ${keysOf(registry)}. Célula vazia mantém o que está gravado; para apagar um valor, escreva (vazio).`}
        </Text>
      )}
    </Radio.Group>
  );
  const start = () => file && void analyse(file, { modo, ...(canRelax ? { ignoraOpcionaisObrigatorios: String(relaxed) } : {}) });

  if (step.at === 'file')
    return (
      <Stack>
        <FileInput
          label="Planilha (XLSX ou CSV)"
          description="Os nomes das colunas são procurados nas primeiras linhas. Nada é gravado antes da sua confirmação."
          placeholder="Escolher Arquivo"
          accept=".xlsx,.csv"
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          value={file}
          onChange={setFile}
          withAsterisk
        />
        {choices(modo, setModo)}
        {canRelax && (
          <Checkbox
            label="Ignorar campos tornados obrigatórios pela configuração"
            checked={relaxed}
            onChange={(event) => setRelaxed(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          {onClose && (
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
          )}
          <Button onClick={start} disabled={!file} loading={busy}>
            Analisar
          </Button>
        </Group>
        <PastImports path={path} mayUndo={mayUndo} onOpen={(id) => void open(id)} onUndo={(id) => void undo(id)} />
      </Stack>
    );
  if (step.at === 'analysing')
    return (
      <TaskProgress
        tarefaId={step.tarefaId}
        label="Analisando a planilha"
        onEnd={(task) => void analysed(task, step.importacaoId)}
      />
    );
  if (step.at === 'faults') {
    const { analysis } = step;
    const change = (changes: Parameters<typeof correct>[1]) => void correct(analysis.importacaoId, changes);
    return (
      <Stack>
        <Summary analysis={analysis} />
        <SheetChoice analysis={analysis} busy={busy} onChange={change} />
        <ColumnMap analysis={analysis} busy={busy} onChange={change} />
        <Makeable analysis={analysis} busy={busy} onChange={change} />
        {analysis.falhas.length > 0 && (
          <FaultGrid analysis={analysis} busy={busy} onChange={change} onDownload={() => void step.download()} />
        )}
        {choices(analysis.modo ?? 'inserir', (next) => change({ modo: next }))}
        {analysis.podeIgnorarOpcionais && canRelax && (
          <Checkbox
            label="Ignorar campos tornados obrigatórios pela configuração"
            checked={analysis.ignoraOpcionais === true}
            disabled={busy}
            onChange={(event) => change({ ignoraOpcionaisObrigatorios: event.currentTarget.checked })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={begin}>
            Escolher outra planilha
          </Button>
          <Button onClick={() => void apply(analysis)} disabled={analysis.validos === 0} loading={busy}>
            {`Importar ${counted(analysis.validos, 'registro', 'registros')}`}
          </Button>
        </Group>
      </Stack>
    );
  }
  if (step.at === 'applying')
    return <TaskProgress tarefaId={step.tarefaId} label="Importando" onEnd={(task) => applied(task, step.importacaoId)} />;
  if (step.at === 'undoing')
    return (
      <TaskProgress
        tarefaId={step.tarefaId}
        label="Desfazendo a importação"
        onEnd={(task) => {
          undone(task.estado === 'concluida', task.mensagem);
          onClose?.();
        }}
      />
    );
  return (
    <Stack>
      <Alert role="status" color={step.ok ? 'blue' : 'red'} title={step.message} />
      <Group justify="flex-end">
        {step.ok && mayUndo && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={busy}
            onClick={() => void undo(step.importacaoId)}
          >
            Desfazer importação
          </Button>
        )}
        {!step.ok && (
          <Button variant="default" onClick={() => void open(step.importacaoId)}>
            Voltar à análise
          </Button>
        )}
        <Button onClick={onClose ?? begin}>Concluir</Button>
      </Group>
    </Stack>
  );
}

/** 'CPF ou Matrícula' */
const keysOf = (registry: AnyRegistry): string =>
  (registry.unique ?? []).map((set) => set.map((name) => fieldOf(registry, name).label).join(' e ')).join(' ou ') ||
  'nenhum campo único';

function Summary({ analysis }: { analysis: Analysis }) {
  const { total, validos, existentes, ensaiada } = analysis;
  return (
    <Stack gap={4}>
      <Text role="status">
        <b>{counted(validos, 'linha válida', 'linhas válidas')}</b>
        {` de ${total.toLocaleString('pt-BR')}. `}
        {validos < total ? counted(total - validos, 'linha com erro.', 'linhas com erro.') : 'Nenhum erro encontrado.'}
        {existentes > 0 ? ` ${counted(existentes, 'registro já existe.', 'registros já existem.')}` : ''}
      </Text>
      {ensaiada === false && (
        <Text size="sm" c="dimmed">
          A planilha é longa: os campos e as regras de cada linha foram conferidos; o que depende da gravação (limites e bloqueios
          do cadastro) é conferido ao importar. Se algo for recusado, nada é gravado e a linha é indicada.
        </Text>
      )}
    </Stack>
  );
}
