import { useMemo } from 'react';
import { api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { Link, usePlace } from '#platform/externo/portal-address.web.tsx';
import { useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Notice, Page, Waiting } from '#platform/externo/portal-ui.web.tsx';
import { type AnswerSource, bySession } from '#platform/questionario/answer-source.web.ts';
import { promessaDe, type Questionario } from '#platform/questionario/asked.ts';
import { useAnswers } from '#platform/questionario/use-answers.web.ts';
import { Perguntas } from '../portal/perguntas.web.tsx';

const TODAS = '/externo/solicitacao-avaliacao';

/** SCR-022: a candidate answers an evaluation: kept as it is written, here and on the server, and sent once. */
function Responder() {
  const { search } = usePlace();
  const id = search.get('id') ?? '';
  const { data, fault } = useAnswer<Questionario>(/^\d{1,15}$/.test(id) ? `/api/externo/avaliacoes/${id}` : null);
  if (!/^\d{1,15}$/.test(id)) return <Encerrada texto="O recurso solicitado não foi encontrado." />;
  if (fault) return <Encerrada texto={fault} />;
  return data ? <Aberta key={id} id={id} asked={data} /> : <Waiting />;
}

const Encerrada = ({ texto }: { texto: string }) => (
  <Page title="Avaliação">
    <Notice>{texto}</Notice>
    <p className="p-after">
      <Link to={TODAS}>Ver as minhas avaliações</Link>
    </p>
  </Page>
);

const GUARDADO = {
  none: '',
  here: 'Guardado só neste aparelho',
  saving: 'Guardando…',
  saved: 'Guardado',
  cut: 'Sem conexão: guardado neste aparelho',
} as const;

function Aberta({ id, asked }: { id: string; asked: Questionario }) {
  const { conta } = usePortal();
  const source = useMemo<AnswerSource>(
    () => ({
      ...bySession('/api/externo/avaliacoes', id),
      send: (envio) => api.post(`/api/externo/candidatos/${conta?.id}/avaliacoes/${id}`, envio, { silent: true, quiet: true }),
    }),
    [id, conta?.id],
  );
  const respostas = useAnswers(asked, source);
  const { titulo, modo, minimo, definicao, semente } = asked;
  if (respostas.isSent)
    return (
      <Page title={titulo}>
        <div className="p-card" role="status">
          <p>
            <b>Recebemos as suas respostas. Obrigado!</b>
          </p>
          {definicao.agradecimento && <p className="p-text">{definicao.agradecimento}</p>}
          <Link className="p-button" to="/externo/candidato-solicitacoes">
            Acompanhar a candidatura
          </Link>
        </div>
      </Page>
    );
  return (
    <Page title={titulo} lead={promessaDe(modo, minimo)}>
      {respostas.other && (
        <Notice bad>
          <p>Você também respondeu em outro aparelho, e lá as respostas são outras. Com quais quer continuar?</p>
          <div className="p-actions">
            <Button look="plain" onClick={() => respostas.choose('mine')}>
              As desta tela
            </Button>
            <Button look="plain" onClick={() => respostas.choose('other')}>
              As do outro aparelho
            </Button>
          </div>
        </Notice>
      )}
      <Perguntas
        definicao={definicao}
        respostas={respostas.respostas}
        muda={respostas.change}
        faltas={respostas.faltas}
        semente={semente}
        envia={() => void respostas.send()}
        enviando={respostas.isBusy}
        guardado={respostas.respostas.length > 0 ? GUARDADO[respostas.saved] : ''}
      />
      {respostas.problem && <Notice bad>{respostas.problem}</Notice>}
    </Page>
  );
}

export const page = definePage({ title: 'Responder avaliação', who: 'externo', content: Responder });
