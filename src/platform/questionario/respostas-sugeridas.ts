import type { Pergunta, TipoDePergunta } from './definition.ts';

/** A set of answers that many questions share; weights begin at 0, so that the lowest answer is 0%. */
export interface Sugestao {
  nome: string;
  tipo: TipoDePergunta;
  respostas: readonly { texto: string; peso: number | null }[];
  nota?: Pick<Pergunta, 'notaMinima' | 'notaMaxima' | 'escala' | 'rotuloMinimo' | 'rotuloMaximo'>;
}

/** From the lowest to the highest. */
const escada = (nome: string, ...textos: readonly string[]): Sugestao => ({
  nome,
  tipo: '1',
  respostas: textos.map((texto, peso) => ({ texto, peso })),
});

const notas = (nome: string, nota: NonNullable<Sugestao['nota']>): Sugestao => ({ nome, tipo: '4', respostas: [], nota });

export const sugestoes: readonly Sugestao[] = [
  {
    nome: 'Sim ou não',
    tipo: '1',
    respostas: [
      { texto: 'Sim', peso: 1 },
      { texto: 'Não', peso: 0 },
    ],
  },
  {
    nome: 'Sim, em parte ou não',
    tipo: '1',
    respostas: [
      { texto: 'Sim', peso: 2 },
      { texto: 'Em parte', peso: 1 },
      { texto: 'Não', peso: 0 },
    ],
  },
  escada('Concordância', 'Discordo totalmente', 'Discordo', 'Não concordo nem discordo', 'Concordo', 'Concordo totalmente'),
  escada('Frequência', 'Nunca', 'Raramente', 'Às vezes', 'Frequentemente', 'Sempre'),
  escada('Satisfação', 'Muito insatisfeito', 'Insatisfeito', 'Indiferente', 'Satisfeito', 'Muito satisfeito'),
  escada('Importância', 'Sem importância', 'Pouco importante', 'Importante', 'Muito importante'),
  escada('Avaliação', 'Péssimo', 'Ruim', 'Regular', 'Bom', 'Ótimo'),
  escada('Desempenho', 'Não atende', 'Atende em parte', 'Atende', 'Supera'),
  notas('Nota de 0 a 10', { notaMinima: 0, notaMaxima: 10, escala: 'N', rotuloMinimo: null, rotuloMaximo: null }),
  notas('Recomendaria? (NPS)', {
    notaMinima: 0,
    notaMaxima: 10,
    escala: 'N',
    rotuloMinimo: 'De jeito nenhum',
    rotuloMaximo: 'Com certeza',
  }),
  notas('Cinco estrelas', { notaMinima: 1, notaMaxima: 5, escala: 'E', rotuloMinimo: null, rotuloMaximo: null }),
  notas('Carinhas', { notaMinima: 1, notaMaxima: 5, escala: 'C', rotuloMinimo: 'Muito mal', rotuloMaximo: 'Muito bem' }),
];
