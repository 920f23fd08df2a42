import { inWords } from '#platform/questionario/answered.ts';
import type { Pergunta, Resposta } from '#platform/questionario/definition.ts';
import { Review } from '#platform/questionario/review.web.tsx';
import { useWords } from '#platform/questionario/words.web.ts';
import { daCompetencia, type Folha, type FolhaPedida } from '../folha.ts';
import { usePalavras } from './palavras.web.ts';

interface RevisaoProps {
  pedida: FolhaPedida;
  folha: Folha;
  asCompetencias: FolhaPedida['competencias'];
  perguntas: readonly Pergunta[];
  respostas: readonly Resposta[];
  mostra(field: string): void;
}

/** All of it once more, before it is sent. */
export function Revisao({ pedida, folha, asCompetencias, perguntas, respostas, mostra }: RevisaoProps) {
  const words = useWords();
  const diz = usePalavras();
  const nivelDe = new Map(pedida.niveis.map(({ id, descricao }) => [id, descricao]));
  const linhas = [
    ...asCompetencias.map(({ competencia }) => {
      const dada = daCompetencia(folha, competencia.id);
      const nivel = dada?.naoObservada ? diz.naoObservei : nivelDe.get(dada?.nivelCompetenciaId ?? 0);
      return {
        key: `competencias.${competencia.id}`,
        item: competencia.nome,
        words: [nivel, dada?.evidencias.length ? diz.anexos(dada.evidencias.length) : null, dada?.comentario?.trim()]
          .filter(Boolean)
          .join('. '),
      };
    }),
    ...(pedida.notaManual
      ? [{ key: 'nota', item: diz.nota, words: folha.nota?.toLocaleString('pt-BR') ?? '' }]
      : perguntas.map((pergunta) => ({
          key: `perguntas.${pergunta.id}`,
          item: pergunta.texto,
          words: inWords(
            pergunta,
            respostas.find(({ perguntaId }) => perguntaId === pergunta.id),
            words.of,
          ),
        }))),
  ];
  return <Review lines={linhas} onChange={mostra} />;
}
