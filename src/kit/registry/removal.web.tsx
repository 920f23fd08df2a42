import { List, Stack, Text } from '@mantine/core';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { offer } from '#kit/client/offer.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import { confirm, Subject } from '#kit/ui/confirm.web.tsx';
import type { AnyRegistry } from './registry.ts';
import { DAYS_IN_BIN, type RemovalPreview, removedSentence, typedFor } from './removal.ts';
import type { LeftOut, RecordRow } from './view.web.tsx';

/** The records of a registry, and what loads the screens that show them again. */
interface Of {
  /** `module/slug` */
  path: string;
  registry: Pick<AnyRegistry, 'singular' | 'title' | 'people'>;
  reload: () => unknown;
  /** what is said after the removal of one, in place of the usual sentence */
  removed?: string;
}

const QUESTION = 'Confirma exclusão?';

const done = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

/** Says whom or what a removal takes and what goes with it, and asks. */
async function asked({ registry }: Of, preview: RemovalPreview): Promise<boolean> {
  const { total, nomes, falhas, usadoEm } = preview;
  if (total === 0) {
    const [only] = falhas;
    const isOne = falhas.length === 1;
    const isUsed = usadoEm.length > 0;
    await confirm({
      header: `Excluir ${isOne ? registry.singular : registry.title}`,
      message: isOne
        ? isUsed
          ? 'Este registro não pode ser excluído porque é usado por outros.'
          : `${only?.message}`
        : 'Nenhum dos registros selecionados pode ser excluído.',
      details: isOne ? (
        <Stack gap="xs">
          <Subject>{only?.nome}</Subject>
          {isUsed && (
            <Lines
              title="É usado em:"
              lines={usadoEm.map(({ titulo, quantidade }) =>
                quantidade === null ? titulo : `${titulo}: ${quantidade.toLocaleString('pt-BR')}`,
              )}
            />
          )}
        </Stack>
      ) : (
        <Faults falhas={falhas} />
      ),
      deed: null,
    });
    return false;
  }
  const isOne = total === 1 && falhas.length === 0;
  return confirm({
    header: isOne ? `Excluir ${registry.singular}` : `Excluir ${registry.title}`,
    message: QUESTION,
    ok: 'Remover',
    danger: true,
    typed: typedFor(preview, registry.people !== undefined),
    details: (
      <Stack gap="xs">
        {total === 1 ? (
          <Subject>{nomes[0]}</Subject>
        ) : (
          <Lines
            title={`${total.toLocaleString('pt-BR')} registros:`}
            lines={[...nomes, ...(total > nomes.length ? [`e mais ${(total - nomes.length).toLocaleString('pt-BR')}`] : [])]}
          />
        )}
        {preview.leva.length > 0 && (
          <Lines
            title="Vai junto:"
            lines={preview.leva.map(({ titulo, quantidade }) => `${titulo}: ${quantidade.toLocaleString('pt-BR')}`)}
          />
        )}
        {preview.tambem.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {falhas.length > 0 && <Faults falhas={falhas} />}
        <Text size="sm" c="dimmed">
          {preview.lixeira
            ? `${total === 1 ? 'Fica' : 'Ficam'} na Lixeira por ${DAYS_IN_BIN} dias, de onde ${total === 1 ? 'pode ser restaurado' : 'podem ser restaurados'}.`
            : `Não ${total === 1 ? 'vai para a Lixeira: não poderá ser restaurado' : 'vão para a Lixeira: não poderão ser restaurados'}.`}
        </Text>
      </Stack>
    ),
  });
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm" withPadding>
        {lines.map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

/** Refusals that a dialog lists; it counts the rest. */
const MOST_FAULTS = 5;

function Faults({ falhas }: { falhas: RemovalPreview['falhas'] }) {
  const rest = falhas.length - MOST_FAULTS;
  return (
    <Lines
      title={counted(falhas.length, 'não pode ser excluído:', 'não podem ser excluídos:')}
      lines={[
        ...falhas.slice(0, MOST_FAULTS).map(({ id, nome, message }) => `${nome ?? `Registro ${id}`}: ${message}`),
        ...(rest > 0 ? [`e mais ${rest.toLocaleString('pt-BR')}`] : []),
      ]}
    />
  );
}

/** Asks, removes one record, and offers to undo it. Answers whether it is gone. */
export async function removeRecord(of: Of, { id, versao }: Pick<RecordRow, 'id' | 'versao'>): Promise<boolean> {
  const { path, reload } = of;
  // The client shows a refusal.
  const preview = await api.get<RemovalPreview>(`${path}/${id}/excluir/previa`).catch(() => null);
  if (!preview || !(await asked(of, preview))) return false;
  const isGone = await done(api.delete(`${path}/${id}`, versao === undefined ? {} : { versao }));
  if (isGone) told(of, preview, [id]);
  // A stale list is loaded again either way.
  await reload();
  return isGone;
}

/** Asks, removes several records, and offers to undo it. Answers those that stay; null: nothing was done. */
export async function removeSeveral(of: Of, ids: readonly number[]): Promise<readonly LeftOut[] | null> {
  const { path, reload } = of;
  const preview = await api.post<RemovalPreview>(`${path}/excluir-varios/previa`, { ids }).catch(() => null);
  if (!preview || !(await asked(of, preview))) return null;
  const answer = await api.post<{ removidos: number; falhas: LeftOut[] }>(`${path}/excluir-varios`, { ids }).catch(() => null);
  if (!answer) return null;
  const stay = new Set(answer.falhas.map(({ id }) => id));
  if (answer.removidos > 0)
    told(
      of,
      preview,
      ids.filter((id) => !stay.has(id)),
    );
  await reload();
  return answer.falhas;
}

function told(of: Of, { lixeira }: RemovalPreview, ids: readonly number[]): void {
  const sentence = (ids.length === 1 && of.removed) || removedSentence(ids.length);
  if (lixeira) offer(sentence, 'Desfazer', () => undo(of, ids));
  else toast.success(sentence);
}

/** Restores what was just removed. */
async function undo({ path, reload }: Of, ids: readonly number[]): Promise<void> {
  if (ids.length === 1) {
    if (await done(api.post(`${path}/${ids[0]}/restaurar`))) toast.success('Registro restaurado com sucesso.');
  } else {
    const answer = await api
      .post<{ restaurados: number; falhas: LeftOut[] }>(`${path}/restaurar-varios`, { ids })
      .catch(() => null);
    if (answer && answer.restaurados > 0)
      toast.success(counted(answer.restaurados, 'registro restaurado com sucesso.', 'registros restaurados com sucesso.'));
    for (const { message } of answer?.falhas.slice(0, 3) ?? []) toast.error(message);
  }
  await reload();
}
