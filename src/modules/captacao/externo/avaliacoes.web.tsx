import { useEffect, useMemo } from 'react';
import { api } from '#kit/client/client.web.ts';
import { definePage } from '#kit/module/module.web.tsx';
import { go, Link, usePlace } from '#platform/externo/portal-address.web.tsx';
import { useAnswer, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Notice, Page, Waiting } from '#platform/externo/portal-ui.web.tsx';
import { type AnswerSource, bySession } from '#platform/questionario/answer-source.web.ts';
import { promessaDe, type Questionario } from '#platform/questionario/asked.ts';
import { idiomas } from '#platform/questionario/definition.ts';
import { emIdioma } from '#platform/questionario/translations.ts';
import { useAnswers } from '#platform/questionario/use-answers.web.ts';
import { Language, langOf, useLanguage, wordsIn } from '#platform/questionario/words.web.ts';
import { Perguntas } from '../portal/perguntas.web.tsx';

const TODAS = '/externo/solicitacao-avaliacao';

/** SCR-022: a candidate answers an evaluation: kept as it is written, here and on the server, and sent once. Of none in particular: the list of them. */
function Responder() {
  const { search } = usePlace();
  const id = search.get('id') ?? '';
  const { data, fault } = useAnswer<Questionario>(/^\d{1,15}$/.test(id) ? `/api/externo/avaliacoes/${id}` : null);
  useEffect(() => {
    if (id === '') go(TODAS, { replace: true });
  }, [id]);
  if (id === '') return <Waiting />;
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
  const { offered, idioma, choose } = useLanguage(asked.definicao, false);
  const definicao = useMemo(() => emIdioma(asked.definicao, idioma), [asked.definicao, idioma]);
  const words = wordsIn(idioma);
  const { titulo, modo, minimo, semente } = asked;
  if (respostas.isSent)
    return (
      <Page title={titulo}>
        <div className="p-card" role="status" lang={langOf(idioma)}>
          <p>
            <b>{words.thanks}</b>
          </p>
          {definicao.agradecimento && <p className="p-text">{definicao.agradecimento}</p>}
          <Link className="p-button" lang="pt-BR" to="/externo/candidato-solicitacoes">
            Acompanhar a candidatura
          </Link>
        </div>
      </Page>
    );
  return (
    <Page title={titulo} lead={<span lang={langOf(idioma)}>{words.modes?.[modo][1](minimo) ?? promessaDe(modo, minimo)}</span>}>
      {offered.length > 0 && (
        <div className="p-field">
          <label htmlFor="idioma">{[...new Set([null, ...offered].map((um) => wordsIn(um).language))].join(' / ')}</label>
          <select
            id="idioma"
            value={idioma ?? ''}
            onChange={({ currentTarget }) => choose(offered.find((um) => um === currentTarget.value) ?? null)}
          >
            <option value="">Português</option>
            {offered.map((um) => (
              <option key={um} value={um} lang={um}>
                {idiomas[um]}
              </option>
            ))}
          </select>
        </div>
      )}
      {respostas.other && (
        <Notice bad>
          <p lang={langOf(idioma)}>{`${words.elsewhere.title}. ${words.elsewhere.text}`}</p>
          <div className="p-actions">
            <Button look="plain" onClick={() => respostas.choose('mine')}>
              {words.elsewhere.mine}
            </Button>
            <Button look="plain" onClick={() => respostas.choose('other')}>
              {words.elsewhere.other}
            </Button>
          </div>
        </Notice>
      )}
      <Language value={idioma}>
        <Perguntas
          definicao={definicao}
          respostas={respostas.respostas}
          muda={respostas.change}
          faltas={respostas.faltas}
          semente={semente}
          envia={() => void respostas.send()}
          enviando={respostas.isBusy}
          guardado={respostas.respostas.length > 0 ? words.saved[respostas.saved] : ''}
        />
      </Language>
      {respostas.problem && <Notice bad>{respostas.problem}</Notice>}
    </Page>
  );
}

export const page = definePage({ title: 'Responder avaliação', who: 'externo', content: Responder });
