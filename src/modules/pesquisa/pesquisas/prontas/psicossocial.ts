import { bom, comentario, monta, risco } from './monta.ts';

/**
 * The psychosocial factors of work, for the inventory that NR-1 asks for. Each aspect is a factor; 100 % means no sign of the
 * risk. The sentences are ours and diagnose nobody.
 */
export const psicossocial = monta({
  introducao:
    'Estas perguntas são sobre o trabalho e como ele é organizado, não sobre a sua saúde. Pense nas últimas quatro semanas. Os resultados são vistos só por grupos e servem para corrigir o que adoece.',
  agradecimento:
    'Obrigado. Se algo no trabalho faz mal a você ou a alguém agora, procure o RH, a segurança do trabalho ou o canal de denúncias: esta pesquisa não avisa ninguém.',
  partes: [
    [
      'Carga de trabalho',
      [
        risco('Tenho mais trabalho do que consigo fazer bem no tempo que tenho.'),
        risco('Preciso trabalhar além do horário ou sem pausas.'),
        risco('O ritmo é tão intenso que termino o dia esgotado.'),
      ],
    ],
    ['Pouca exigência', [risco('Passo muito tempo sem ter o que fazer, ou fazendo o que não exige nada de mim.')]],
    [
      'Autonomia',
      [bom('Posso decidir como fazer o meu trabalho.'), bom('Posso influenciar decisões que mudam o meu dia a dia.')],
    ],
    ['Clareza do papel', [bom('Sei com clareza o que se espera de mim.'), risco('Recebo pedidos que se contradizem.')]],
    ['Apoio', [bom('Minha liderança me apoia quando algo dá errado.'), bom('Meus colegas me ajudam quando preciso.')]],
    [
      'Reconhecimento e justiça',
      [bom('Meu esforço é reconhecido.'), bom('As decisões sobre as pessoas são tomadas com justiça.')],
    ],
    [
      'Mudanças',
      [
        bom('Sou informado com antecedência das mudanças que me afetam.'),
        risco('Tenho medo de perder o meu lugar com as mudanças que vêm.'),
      ],
    ],
    [
      'Convivência',
      [risco('Há conflitos que ficam sem solução na minha equipe.'), risco('Alguém é ridicularizado ou deixado de lado.')],
    ],
    [
      'Assédio e violência',
      [
        risco('Sou tratado com gritos, humilhação ou ameaça.'),
        risco('Presencio ou sofro comentários e gestos de natureza sexual que ninguém pediu.'),
        risco('Sofro agressão ou ameaça de clientes, pacientes ou do público.'),
      ],
    ],
    [
      'Isolamento e comunicação',
      [
        risco('Trabalho tão isolado que não tenho a quem recorrer.'),
        bom('Consigo falar com quem preciso para fazer o meu trabalho.'),
      ],
    ],
    [
      'Trabalho e vida pessoal',
      [bom('Consigo me desligar do trabalho no meu tempo livre.'), risco('Sou procurado fora do horário sem que seja urgente.')],
    ],
    [null, [comentario('O que, no trabalho, mais precisa mudar para fazer bem às pessoas?')]],
  ],
});
