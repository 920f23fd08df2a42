import type { Definicao } from '#platform/questionario/definition.ts';
import type { ModeloPronto } from '../modelos-prontos.ts';
import { clima } from './clima.ts';
import { bom, comentario, escolha, frase, monta, recomenda } from './monta.ts';
import { psicossocial } from './psicossocial.ts';

const enps = monta({
  introducao: 'Uma pergunta só, e o porquê.',
  agradecimento: 'Obrigado.',
  partes: [
    [
      null,
      [
        recomenda('De 0 a 10, quanto você recomendaria esta empresa a um amigo como lugar para trabalhar?'),
        comentario('Por que esta nota?'),
      ],
    ],
  ],
});

const desligamento = monta({
  introducao: 'Sua experiência aqui ajuda quem fica. Responda o que quiser contar.',
  agradecimento: 'Obrigado por tudo, e sucesso no que vem.',
  partes: [
    [
      null,
      [
        escolha(
          'O que mais pesou para a sua saída?',
          [
            'Salário e benefícios',
            'Falta de crescimento',
            'Liderança',
            'Carga de trabalho ou horário',
            'Ambiente e convivência',
            'Distância ou mudança de cidade',
            'Saúde ou família',
            'Uma proposta melhor',
            'A decisão foi da empresa',
          ],
          true,
        ),
        escolha('Algo poderia ter feito você ficar?', ['Sim', 'Talvez', 'Não']),
        comentario('O quê?'),
      ],
    ],
    [
      'Como foi trabalhar aqui',
      [
        frase('O trabalho era o que me disseram quando fui contratado.'),
        frase('Minha liderança me apoiava.'),
        frase('Tive chance de aprender e crescer.'),
        frase('O que recebia era justo.'),
        frase('Fui tratado com respeito.'),
        bom('Tive o que precisava para trabalhar com segurança.'),
      ],
    ],
    [
      null,
      [
        recomenda('De 0 a 10, quanto você recomendaria esta empresa a um amigo como lugar para trabalhar?'),
        escolha('Você voltaria a trabalhar aqui?', ['Sim', 'Talvez', 'Não']),
        comentario('O que devemos mudar, e o que devemos manter?'),
      ],
    ],
  ],
});

export const prontas: Readonly<Record<ModeloPronto, Definicao>> = { C: clima, P: psicossocial, E: enps, D: desligamento };
