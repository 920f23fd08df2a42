import { Alert, Button, Group, Modal, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy, IconLanguage, IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { changeLines } from '#kit/history/trail-lines.ts';
import { TrailTable } from '#kit/history/trail-table.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { difference } from '../difference.ts';
import { tidied } from '../edits.ts';
import { dizVersao, type ParaEditar } from '../para-editar.ts';
import { AddBar } from './add-bar.web.tsx';
import classes from './editor.module.css';
import { Preview } from './preview.web.tsx';
import { QuestionList } from './question-list.web.tsx';
import { faltamTraduzir, Translations } from './translations.web.tsx';
import { type Editing, useDefinition } from './use-definition.web.ts';

interface Props {
  /** below /api: that of `registerPerguntas` */
  path: string;
  /** of the record whose questions they are */
  id: number;
}

/** The questions of a record; shared by the editor and the record's page. */
export const definitionQuery = (path: string, id: number) => ({
  queryKey: ['questionario', path, id],
  queryFn: () => api.get<ParaEditar>(`${path}/${id}/definicao`, {}, { quiet: true }),
  staleTime: 0,
  retry: false,
});

/** Writes what is asked, beside a phone that shows it at once. */
export function QuestionsEditor({ path, id }: Props) {
  const { data, isPending, isError, refetch } = useQuery({ ...definitionQuery(path, id), refetchOnWindowFocus: false });
  if (isPending) return <Waiting height={480} />;
  if (isError) return <Fault message="Não foi possível carregar as perguntas." onRetry={() => void refetch()} />;
  if (!data.podeEditar) return <ReadOnly {...data} />;
  return <Opened key={id} {...{ path, id }} loaded={data} />;
}

const ReadOnly = ({ motivo, definicao }: ParaEditar) => (
  <>
    <Alert mb="md" color="gray" icon={<IconLock size={18} />} title={motivo ?? 'Você pode ver as perguntas, não mudá-las.'} />
    <Preview definicao={definicao} shown={null} />
  </>
);

function Opened({ path, id, loaded }: Props & { loaded: ParaEditar }) {
  const queries = useQueryClient();
  const editing = useDefinition(path, id, loaded, (saved) => queries.setQueryData(definitionQuery(path, id).queryKey, saved));
  const { definicao, change, present, faults } = editing;
  const [opened, setOpened] = useState<number | null>(null);
  const [added, setAdded] = useState<{ id: number }>();
  const [side, setSide] = useState<'editar' | 'ver'>('editar');
  useEffect(() => {
    if (added) document.querySelector<HTMLElement>(`[data-texto="${added.id}"]`)?.focus();
  }, [added]);
  const place = definicao.perguntas.findIndex((one) => one.id === opened);
  const save = async () => {
    const [first] = (await editing.save()) ?? [];
    const wrong = definicao.perguntas[Number(/^perguntas\.(\d+)/.exec(first?.field ?? '')?.[1])];
    if (!wrong) return;
    setOpened(wrong.id);
    setTimeout(() => document.querySelector(`[data-row="${wrong.id}"]`)?.scrollIntoView({ block: 'center' }), 0);
  };
  return (
    <div className={classes.editor} data-side={side}>
      <Toolbar editing={editing} onSave={() => void save()} />
      <SegmentedControl
        className={classes.sides}
        fullWidth
        aria-label="O que se vê"
        value={side}
        onChange={(next) => setSide(next === 'ver' ? 'ver' : 'editar')}
        data={[
          { value: 'editar', label: 'Perguntas' },
          { value: 'ver', label: 'Como fica' },
        ]}
      />
      <div className={classes.columns}>
        <div className={classes.writing}>
          {faults.length > 0 && (
            <Alert color="red" title={`${counted(faults.length, 'correção', 'correções')} antes de salvar`}>
              {[...new Set(faults.map(({ message }) => message))].slice(0, 3).join('. ')}.
            </Alert>
          )}
          <General editing={editing} />
          {definicao.perguntas.length === 0 && definicao.secoes.length === 0 && (
            <Empty
              message="Ainda não há perguntas."
              why="Inclua a primeira, escolha respostas prontas, ou cole as que você já tem, uma por linha."
            />
          )}
          <QuestionList editing={editing} opened={opened} onOpen={setOpened} />
          <AddBar
            {...{ definicao, change, present }}
            place={place < 0 ? definicao.perguntas.length : place + 1}
            onAdded={(question) => {
              setOpened(question);
              setAdded({ id: question });
            }}
          />
        </div>
        <Preview definicao={definicao} shown={opened} />
      </div>
      {editing.theirs && <Conflict editing={editing} theirs={editing.theirs} />}
    </div>
  );
}

/** What is said of the version, and the way back and forward. */
function Toolbar({ editing, onSave }: { editing: Editing; onSave(): void }) {
  const { present, undo, isDirty, isSaving, definicao } = editing;
  const [isTranslating, setTranslating] = useState(false);
  return (
    <div className={classes.toolbar}>
      <Text size="sm" c="dimmed" flex="1 1 260px">
        {counted(definicao.perguntas.length, 'pergunta', 'perguntas')} · {dizVersao(present)}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconLanguage size={18} aria-hidden />}
          disabled={definicao.perguntas.length === 0}
          onClick={() => setTranslating(true)}
        >
          Traduções{faltamTraduzir(editing)}
        </Button>
        {isTranslating && <Translations editing={editing} onClose={() => setTranslating(false)} />}
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          disabled={!undo}
          aria-keyshortcuts="Control+Z"
          onClick={undo}
        >
          Desfazer
        </Button>
        <Button leftSection={<IconDeviceFloppy size={18} aria-hidden />} disabled={!isDirty} loading={isSaving} onClick={onSave}>
          {isDirty ? 'Salvar' : 'Salvo'}
        </Button>
      </Group>
    </div>
  );
}

