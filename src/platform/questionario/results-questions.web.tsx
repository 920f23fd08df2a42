import { Button, Group, Modal, Pagination, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Select } from '#kit/ui/inputs/select.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { Waiting } from '#kit/ui/waiting.web.tsx';
import type { Fatia, Resultado, ResultadoDaPergunta } from './result.ts';
import classes from './results.module.css';
import {
  CASAS_DA_MEDIA,
  type ComentariosDaPergunta,
  type Comparacao,
  NAO_MOSTRADO,
  PARA_NAO_REVELAR,
  type PerguntaDosResultados,
  type Resultados,
  saidValue,
  TEXTOS_POR_PAGINA,
} from './results.ts';
import { Change } from './results-figures.web.tsx';

const ORDERS = { questionario: 'Do questionário', mais: 'Mais favoráveis', menos: 'Menos favoráveis' } as const;

interface Props {
  data: Resultados;
  total: Resultado;
  antes: Comparacao | undefined;
  root: string;
}

/** Each question with its answers and comments. */
export function ResultsQuestions({ data: { perguntas, rodada }, total, antes, root }: Props) {
  const [order, setOrder] = useState<keyof typeof ORDERS>('questionario');
  const resultOf = new Map(total.perguntas.map((one) => [one.id, one]));
  const rank = ({ id }: PerguntaDosResultados) => resultOf.get(id)?.favoravel?.valor ?? (order === 'mais' ? -1 : 101);
  const sorted =
    order === 'questionario'
      ? perguntas
      : [...perguntas].sort((a, b) => (order === 'mais' ? rank(b) - rank(a) : rank(a) - rank(b)));
  return (
    <Section
      title="Perguntas"
      aside={
        <Select<keyof typeof ORDERS>
          label="Ordem"
          options={Object.entries(ORDERS).map(([value, label]) => ({ value: value as keyof typeof ORDERS, label }))}
          value={order}
          onChange={(value) => setOrder(value ?? 'questionario')}
        />
      }
    >
      <ol className={classes.questions}>
        {sorted.map((pergunta) => (
          <li key={pergunta.id}>
            <Title order={3} fz={15} fw={600}>
              {pergunta.texto}
            </Title>
            <Answers
              {...{ pergunta, root }}
              resultado={resultOf.get(pergunta.id)}
              before={antes?.total?.perguntas.find(({ id }) => id === pergunta.id)}
              isOpen={rodada.modo === 'I'}
            />
            {pergunta.comenta && <Comments {...{ pergunta, root }} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface AnswersProps {
  pergunta: PerguntaDosResultados;
  resultado: ResultadoDaPergunta | undefined;
  before: ResultadoDaPergunta | undefined;
  root: string;
  /** answers lead to who gave them */
  isOpen: boolean;
}

function Answers({ pergunta, resultado, before, root, isOpen }: AnswersProps) {
  const [chosen, setChosen] = useState<Fatia | null>(null);
  if (pergunta.tipo === '3') return null;
  if (!resultado)
    return (
      <Text size="sm" c="dimmed">
        {isOpen ? 'Ninguém respondeu.' : NAO_MOSTRADO}
      </Text>
    );
  const { fatias, pessoas, favoravel, media, nps, deCincoEmCinco } = resultado;
  return (
    <>
      <Group gap="4px 16px" className={classes.facts}>
        {pessoas !== null && <span>{counted(pessoas, 'resposta', 'respostas')}</span>}
        {favoravel && (
          <span>
            favorável <b>{saidValue(favoravel, '%')}</b> <Change now={favoravel.valor} before={before?.favoravel?.valor} />
          </span>
        )}
        {media && (
          <span>
            média <b>{saidValue(media, '', CASAS_DA_MEDIA)}</b>{' '}
            <Change now={media.valor} before={before?.media?.valor} decimals={CASAS_DA_MEDIA} />
          </span>
        )}
        {nps && (
          <span>
            NPS <b>{saidValue(nps, '')}</b> <Change now={nps.valor} before={before?.nps?.valor} />
          </span>
        )}
        {deCincoEmCinco && <span>{PARA_NAO_REVELAR}</span>}
      </Group>
      <ul className={classes.slices} data-short={fatias.every(({ rotulo }) => rotulo.length <= 3) || undefined}>
        {fatias.map((fatia) => (
          <li key={fatia.valor}>
            <span>{fatia.rotulo}</span>
            <span className={classes.bar} aria-hidden="true">
              <span data-tone={fatia.tom ?? 'plain'} style={{ width: `${fatia.parte.valor}%` }} />
            </span>
            {isOpen && fatia.pessoas ? (
              <UnstyledButton
                className={classes.who}
                onClick={() => setChosen(fatia)}
                aria-label={`${saidValue(fatia.parte, '%')}: quem respondeu ${fatia.rotulo}`}
              >
                {saidValue(fatia.parte, '%')}
              </UnstyledButton>
            ) : (
              <span>{saidValue(fatia.parte, '%')}</span>
            )}
          </li>
        ))}
      </ul>
      {chosen && <Who {...{ pergunta, root }} fatia={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** The people who gave an answer, those whom the reader sees. */
function Who({
  pergunta,
  fatia,
  root,
  onClose,
}: {
  pergunta: PerguntaDosResultados;
  fatia: Fatia;
  root: string;
  onClose: () => void;
}) {
  const [page, setPage] = useState(0);
  const { data } = useQuery({
    queryKey: ['resultados', root, 'pessoas', pergunta.id, fatia.valor, page],
    queryFn: () =>
      api.get<{ pessoas: { chave: string; nome: string }[]; total: number }>(`${root}/perguntas/${pergunta.id}/pessoas`, {
        valor: fatia.valor,
        page,
      }),
    retry: false,
  });
  return (
    <Modal opened onClose={onClose} title={`Quem respondeu “${fatia.rotulo}”`}>
      <Text size="sm" c="dimmed" mb="sm">
        {pergunta.texto}
      </Text>
      {!data ? (
        <Waiting height={120} />
      ) : data.total === 0 ? (
        <Empty message="Você não vê as pessoas desta resposta." />
      ) : (
        <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.pessoas.map(({ chave, nome }) => (
            <li key={chave}>{nome}</li>
          ))}
        </Stack>
      )}
      <Pages total={data?.total ?? 0} {...{ page, setPage }} />
    </Modal>
  );
}

function Comments({ pergunta, root }: { pergunta: PerguntaDosResultados; root: string }) {
  const [isOpen, setOpen] = useState(pergunta.tipo === '3');
  const [page, setPage] = useState(0);
  const { data } = useQuery({
    queryKey: ['resultados', root, 'comentarios', pergunta.id, page],
    queryFn: () => api.get<ComentariosDaPergunta>(`${root}/perguntas/${pergunta.id}/comentarios`, { page }, { quiet: true }),
    enabled: isOpen,
    retry: false,
  });
  if (!isOpen)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconMessage size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Comentários
      </Button>
    );
  if (!data) return <Waiting height={60} />;
  if (data.textos === null || data.total === 0)
    return (
      <Text size="sm" c="dimmed">
        {data.textos === null ? NAO_MOSTRADO : 'Ninguém escreveu.'}
      </Text>
    );
  return (
    <>
      {data.soAlguns && (
        <Text size="sm" c="dimmed">
          Esta pergunta só apareceu para quem deu certa resposta: para não revelar quantos foram, alguns textos podem não ser
          mostrados.
        </Text>
      )}
      <ul className={classes.comments} aria-label={`Comentários: ${pergunta.texto}`}>
        {data.textos.map(({ texto, nome }, index) => (
          <li key={`${page}-${index}`}>
            {texto}
            {nome && (
              <Text size="xs" c="dimmed">
                {nome}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <Pages total={data.total} {...{ page, setPage }} />
    </>
  );
}

const Pages = ({ total, page, setPage }: { total: number; page: number; setPage: (page: number) => void }) =>
  total > TEXTOS_POR_PAGINA ? (
    <Pagination
      mt="sm"
      size="sm"
      total={Math.ceil(total / TEXTOS_POR_PAGINA)}
      value={page + 1}
      onChange={(next) => setPage(next - 1)}
      getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Próxima página' : 'Página anterior' })}
    />
  ) : null;
