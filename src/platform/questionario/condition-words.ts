import type { Condicao, Definicao, Pergunta, Teste } from './definition.ts';

const quoted = (text: string) => `«${text.length > 60 ? `${text.slice(0, 58).trimEnd()}…` : text || 'sem texto'}»`;

function testInWords(pergunta: Pergunta | undefined, { eh, valor }: Teste): string {
  if (!pergunta) return 'uma pergunta que não existe mais';
  const text = quoted(pergunta.texto);
  if (eh === 'respondida') return `${text} for respondida`;
  if (eh === 'minimo') return `${text} tiver nota ${valor ?? '…'} ou mais`;
  if (eh === 'maximo') return `${text} tiver nota ${valor ?? '…'} ou menos`;
  const option = quoted(pergunta.respostas.find(({ id }) => id === valor)?.texto ?? '…');
  return `${text} ${eh === 'tem' ? '' : 'não '}${pergunta.tipo === '5' ? 'incluir' : 'for'} ${option}`;
}

/** 'Só se «Entrega no prazo?» for «Não»'. */
export function conditionInWords({ perguntas }: Pick<Definicao, 'perguntas'>, se: Condicao | null): string {
  if (!se || se.testes.length === 0) return '';
  const tests = se.testes.map((teste) =>
    testInWords(
      perguntas.find(({ id }) => id === teste.perguntaId),
      teste,
    ),
  );
  return `Só se ${tests.join(se.juntas === 'todas' ? ' e ' : ' ou ')}`;
}
