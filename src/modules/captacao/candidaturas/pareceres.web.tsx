import { Button, Group, Stack, Text } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { choice } from '#kit/fields/choice.ts';
import { type Fields, having, optional } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { FormDialog } from '#kit/form/form-dialog.web.tsx';
import type { PanelProps, RecordRow } from '#kit/registry/view.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { recomendacoes } from './codigos.ts';
import { PareceresFechados } from './ler-pareceres.web.tsx';
import { pareceres } from './pareceres.registry.ts';
import { Deeds, Lista, nomeDe, texto, useDaCandidatura } from './pecas.web.tsx';
import classes from './registro.module.css';

const look = { size: 16, 'aria-hidden': true } as const;

interface AvaliarNaEtapa {
  etapa: { id: number; nome: string } | null;
  criterios: { nome: string; peso: number }[];
  meu: number | null;
  /** they read the others of this stage without giving theirs */
  leu: boolean;
  ocultos: number;
  ocultosDaEtapa: number;
}

const NOTAS = {
  '1': '1 · Muito abaixo',
  '2': '2 · Abaixo',
  '3': '3 · Atende',
  '4': '4 · Acima',
  '5': '5 · Muito acima',
} as const;

/** The scorecards: the own one first, then those of others. */
export function Pareceres({ record }: PanelProps) {
  const { empresaId } = useActing();
  const of = useDaCandidatura(pareceres, record.id, 'id,desc');
  const [aberto, setAberto] = useState<RecordRow | null | undefined>(undefined);
  const { data } = useQuery({
    queryKey: ['registro', of.path, 'avaliar', empresaId, record.id],
    queryFn: ({ signal }) => api.get<AvaliarNaEtapa>(`captacao/candidaturas/${record.id}/parecer`, {}, { quiet: true, signal }),
    enabled: of.mayRead,
    retry: false,
  });
  const podeDar = of.mayEdit && record.situacao === 'A' && data?.meu === null && !data.leu;
  return (
    <Stack gap="md">
      {data && (
        <PareceresFechados candidaturas={[record.id]} ocultos={data.ocultos} anteriores={data.ocultos - data.ocultosDaEtapa} />
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
      {data?.leu && data.meu === null && (
        <Text size="sm" c="dimmed">
          Você lê os pareceres desta etapa sem avaliar.
        </Text>
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
