import { Alert, Button, FileInput, Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCan } from '#kit/acting/authority.web.tsx';
import { counted } from '#kit/br/text.ts';
import { TaskProgress } from '#kit/jobs/task.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type Analysis, type Mode, wantedOf } from './analysis.ts';
import { ModeChoice, RelaxChoice } from './choices.web.tsx';
import { ColumnMap, Disputes, Insertable, Makeable, Remembered, SheetChoice } from './columns.web.tsx';
import { DoneStep } from './done.web.tsx';
import { FaultGroups } from './fault-groups.web.tsx';
import { FaultGrid } from './faults.web.tsx';
import { EMPTIED } from './import.ts';
import { PastImports } from './past.web.tsx';
import { type Import, useImport } from './use-import.web.ts';

interface Props {
  path: string;
  registry: AnyRegistry;
  /** an import that is gone on with */
  unfinished?: number | undefined;
  /** offers to ignore fields that only the configuration makes required */
  canRelax?: boolean;
  /** closes the dialog around the panel, when there is one */
  onClose?: () => void;
  /** called when the table of faults needs room */
  onWide?: (isWide: boolean) => void;
}

/** The choices before a spreadsheet is read. */
interface Choice {
  file: File | null;
  modo: Mode;
  relaxed: boolean;
}

interface ChoiceProps {
  choice: Choice;
  onChoice: (choice: Choice) => void;
}

/** What each step is drawn with. */
interface StepProps extends Props {
  deeds: Import;
  mayUndo: boolean;
}

/** Import from a spreadsheet: try out, mend the faults, apply, undo. */
export function ImportPanel(props: Props) {
  const { path, registry, unfinished, onWide } = props;
  const can = useCan();
  const [choice, setChoice] = useState<Choice>({ file: null, modo: 'inserir', relaxed: false });
  const deeds = useImport(path, onWide, unfinished);
  const { step, busy } = deeds;
  const shared: StepProps = { ...props, deeds, mayUndo: can(`${registry.authority}_EXCLUIR`) };
  // What had the focus goes with its step, or is shut while the server judges.
  const whole = useRef<HTMLDivElement>(null);
  const seen = useRef(step);
  useEffect(() => {
    if (busy || seen.current === step) return;
    seen.current = step;
    if (!whole.current?.contains(document.activeElement)) whole.current?.focus();
  }, [busy, step]);
  return (
    <div ref={whole} tabIndex={-1} role="group" aria-label="Importação">
      <Step {...shared} choice={choice} onChoice={setChoice} />
    </div>
  );
}

function Step({ choice, onChoice, ...shared }: StepProps & ChoiceProps) {
  const { deeds, onClose } = shared;
  const { step, analysed, applied, undone } = deeds;
  switch (step.at) {
    case 'file':
      return <FileStep {...shared} choice={choice} onChoice={onChoice} />;
    case 'analysing':
      return (
        <TaskProgress
          tarefaId={step.tarefaId}
          label="Analisando a planilha"
          onEnd={(task) => void analysed(task, step.importacaoId)}
        />
      );
    case 'faults':
      return <FaultStep {...shared} analysis={step.analysis} onDownload={() => void step.download()} />;
    case 'applying':
      return <TaskProgress tarefaId={step.tarefaId} label="Importando" onEnd={(task) => void applied(task, step.importacaoId)} />;
    case 'undoing':
      return (
        <TaskProgress
          tarefaId={step.tarefaId}
          label="Desfazendo a importação"
          onEnd={(task) => void undone(task, step.importacaoId).then(onClose)}
        />
      );
    default:
      return <DoneStep {...shared} {...step} />;
  }
}

/** The spreadsheet and the choices for it, above the list of past imports. */
function FileStep({ path, registry, canRelax, onClose, deeds, mayUndo, choice, onChoice }: StepProps & ChoiceProps) {
  const { file, modo, relaxed } = choice;
  const { busy, analyse, open, undo, template } = deeds;
  const start = () => file && void analyse(file, { modo, ...(canRelax ? { ignoraOpcionaisObrigatorios: String(relaxed) } : {}) });
  return (
    <Stack>
      <FileInput
        data-autofocus
        label="Planilha (XLSX ou CSV)"
        description="Os nomes das colunas são procurados nas primeiras linhas. Nada é gravado antes da sua confirmação."
        placeholder="Escolher Arquivo"
        accept=".xlsx,.csv"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        value={file}
        onChange={(next) => onChoice({ ...choice, file: next })}
        withAsterisk
      />
      <ModeChoice registry={registry} busy={busy} value={modo} onChange={(next) => onChoice({ ...choice, modo: next })} />
      {canRelax && <RelaxChoice checked={relaxed} onChange={(next) => onChoice({ ...choice, relaxed: next })} />}
      <Group justify="flex-end">
        <Button variant="subtle" mr="auto" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void template()}>
          Baixar modelo
        </Button>
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
}

