import { comentario, frase, monta, recomenda } from './monta.ts';

/** The climate survey: sentences of our own, in the language of those who answer. */
export const clima = monta({
  introducao:
    'Queremos saber como é trabalhar aqui. Não há resposta certa: diga o que vale para você, pensando nos últimos três meses.',
  agradecimento: 'Obrigado. Os resultados serão apresentados a todos, com o que será feito a partir deles.',
  partes: [
    [
      'Liderança',
      [
        frase('Minha liderança diz com clareza o que espera de mim.'),
        frase('Minha liderança me ouve antes de decidir o que afeta o meu trabalho.'),
        frase('Recebo retorno que me ajuda a trabalhar melhor.'),
        frase('Minha liderança trata todos com o mesmo respeito.'),
      ],
    ],
    [
      'Comunicação',
      [
        frase('Sei para onde a empresa vai e por quê.'),
        frase('As informações de que preciso chegam a tempo.'),
        frase('Posso discordar sem medo de consequências.'),
      ],
    ],
    [
      'Reconhecimento',
      [
        frase('Quando faço um bom trabalho, alguém percebe.'),
        frase('O que recebo, em salário e benefícios, é justo pelo que faço.'),
        frase('As promoções são decididas por critérios que conheço.'),
      ],
    ],
    [
      'Desenvolvimento',
      [
        frase('Aprendi algo novo no meu trabalho nos últimos meses.'),
        frase('Vejo um caminho para crescer aqui.'),
        frase('Tenho acesso ao treinamento de que preciso.'),
      ],
    ],
    [
      'Condições de trabalho',
      [
        frase('Tenho as ferramentas e os equipamentos de que preciso.'),
        frase('O lugar onde trabalho é seguro e adequado.'),
        frase('Consigo fazer o meu trabalho dentro do meu horário.'),
        frase('Consigo conciliar o trabalho com a minha vida pessoal.'),
      ],
    ],
    [
      'Convivência',
      [
        frase('Posso contar com os meus colegas quando preciso.'),
        frase('Aqui as pessoas são respeitadas, sejam quem forem.'),
        frase('As áreas trabalham bem umas com as outras.'),
      ],
    ],
    ['Orgulho', [frase('Tenho orgulho de dizer onde trabalho.'), frase('Penso em continuar aqui pelos próximos dois anos.')]],
    [
      null,
      [
        recomenda('De 0 a 10, quanto você recomendaria esta empresa a um amigo como lugar para trabalhar?'),
        comentario('O que há de melhor em trabalhar aqui?'),
        comentario('Se pudesse mudar uma coisa, qual seria?'),
      ],
    ],
  ],
});
