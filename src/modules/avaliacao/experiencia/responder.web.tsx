import { Anchor, Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { Page } from '#kit/ui/page.web.tsx';
import type { AnswerSource } from '#platform/questionario/answer-source.web.ts';
import { Answering } from '#platform/questionario/answering.web.tsx';
import type { QuestionarioRespondido } from './acompanhamento.ts';
import { acompanhamentos } from './acompanhamentos.registry.ts';
import { ACOMPANHAMENTO, doTalento } from './enderecos.ts';

const silent = { silent: true, quiet: true } as const;

/** The questions about a talent, which somebody answers in the leader's place. */
const peloLider = (colaborador: number, modelo: number): AnswerSource => {
  const path = `${ACOMPANHAMENTO}/talentos/${colaborador}/colaboradores-questionarios`;
  return {
    open: async () => {
      const { titulo, colaborador: sobre, definicao } = await api.get<QuestionarioRespondido>(`${path}/${modelo}`, {}, silent);
      return {
        id: 0,
        empresaId: 0,
        titulo,
        modo: 'I',
        minimo: 3,
        ate: null,
        sobre: sobre.nome,
        papel: 'R',
        estado: 'N',
        definicao,
        semente: `${colaborador}`,
        rascunho: null,
      };
    },
    send: ({ envio, respostas }) => api.post(path, { questionarioId: modelo, envio, respostas }, silent),
  };
};

/** `/avaliacao/acompanhamentos-periodos-experiencia/talentos/{id}/responder/{modelo}` */
export function ResponderPeloLider() {
  const { '*': rest = '' } = useParams();
  const [colaborador = 0, modelo = 0] = (rest.match(/\d+/g) ?? []).map(Number);
  const { moduleTitle } = useActing();
  const queries = useQueryClient();
  const source = useMemo(() => peloLider(colaborador, modelo), [colaborador, modelo]);
  useEffect(() => () => void queries.invalidateQueries({ queryKey: ['registro', ACOMPANHAMENTO] }), [queries]);
  return (
    <Page
      title="Responder"
      breadcrumbs={[
        { label: moduleTitle('avaliacao') },
        { label: acompanhamentos.title, to: `/${ACOMPANHAMENTO}` },
        { label: 'Talento', to: doTalento(colaborador) },
        { label: 'Responder' },
      ]}
    >
      <Paper p={{ base: 'sm', sm: 'xl' }} maw={800} mx="auto">
        <Answering
          name={`experiencia-${colaborador}-${modelo}`}
          source={source}
          after={
            <Anchor component={Link} to={doTalento(colaborador)}>
              Ver o acompanhamento
            </Anchor>
          }
        />
      </Paper>
    </Page>
  );
}
