import { formatDate } from '#kit/br/date.ts';
import { WaitingList } from '#platform/questionario/waiting-list.web.tsx';
import { papeis } from '../papeis.ts';
import type { QuestionarioDaAvaliacao } from '../questionarios.ts';

const PATH = 'avaliacao/avaliacoes-desempenhos-questionarios';

/** `/avaliacao/avaliacoes-desempenhos-questionarios`: whom one evaluates, and whom one has evaluated. */
export const MinhasAvaliacoes = () => (
  <WaitingList<QuestionarioDaAvaliacao>
    module="avaliacao"
    title="Minhas Avaliações"
    path={PATH}
    verb="Avaliar"
    fault="Não foi possível carregar as suas avaliações."
    empty={{
      message: 'Nenhuma avaliação espera pela sua resposta.',
      why: 'Quando alguém pedir que você avalie um colega, ou a si, aparece aqui e na página inicial.',
    }}
    line={({ id, papel, avaliado, avaliacaoDesempenho, ate, aberta, respondida, respondidoParcialmente }) => ({
      id,
      name: papel === 'U' ? 'A sua autoavaliação' : avaliado.nome,
      details: [
        avaliacaoDesempenho.titulo,
        papel === 'U' ? null : `você como ${papeis[papel].toLowerCase()}`,
        ate && !respondida ? `até ${formatDate(ate)}` : null,
      ],
      isOpen: aberta,
      isBegun: respondidoParcialmente,
      isAnswered: respondida,
      to: `/${PATH}/${id}`,
      answers: `/${PATH}/${id}/respondida`,
      about: avaliado.nome,
    })}
  />
);
