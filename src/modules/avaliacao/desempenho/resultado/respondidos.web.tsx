import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { papeis } from '../papeis.ts';
import type { QuestionarioDaAvaliacao } from '../questionarios.ts';
import type { ResultadoNaTela } from '../resultado-na-tela.ts';

const QUESTIONARIOS = 'avaliacao/avaliacoes-desempenhos-questionarios';

/** What each evaluator answered, where answers carry a name. */
export function Respondidos({ lido: { avaliacao, colaborador } }: { lido: ResultadoNaTela }) {
  const { data = [] } = useQuery({
    queryKey: ['questionarios-do-avaliado', avaliacao.id, colaborador.id],
    queryFn: ({ signal }) =>
      api.get<QuestionarioDaAvaliacao[]>(
        QUESTIONARIOS,
        { avaliacaoDesempenhoId: avaliacao.id, avaliadoId: colaborador.id },
        { silent: true, quiet: true, signal },
      ),
  });
  const [um, setUm] = useState<number>();
  const respondidos = data.filter(({ respondida }) => respondida);
  if (respondidos.length === 0) return null;
  const escolhido = respondidos.find(({ id }) => id === um);
  const acao = (quem: QuestionarioDaAvaliacao): ReactNode =>
    um === undefined || um === quem.id ? (
      // The same button chooses and takes back, so that it keeps the focus.
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => setUm(um === undefined ? quem.id : undefined)}
        aria-label={`${um === undefined ? 'Comparar' : 'Não comparar'} ${quem.avaliador.nome}`}
      >
        {um === undefined ? 'Comparar' : 'Não comparar'}
      </Anchor>
    ) : (
      <Anchor
        component={Link}
        inherit
        aria-label={`Comparar com este: ${quem.avaliador.nome}`}
        to={`/${QUESTIONARIOS}/${um}/comparativa?com=${quem.id}`}
      >
        Comparar com este
      </Anchor>
    );
  return (
    <Section
      title="Questionários respondidos"
      note={escolhido && `Escolha com quem comparar o que ${escolhido.avaliador.nome} respondeu.`}
    >
      <PlainTable
        caption="Questionários respondidos"
        cards
        rows={respondidos}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Avaliador',
            isHeading: true,
            cell: ({ id, avaliador }) => (
              <Anchor component={Link} to={`/${QUESTIONARIOS}/${id}/respondida`} inherit>
                {avaliador.nome}
              </Anchor>
            ),
          },
          { title: 'Papel', cell: ({ papel }) => papeis[papel] },
          ...(respondidos.length > 1 ? [{ title: 'Lado a lado', cell: acao }] : []),
        ]}
      />
    </Section>
  );
}