/** What stands before and after the questions, and their order; folded until somebody wants it. */
function General({ editing }: { editing: Editing }) {
  const { definicao, change, faults } = editing;
  const fault = (field: string) => faults.find((one) => one.field === field)?.message;
  const text = (field: 'introducao' | 'agradecimento', label: string, hint: string) => (
    <Textarea
      label={label}
      placeholder={hint}
      autosize
      minRows={2}
      maxRows={8}
      value={definicao[field] ?? ''}
      error={fault(field)}
      onChange={(event) => {
        const value = event.currentTarget.value || null;
        change((now) => ({ ...now, [field]: value }), field);
      }}
    />
  );
  return (
    <details className={classes.general}>
      <summary>Introdução, agradecimento e ordem</summary>
      <Stack gap="md" mt="sm">
        {text('introducao', 'Introdução', 'O que se diz antes das perguntas')}
        {text('agradecimento', 'Agradecimento', 'O que se diz depois de enviar')}
        <Switch
          label="Ordem diferente para cada pessoa"
          description="As perguntas de uma seção são misturadas; o que depende de uma resposta continua depois dela."
          checked={definicao.ordemAleatoria}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            change((now) => ({ ...now, ordemAleatoria: checked }));
          }}
        />
      </Stack>
    </details>
  );
}

/** Somebody else saved meanwhile: shows what becomes of it, and asks whose to keep. */
function Conflict({ editing, theirs }: { editing: Editing; theirs: ParaEditar }) {
  const lines = changeLines({}, difference(theirs.definicao, tidied(editing.definicao)));
  return (
    <Modal opened onClose={editing.stay} title="Perguntas alteradas por outra pessoa" size="xl">
      <Text mb="md">
        Outra pessoa salvou estas perguntas enquanto você as editava. Ao salvar as suas, fica o que você tem na tela.
      </Text>
      <TrailTable caption="O que muda com as suas" lines={lines} from="Agora" to="Com as suas" />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={editing.stay}>
          Voltar
        </Button>
        <Button variant="default" onClick={editing.takeTheirs}>
          Descartar as minhas
        </Button>
        <Button onClick={editing.keepMine}>Salvar as minhas</Button>
      </Group>
    </Modal>
  );
}
