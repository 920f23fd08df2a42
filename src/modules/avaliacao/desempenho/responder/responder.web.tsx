import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconPrinter } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { Page } from '#kit/ui/page.web.tsx';
import { useRecordId } from '#kit/ui/use-address.web.ts';
import { type AnswerSource, bySession } from '#platform/questionario/answer-source.web.ts';
import { Answering } from '#platform/questionario/answering.web.tsx';
import { Language, langOf } from '#platform/questionario/words.web.ts';
import type { FolhaLida } from '../folha.ts';
import type { QuestionarioDaAvaliacao } from '../questionarios.ts';
import { FormularioDaAvaliacao } from './formulario.web.tsx';
import { promessa, usePalavras } from './palavras.web.ts';

export const MINHAS = '/avaliacao/avaliacoes-desempenhos-questionarios';
const PATH = 'avaliacao/avaliacoes-desempenhos-questionarios';

const doAvaliador = (id: number): AnswerSource => ({
  ...bySession(PATH, id),
  send: (envio) => api.post(`${PATH}/${id}`, envio, { silent: true, quiet: true }),
});

/** `/avaliacao/avaliacoes-desempenhos-questionarios/{id}`: somebody evaluates somebody. */
export function ResponderAvaliacao() {
  const id = useRecordId() ?? 0;
  const { moduleTitle } = useActing();
  const queries = useQueryClient();
  // What was sent, or cannot be answered, is not printed blank.
  const [isOpen, setOpen] = useState(false);
  const source = useMemo((): AnswerSource => {
    const { open, send, ...others } = doAvaliador(id);
    const tells = async <T,>(is: boolean, answer: Promise<T>) => {
      const answered = await answer;
      setOpen(is);
      return answered;
    };
    return { ...others, open: () => tells(true, open()), send: (sent) => tells(false, send(sent)) };
  }, [id]);
  // Whatever was sent here is told anew where it waits.
  useEffect(() => () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'responder' }), [queries]);
  return (
    <Page
      title="Avaliar"
      breadcrumbs={[{ label: moduleTitle('avaliacao') }, { label: 'Minhas Avaliações', to: MINHAS }, { label: 'Avaliar' }]}
      actions={
        isOpen && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden="true" />}
            onClick={() => void api.blob(`${PATH}/${id}/questionario/pdf`, { name: 'avaliacao.pdf' })}
          >
            Imprimir em branco
          </Button>
        )
      }
    >
      <Paper p={{ base: 'sm', sm: 'xl' }}>
        <Answering
          key={id}
          name={`avaliacao ${id}`}
          source={source}
          draw={(parts) => (
            <Stack gap="xs">
              {parts.asked.papel && <Papel papel={parts.asked.papel} />}
              <FormularioDaAvaliacao {...parts} />
            </Stack>
          )}
          promise={promessa}
          languages={({ folha }) => (folha as FolhaLida).traducoes.map(({ idioma }) => idioma)}
          after={
            <Stack gap="md" align="center">
              <Seguinte depoisDe={id} />
              <Group gap="md" justify="center">
                <Anchor component={Link} to={`${MINHAS}/${id}/respondida`}>
                  Ver as minhas respostas
                </Anchor>
                <Anchor component={Link} to={MINHAS}>
                  Minhas Avaliações
                </Anchor>
              </Group>
            </Stack>
          }
        />
      </Paper>
    </Page>
  );
}

/** Whoever evaluates several people goes on with the next of them. */
function Seguinte({ depoisDe }: { depoisDe: number }) {
  const { data, isFetching } = useQuery({
    queryKey: ['esperam-por-mim', PATH],
    queryFn: ({ signal }) => api.get<QuestionarioDaAvaliacao[]>(PATH, {}, { silent: true, quiet: true, signal }),
    refetchOnMount: 'always',
  });
  const esperam = data?.filter(({ id, aberta, respondida }) => id !== depoisDe && aberta && !respondida) ?? [];
  const [seguinte] = esperam;
  if (isFetching || !seguinte) return null;
  return (
    <>
      <Text c="dimmed">{`${counted(esperam.length, 'avaliação ainda espera', 'avaliações ainda esperam')} por você.`}</Text>
      <Button
        component={Link}
        maw="100%"
        to={`${MINHAS}/${seguinte.id}`}
        rightSection={<IconArrowRight size={18} aria-hidden="true" />}
      >
        {seguinte.papel === 'U' ? 'Fazer a autoavaliação' : `Avaliar ${seguinte.avaliado.nome}`}
      </Button>
    </>
  );
}

function Papel({ papel }: { papel: string }) {
  const diz = usePalavras();
  return (
    <p style={{ margin: 0 }} lang={langOf(useContext(Language))}>
      {diz.papel} <strong>{labelIn(diz.papeis, papel)}</strong>.
    </p>
  );
}
