/** The boxes are numbered row by row, from high potential down, with the performance rising to the right. */
export const CAIXAS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export type Caixa = (typeof CAIXAS)[number];

export const ehCaixa = (numero: number): numero is Caixa => CAIXAS.some((caixa) => caixa === numero);

/** Longest description that a tooltip shows. */
const NA_DICA = 200;

interface TextoDaCaixa {
  nomeclatura: string;
  descricao: string;
}

/** The titles of document 2 §3; the descriptions are ours. */
export const PADRAO: Readonly<Record<Caixa, TextoDaCaixa>> = {
  1: {
    nomeclatura: 'ENIGMA',
    descricao:
      'Tem muito potencial e ainda entrega pouco. Descubra o que falta: tempo no cargo, clareza do que se espera, condições de trabalho ou um lugar que combine mais com a pessoa.',
  },
  2: {
    nomeclatura: 'FORTE POTENCIAL',
    descricao:
      'Entrega o esperado e pode ir bem mais longe. Dê desafios maiores, acompanhe de perto e prepare o próximo passo da carreira.',
  },
  3: {
    nomeclatura: 'ALTA CAPACIDADE',
    descricao:
      'Entrega acima do esperado e tem potencial para funções maiores. Cuide da retenção, planeje a sucessão e ofereça projetos que exponham a pessoa a quem decide.',
  },
  4: {
    nomeclatura: 'QUESTIONÁVEL',
    descricao:
      'Entrega abaixo do esperado, com potencial para melhorar. Combine metas curtas, dê retorno frequente e reveja em poucos meses.',
  },
  5: {
    nomeclatura: 'MANTENEDOR',
    descricao:
      'Entrega o que se espera e sustenta o dia a dia da equipe. Reconheça, desenvolva as competências do cargo e observe quem quer crescer.',
  },
  6: {
    nomeclatura: 'FORTE DESEMPENHO',
    descricao:
      'Entrega acima do esperado e ainda pode crescer. Amplie o alcance do que faz, peça que ensine os colegas e desenvolva o que o próximo cargo exige.',
  },
  7: {
    nomeclatura: 'INSUFICIENTE',
    descricao:
      'Entrega e potencial estão abaixo do que o cargo pede. Converse com franqueza, faça um plano com prazo e avalie outra função antes de decidir.',
  },
  8: {
    nomeclatura: 'EFICAZ',
    descricao:
      'Entrega o esperado no que faz hoje e tende a ficar na função. Mantenha a pessoa atualizada e aproveite o que ela sabe.',
  },
  9: {
    nomeclatura: 'COMPROMETIDO',
    descricao:
      'Entrega acima do esperado e está no lugar certo. Valorize quem é referência no que faz, sem forçar uma promoção que a pessoa não busca.',
  },
};

export interface Limites {
  percentualBaixoPotencial: number;
  percentualAltoPotencial: number;
  percentualBaixoDesempenho: number;
  percentualAltoDesempenho: number;
}

/** CON-126, CON-127 */
export const LIMITES: Limites = {
  percentualBaixoPotencial: 33,
  percentualAltoPotencial: 66,
  percentualBaixoDesempenho: 33,
  percentualAltoDesempenho: 66,
};

/** Low, middle, high. */
type Nivel = 0 | 1 | 2;
export const NIVEIS = ['Baixo', 'Médio', 'Alto'] as const;

/** A note as screens show it, of one decimal: what is shown decides, so that nobody with 33,0 stands above the 33. */
export const nota = (percentual: number): number => Math.round(Math.round(percentual * 1_000) / 100) / 10;

/** A limit belongs to what is below it: 33 is low, above 33 up to 66 is the middle, above 66 is high. */
export const nivelDe = (percentual: number, baixo: number, alto: number): Nivel => {
  const vista = nota(percentual);
  return vista <= baixo ? 0 : vista <= alto ? 1 : 2;
};

export interface Resultado {
  desempenho: number;
  potencial: number;
}

/** The box of a result. */
export function caixaDe({ desempenho, potencial }: Resultado, limites: Limites): Caixa {
  const coluna = nivelDe(desempenho, limites.percentualBaixoDesempenho, limites.percentualAltoDesempenho);
  const linha = nivelDe(potencial, limites.percentualBaixoPotencial, limites.percentualAltoPotencial);
  return ((2 - linha) * 3 + coluna + 1) as Caixa;
}

/** Which levels meet in a box. */
export const niveisDa = (caixa: Caixa): { potencial: Nivel; desempenho: Nivel } => ({
  potencial: (2 - Math.floor((caixa - 1) / 3)) as Nivel,
  desempenho: ((caixa - 1) % 3) as Nivel,
});

/** The levels in words, for whoever does not see where the box stands. */
export const dizNiveis = (caixa: Caixa): string => {
  const { potencial, desempenho } = niveisDa(caixa);
  return `${NIVEIS[potencial]} potencial, ${NIVEIS[desempenho].toLowerCase()} desempenho`;
};

export type Eixo = 'potencial' | 'desempenho';
export const EIXOS: Readonly<Record<Eixo, string>> = { potencial: 'Potencial', desempenho: 'Desempenho' };

/**
 * The rows of the drawing from the top, each from the left. Inverted (`inverterEixoResultadoNineBox`) the performance stands on
 * the vertical axis; boxes keep their numbers, titles and people.
 */
export function desenho(invertido: boolean): { vertical: Eixo; horizontal: Eixo; linhas: Caixa[][] } {
  const linhas: Caixa[][] = [
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ];
  if (!invertido) return { vertical: 'potencial', horizontal: 'desempenho', linhas };
  const niveis = [2, 1, 0] as const;
  return {
    vertical: 'desempenho',
    horizontal: 'potencial',
    linhas: niveis.map((desempenho) => [7 + desempenho, 4 + desempenho, 1 + desempenho] as Caixa[]),
  };
}

/** RUL-315: a description as a tooltip shows it. */
export const naDica = (descricao: string): string =>
  [...descricao].length <= NA_DICA
    ? descricao
    : `${[...descricao]
        .slice(0, NA_DICA - 1)
        .join('')
        .trimEnd()}…`;

/** RUL-370, MSG-229 */
export const SEM_DOIS_EIXOS =
  'Não é possível gerar o Nine Box quando a avaliação de desempenho avalia apenas competências (Desempenho) ou avalia apenas o modelo de avaliação (Potencial)';
