import { formatDate } from '#kit/br/date.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import { modos } from '#platform/questionario/round.ts';
import { WaitingList } from '#platform/questionario/waiting-list.web.tsx';
import {
  type ColaboradorQuestionario,
  enderecoDaResposta,
  MINHAS,
  RESPOSTAS,
  tituloDaSolicitacao,
} from './colaborador-questionario.ts';

const nomeDe = (uma: ColaboradorQuestionario): string => {
  const titulo = tituloDaSolicitacao(uma);
  return uma.sobre ? `${titulo}: ${uma.sobre}` : titulo;
};

/** `/pesquisa/colaborador-questionario`: what surveys ask of whoever is logged in, and what they have answered. */
export const MinhasPesquisas = () => (
  <WaitingList<ColaboradorQuestionario>
    module="pesquisa"
    title="Minhas Pesquisas"
    path={MINHAS.slice(1)}
    verb="Responder"
    fault="Não foi possível carregar as suas pesquisas."
    empty={{
      message: 'Nada espera pela sua resposta.',
      why: 'Quando alguém perguntar algo a você, aparece aqui e na página inicial.',
    }}
    line={(linha) => ({
      id: linha.id,
      name: nomeDe(linha),
      details: [labelIn(modos, linha.modo) ?? null, linha.ate ? `até ${formatDate(linha.ate)}` : null],
      isOpen: linha.aberta,
      isBegun: linha.respondidoParcialmente === true,
      isAnswered: linha.respondida === true,
      to: enderecoDaResposta(linha),
      answers: linha.modo === 'I' ? `${RESPOSTAS}?solicitacao=${linha.id}` : null,
      about: nomeDe(linha),
    })}
  />
);
