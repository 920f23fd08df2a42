import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarPlus, IconDownload, IconEyeOff, IconMessagePlus, IconPencil, IconStar } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { useCan } from '#kit/acting/authority.web.tsx';
import { formatDate, formatInstant } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { namedId } from '#kit/fields/bare.ts';
import { choice } from '#kit/fields/choice.ts';
import { type Fields, having, optional } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { removeRecord } from '#kit/registry/removal.web.tsx';
import type { PanelProps, RecordRow, RegistryView } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { IconButton, RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import { AvaliacoesDaCandidatura } from '../avaliacoes/avaliacoes.web.tsx';
import { anotacoes } from './anotacoes.registry.ts';
import { recomendacoes, situacoesDaEntrevista } from './codigos.ts';
import { entrevistas } from './entrevistas.registry.ts';
import { historico } from './historico.registry.ts';
import { pareceres } from './pareceres.registry.ts';
import classes from './registro.module.css';

const look = { size: 16, 'aria-hidden': true } as const;

/** The records of another registry that belong to an application. */
function useDaCandidatura(registry: AnyRegistry, candidatura: number, sort: string) {
  const { empresaId } = useActing();
  const can = useCan();
  const client = useQueryClient();
  const path = `captacao/${registry.id}`;
  const query = useQuery({
    queryKey: ['registro', path, 'da-candidatura', empresaId, candidatura],
    queryFn: ({ signal }) =>
      api.get<{ content: RecordRow[] }>(path, { candidatura, page: 0, size: 100, sort }, { quiet: true, signal }),
    enabled: can(registry.authority),
    retry: false,
  });
  const reload = () => client.invalidateQueries({ queryKey: ['registro', path] });
  return {
    path,
    query,
    reload,
    rows: query.data?.content ?? [],
    mayRead: can(registry.authority),
    mayEdit: can(`${registry.authority}_EDITAR`),
    remove: ({ id, versao }: RecordRow) =>
      removeRecord(
        { path, registry, reload, removed: 'Removido com sucesso.' },
        { id, ...(versao === undefined ? {} : { versao }) },
      ),
  };
}

interface ListaProps {
  of: ReturnType<typeof useDaCandidatura>;
  empty: string;
  children: ReactNode;
}

function Lista({ of: { query, mayRead, rows }, empty, children }: ListaProps) {
  if (!mayRead) return <Empty message="Você não tem autorização para ver isto." />;
  if (query.isError) return <Fault message="Não foi possível carregar." onRetry={query.refetch} isBusy={query.isFetching} />;
  if (!query.data) return <Waiting />;
  return rows.length === 0 ? <Empty message={empty} /> : <div>{children}</div>;
}

const nomeDe = (value: unknown) => (value as { nome?: string } | null)?.nome ?? '';
const texto = (value: unknown) => (typeof value === 'string' ? value : '');

/** Every step of the selection, the last one first. */
function Historico({ record }: PanelProps) {
  const of = useDaCandidatura(historico, record.id, 'id,desc');
  return (
    <Lista of={of} empty="Nada aconteceu ainda.">
      <ol className={classes.steps}>
        {of.rows.map((passo) => (
          <li key={passo.id} className={classes.step}>
            <Group gap="xs">
              <Text fw={500}>{nomeDe(passo.etapaSeletiva) || 'Inscritos'}</Text>
              {passo.apto === 'S' && <Pill tone="good">Apto</Pill>}
              {passo.apto === 'N' && <Pill tone="quiet">Não apto</Pill>}
            </Group>
            <Text size="sm" c="dimmed">
              {[formatDate(texto(passo.data)), texto(passo.responsavel) || 'pelo candidato'].filter(Boolean).join(' · ')}
            </Text>
            {texto(passo.observacao) !== '' && <Text className={classes.text}>{texto(passo.observacao)}</Text>}
          </li>
        ))}
      </ol>
    </Lista>
  );
}

interface AvaliarNaEtapa {
  etapa: { id: number; nome: string } | null;
  criterios: { nome: string; peso: number }[];
  meu: number | null;
  ocultos: number;
}

const NOTAS = {
  '1': '1 · Muito abaixo',
  '2': '2 · Abaixo',
  '3': '3 · Atende',
  '4': '4 · Acima',
  '5': '5 · Muito acima',
} as const;

/** The scorecards: the own one first, then those of others. */
function Pareceres({ record }: PanelProps) {
  const { empresaId } = useActing();
  const of = useDaCandidatura(pareceres, record.id, 'id,desc');
  const [aberto, setAberto] = useState<RecordRow | null | undefined>(undefined);
  const { data } = useQuery({
    queryKey: ['registro', of.path, 'avaliar', empresaId, record.id],
    queryFn: ({ signal }) => api.get<AvaliarNaEtapa>(`captacao/candidaturas/${record.id}/parecer`, {}, { quiet: true, signal }),
    enabled: of.mayRead,
    retry: false,
  });
  const podeDar = of.mayEdit && record.situacao === 'A' && data?.meu === null;
  return (
    <Stack gap="md">
      {data && data.ocultos > 0 && (
        <Alert color="gray" icon={<IconEyeOff size={18} />} role="status">
          {`${counted(data.ocultos, 'parecer já foi dado', 'pareceres já foram dados')} nesta etapa. Você os lê depois de dar o seu.`}
        </Alert>
      )}
      <Lista of={of} empty={data && data.ocultos > 0 ? 'Nenhum parecer aberto.' : 'Ninguém deu um parecer ainda.'}>
        {of.rows.map((parecer) => (
          <Parecer
            key={parecer.id}
            parecer={parecer}
            onEdit={() => setAberto(parecer)}
            onRemove={() => void of.remove(parecer)}
          />
        ))}
      </Lista>
      {podeDar && (
        <Group>
          <Button variant="default" leftSection={<IconStar {...look} />} onClick={() => setAberto(null)}>
            Dar parecer
          </Button>
        </Group>
      )}
      {aberto !== undefined && (
        <ParecerDialog
          candidatura={record}
          avaliar={data}
          parecer={aberto}
          path={of.path}
          onClose={(feito) => {
            setAberto(undefined);
            if (feito) void of.reload();
          }}
        />
      )}
    </Stack>
  );
}

const TONS = { S: 'good', I: 'waiting', N: 'quiet' } as const;

interface Criterio {
  nome: string;
  peso: number;
  nota: number;
}

function Parecer({ parecer, onEdit, onRemove }: { parecer: RecordRow; onEdit(): void; onRemove(): void }) {
  const { data } = useQuery({
    queryKey: ['registro', 'captacao/pareceres', parecer.id, parecer.versao],
    queryFn: ({ signal }) => api.get<RecordRow>(`captacao/pareceres/${parecer.id}`, {}, { quiet: true, signal }),
    retry: false,
  });
  const criterios = (data?.criterios ?? []) as Criterio[];
  const quem = nomeDe(parecer.avaliador);
  const diz = parecer.recomendacao as keyof typeof recomendacoes;
  return (
    <div className={classes.note}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={500}>{quem}</Text>
            <Pill tone={TONS[diz]}>{recomendacoes[diz]}</Pill>
            {typeof parecer.media === 'number' && <Text size="sm">{`média ${formatNumber(parecer.media, 1)}`}</Text>}
          </Group>
          <Text size="sm" c="dimmed">
            {[nomeDe(parecer.etapaSeletiva) || 'Inscritos', formatDate(texto(parecer.data))].join(' · ')}
          </Text>
        </div>
        <Deeds row={parecer} what={`o parecer de ${quem}`} onEdit={onEdit} onRemove={onRemove} />
      </Group>
      {criterios.length > 0 && (
        <dl className={classes.criteria}>
          {criterios.map(({ nome, peso, nota }) => [
            <dt key={`${nome}-nome`}>{peso === 1 ? nome : `${nome} (peso ${peso})`}</dt>,
            <dd key={`${nome}-nota`}>{`${nota} de 5`}</dd>,
          ])}
        </dl>
      )}
      {texto(data?.comentario ?? parecer.comentario) !== '' && (
        <Text className={classes.text}>{texto(data?.comentario ?? parecer.comentario)}</Text>
      )}
    </div>
  );
}

function Deeds({ row, what, onEdit, onRemove }: { row: RecordRow; what: string; onEdit(): void; onRemove(): void }) {
  return (
    <Group gap={0} wrap="nowrap">
      {row.acoes?.includes('editar') && <IconButton icon={IconPencil} tip="Editar" label={`Editar ${what}`} onClick={onEdit} />}
      {row.acoes?.includes('excluir') && <RemoveButton of={what} onClick={onRemove} />}
    </Group>
  );
}

interface ParecerDialogProps {
  candidatura: RecordRow;
  avaliar: AvaliarNaEtapa | undefined;
  parecer: RecordRow | null;
  path: string;
  onClose(feito: boolean): void;
}

/** The stage's criteria as questions; of an opinion that was given, its own. */
function ParecerDialog({ candidatura, avaliar, parecer, path, onClose }: ParecerDialogProps) {
  const { data } = useQuery({
    queryKey: ['registro', path, 'dialogo', parecer?.id],
    queryFn: ({ signal }) => api.get<RecordRow>(`${path}/${parecer?.id}`, {}, { quiet: true, signal }),
    enabled: parecer !== null,
    gcTime: 0,
  });
  const eNovo = parecer === null;
  const { criterios, form, start } = useMemo(() => {
    const dados = data?.criterios as Criterio[] | undefined;
    const criterios: readonly { nome: string; peso: number; nota?: number }[] = (eNovo ? avaliar?.criterios : dados) ?? [];
    const notas: Fields = Object.fromEntries(
      criterios.map(({ nome, peso }, lugar) => [
        `criterio${lugar}`,
        having(choice(peso === 1 ? nome : `${nome} (peso ${peso})`, NOTAS), { span: 6 }),
      ]),
    );
    return {
      criterios,
      form: defineForm({
        fields: {
          ...notas,
          recomendacao: having(choice('Recomendação', recomendacoes), { span: 6 }),
          comentario: optional(longText('Comentário', 4_000)),
        },
      }),
      start: {
        ...Object.fromEntries(criterios.map(({ nota }, lugar) => [`criterio${lugar}`, nota === undefined ? null : String(nota)])),
        ...(data ? { recomendacao: data.recomendacao, comentario: data.comentario } : {}),
      },
    };
  }, [data, avaliar, eNovo]);
  if (parecer && !data) return null;
  return (
    <FormDialog
      form={form}
      title={`Parecer sobre ${texto(candidatura.resumo) || nomeDe(candidatura.candidato)}`}
      ok="Salvar"
      start={start}
      send={async ({ recomendacao, comentario, ...notas }) => {
        const corpo = {
          candidatura: candidatura.id,
          recomendacao,
          comentario,
          criterios: criterios.map(({ nome, peso }, lugar) => ({ nome, peso, nota: Number(notas[`criterio${lugar}`]) })),
        };
        await (parecer
          ? api.put(`${path}/${parecer.id}`, { ...corpo, versao: data?.versao }, { silent: true })
          : api.post(path, corpo, { silent: true }));
        toast.success('Parecer salvo com sucesso.');
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {criterios.length === 0
          ? 'Esta etapa não tem critérios: eles se escrevem no cadastro de Etapas Seletivas.'
          : 'Os outros avaliadores desta etapa só leem o seu parecer depois de darem o deles.'}
      </Text>
    </FormDialog>
  );
}

const { texto: doTexto, mencionados } = anotacoes.fields;
const daAnotacao = defineForm({ fields: { texto: doTexto, mencionados } });

function Anotacoes({ record }: PanelProps) {
  const of = useDaCandidatura(anotacoes, record.id, 'id,desc');
  const [aberta, setAberta] = useState<RecordRow | null | undefined>(undefined);
  return (
    <Stack gap="md">
      <Lista of={of} empty="Nenhuma anotação. O candidato nunca lê o que se escreve aqui.">
        {of.rows.map((nota) => (
          <div key={nota.id} className={classes.note}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text fw={500} size="sm">
                  {nomeDe(nota.autor)}
                </Text>
                <Text size="sm" c="dimmed">
                  {formatInstant(texto(nota.quando))}
                </Text>
              </div>
              <Deeds
                row={nota}
                what={`a anotação de ${nomeDe(nota.autor)}`}
                onEdit={() => setAberta(nota)}
                onRemove={() => void of.remove(nota)}
              />
            </Group>
            <Text className={classes.text} mt={4}>
              {texto(nota.texto)}
            </Text>
          </div>
        ))}
      </Lista>
      {of.mayEdit && (
        <Group>
          <Button variant="default" leftSection={<IconMessagePlus {...look} />} onClick={() => setAberta(null)}>
            Anotar
          </Button>
        </Group>
      )}
      {aberta !== undefined && (
        <Dialogo
          form={daAnotacao}
          title={aberta ? 'Editar a anotação' : 'Nova anotação'}
          path={of.path}
          candidatura={record.id}
          registro={aberta}
          onClose={(feito) => {
            setAberta(undefined);
            if (feito) void of.reload();
          }}
        />
      )}
    </Stack>
  );
}

const { candidatura: _candidatura, resumo: _resumo, lembrada: _lembrada, ...camposDaEntrevista } = entrevistas.fields;
const { situacao: _situacao, ...daNovaEntrevista } = camposDaEntrevista;
const novaEntrevista = defineForm({ fields: daNovaEntrevista, rules: entrevistas.rules as never });
const umaEntrevista = defineForm({ fields: camposDaEntrevista, rules: entrevistas.rules as never });

const TONS_DA_ENTREVISTA = { M: 'waiting', R: 'good', F: 'quiet', C: 'quiet' } as const;

function Entrevistas({ record }: PanelProps) {
  const of = useDaCandidatura(entrevistas, record.id, 'data,desc');
  const [aberta, setAberta] = useState<RecordRow | null | undefined>(undefined);
  return (
    <Stack gap="md">
      <Lista of={of} empty="Nenhuma entrevista marcada.">
        {of.rows.map((entrevista) => {
          const situacao = entrevista.situacao as keyof typeof situacoesDaEntrevista;
          const quando = `${formatDate(texto(entrevista.data))} às ${texto(entrevista.hora).slice(0, 5)}`;
          const quem = (entrevista.entrevistadores as { nome: string }[] | null) ?? [];
          return (
            <div key={entrevista.id} className={classes.note}>
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <Group gap="xs">
                    <Text fw={500}>{quando}</Text>
                    <Pill tone={TONS_DA_ENTREVISTA[situacao]}>{situacoesDaEntrevista[situacao]}</Pill>
                  </Group>
                  <Text size="sm" c="dimmed" className={classes.text}>
                    {[texto(entrevista.local), quem.map(({ nome }) => nome).join(', ')].filter(Boolean).join(' · ')}
                  </Text>
                  <Anchor size="sm" href={`/api/captacao/entrevistas/${entrevista.id}/ics`} download>
                    <Group gap={4} component="span">
                      <IconDownload size={14} aria-hidden />
                      Arquivo de calendário
                    </Group>
                  </Anchor>
                </div>
                <Deeds
                  row={entrevista}
                  what={`a entrevista de ${quando}`}
                  onEdit={() => setAberta(entrevista)}
                  onRemove={() => void of.remove(entrevista)}
                />
              </Group>
            </div>
          );
        })}
      </Lista>
      {of.mayEdit && record.situacao === 'A' && (
        <Group>
          <Button variant="default" leftSection={<IconCalendarPlus {...look} />} onClick={() => setAberta(null)}>
            Marcar entrevista
          </Button>
        </Group>
      )}
      {aberta !== undefined && (
        <Dialogo
          form={aberta ? umaEntrevista : novaEntrevista}
          title={aberta ? 'Editar a entrevista' : 'Marcar entrevista'}
          path={of.path}
          candidatura={record.id}
          registro={aberta}
          extra={aberta ? {} : { situacao: 'M' }}
          onClose={(feito) => {
            setAberta(undefined);
            if (feito) void of.reload();
          }}
        />
      )}
    </Stack>
  );
}

interface DialogoProps {
  form: ReturnType<typeof defineForm>;
  title: string;
  path: string;
  candidatura: number;
  registro: RecordRow | null;
  extra?: object;
  onClose(feito: boolean): void;
}

/** A record of the application in a dialog; one that exists is read whole first. */
function Dialogo({ form, title, path, candidatura, registro, extra = {}, onClose }: DialogoProps) {
  const { data } = useQuery({
    queryKey: ['registro', path, 'dialogo', registro?.id],
    queryFn: ({ signal }) => api.get<RecordRow>(`${path}/${registro?.id}`, {}, { quiet: true, signal }),
    enabled: registro !== null,
    gcTime: 0,
  });
  if (registro && !data) return null;
  return (
    <FormDialog
      form={form}
      title={title}
      ok="Salvar"
      {...(data ? { start: data } : {})}
      send={async (valores) => {
        const corpo = { ...extra, ...valores, candidatura };
        await (registro
          ? api.put(`${path}/${registro.id}`, { ...corpo, versao: data?.versao }, { silent: true })
          : api.post(path, corpo, { silent: true }));
        toast.success('Salvo com sucesso.');
      }}
      onClose={onClose}
    />
  );
}

function DaSelecao({ record }: PanelProps) {
  return (
    <Group gap="xs">
      <Button component={Link} variant="default" size="xs" to={`/captacao/selecao?vaga=${namedId(record.solicitacao)}`}>
        Ver a seleção
      </Button>
      <Button component={Link} variant="default" size="xs" to={`/captacao/candidatos/${namedId(record.candidato)}`}>
        Ver o cadastro do candidato
      </Button>
    </Group>
  );
}

export const registro: RegistryView = {
  panels: [
    { title: 'Histórico', content: Historico, isFirst: true },
    { title: 'Pareceres', content: Pareceres },
    { title: 'Entrevistas', content: Entrevistas },
    { title: 'Anotações', content: Anotacoes },
    { title: 'Avaliações', content: AvaliacoesDaCandidatura },
    { title: 'Ir para', content: DaSelecao },
  ],
};