/** The result of reading, with the faults. */
function FaultStep(props: StepProps & { analysis: Analysis; onDownload: () => void }) {
  const { registry, canRelax, deeds, analysis, onDownload } = props;
  const { busy, begin, apply, correct } = deeds;
  const change = (changes: Parameters<typeof correct>[1]) => void correct(analysis.importacaoId, changes);
  return (
    <Stack>
      <Summary analysis={analysis} />
      <Warnings analysis={analysis} />
      <SheetChoice analysis={analysis} busy={busy} onChange={change} />
      <Remembered analysis={analysis} busy={busy} onChange={change} />
      <Disputes analysis={analysis} busy={busy} onChange={change} />
      <ColumnMap analysis={analysis} busy={busy} onChange={change} />
      <Makeable analysis={analysis} busy={busy} onChange={change} />
      <Insertable analysis={analysis} busy={busy} onChange={change} />
      <FaultGroups registry={registry} analysis={analysis} busy={busy} onChange={change} />
      {analysis.falhas.length > 0 && <FaultGrid analysis={analysis} busy={busy} onChange={change} onDownload={onDownload} />}
      <ModeChoice
        registry={registry}
        busy={busy}
        value={analysis.modo ?? 'inserir'}
        onChange={(next) => change({ modo: next })}
      />
      {analysis.podeIgnorarOpcionais && canRelax && (
        <RelaxChoice
          checked={analysis.ignoraOpcionais === true}
          disabled={busy}
          onChange={(next) => change({ ignoraOpcionaisObrigatorios: next })}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={begin}>
          Escolher outra planilha
        </Button>
        {isUnjudged(analysis) ? (
          <Button onClick={() => change({})} loading={busy}>
            Conferir de novo
          </Button>
        ) : (
          <Button onClick={() => void apply(analysis)} disabled={analysis.validos === 0} loading={busy}>
            {`Importar ${counted(analysis.validos, 'registro', 'registros')}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** What is seldom meant in sound rows; whoever imports reads it before they go on. */
function Warnings({ analysis: { avisos = [], avisosTotal = 0 } }: { analysis: Analysis }) {
  if (avisos.length === 0) return null;
  const lines = new Set(avisos.map(({ linha }) => linha)).size;
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle size={18} />}
      title={`Confira ${counted(avisosTotal, 'linha', 'linhas')} antes de importar`}
    >
      <ScrollArea.Autosize mah={180} type="auto">
        <List size="sm" spacing={4}>
          {avisos.map(({ linha, mensagem }) => (
            <List.Item key={`${linha}:${mensagem}`}>{`Linha ${linha}: ${mensagem}`}</List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {avisosTotal > lines && <Text size="sm" mt={4}>{`E mais ${counted(avisosTotal - lines, 'linha', 'linhas')}.`}</Text>}
    </Alert>
  );
}

const isUnjudged = ({ ensaiada }: Analysis): boolean => ensaiada === null;

function Summary({ analysis }: { analysis: Analysis }) {
  const { validos, existentes, ensaiada, puladas = 0, apagadas = 0 } = analysis;
  const total = wantedOf(analysis);
  if (isUnjudged(analysis))
    return (
      <Alert color="yellow" role="status" icon={<IconAlertTriangle size={18} />} title="A última análise não terminou">
        As correções feitas estão guardadas. Confira de novo antes de importar.
      </Alert>
    );
  return (
    <Stack gap={4}>
      <Text role="status">
        <b>{counted(validos, 'linha válida', 'linhas válidas')}</b>
        {` de ${total.toLocaleString('pt-BR')}. `}
        {validos < total ? counted(total - validos, 'linha com erro.', 'linhas com erro.') : 'Nenhum erro encontrado.'}
        {existentes > 0 ? ` ${counted(existentes, 'registro já existe.', 'registros já existem.')}` : ''}
        {puladas > 0 ? ` ${counted(puladas, 'linha deixada de fora.', 'linhas deixadas de fora.')}` : ''}
        {apagadas > 0 ? ` ${counted(apagadas, ...EMPTIED)}.` : ''}
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
