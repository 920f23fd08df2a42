import { byName } from '#kit/fields/by-name.ts';
import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { refs } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { CAIXAS, type Caixa, LIMITES, type Limites, PADRAO } from './ninebox.rules.ts';

export const CALIBRAR = 'ROLE_CALIBRAR_NINEBOX';

export const situacoesDoNineBox = { E: 'Em calibragem', F: 'Encerrado' } as const;

/** RUL-308 to RUL-312 */
const LIMITE = {
  percentualBaixoPotencial: 'baixo potencial',
  percentualAltoPotencial: 'alto potencial',
  percentualBaixoDesempenho: 'baixo desempenho',
  percentualAltoDesempenho: 'alto desempenho',
} as const satisfies Record<keyof Limites, string>;
type Limite = keyof typeof LIMITE;
const limites = Object.keys(LIMITE) as Limite[];

/** RUL-310, RUL-311: all that are missing, in one sentence. */
const faltam = (valores: Readonly<Partial<Record<Limite, unknown>>>): string => {
  const nomes = limites.filter((nome) => valores[nome] === null || valores[nome] === undefined).map((nome) => LIMITE[nome]);
  const ultimo = nomes.at(-1);
  return nomes.length === 1
    ? `O campo de ${ultimo} é obrigatório.`
    : `Os campos de ${nomes.slice(0, -1).join(', ')} e ${ultimo} são obrigatórios.`;
};

const percentual = (nome: Limite) =>
  having(optional(integer(`Percentual de ${LIMITE[nome]}`, { min: 0, max: 99 })), { initial: LIMITES[nome], span: 3 });

type Nomes<S extends string> = `box${Caixa}${S}`;
const nomes = <S extends string>(sufixo: S) => CAIXAS.map((caixa): Nomes<S> => `box${caixa}${sufixo}`);
const padraoDe = (nome: string) => PADRAO[Number(nome.slice(3, 4)) as Caixa];

/** The fields of a box: ENT-081 spells the title so. */
const titulos = byName(nomes('Nomeclatura'), (nome) =>
  having(text('Título', 24), { initial: padraoDe(nome).nomeclatura, detail: true, span: 4 }),
);
const descricoes = byName(nomes('Descricao'), (nome) =>
  having(longText('Descrição', 1_000), { initial: padraoDe(nome).descricao, detail: true, span: 8 }),
);

const dasCaixas = (...caixas: Caixa[]) => caixas.flatMap((caixa) => [`box${caixa}Nomeclatura`, `box${caixa}Descricao`] as const);

/** ENT-080: the people of concluded evaluations by performance and potential, and how the boxes are called. */
export const nineBox = defineRegistry({
  id: 'ninebox',
  title: 'Nine Box',
  singular: 'Nine Box',
  authority: 'ROLE_CAD_NINEBOX',
  scope: 'empresa',
  most: 2_000,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: ['ROLE_REL_NINEBOX'],
  fields: {
    titulo: having(optional(text('Título', 100)), { hint: 'Sem título, vale a data.' }),
    data: date('Data'),
    avaliacoesDesempenho: having(refs('Avaliações de desempenho', 'avaliacao/avaliacoes-desempenho', 1, 50), {
      hint: 'Só as concluídas entram. De quem está em mais de uma vale a que terminou por último.',
    }),
    descricaoResultado: having(optional(longText('Descrição do resultado', 4_000)), {
      hint: 'O que se concluiu, para quem abre o quadro e para o relatório.',
    }),
    percentualBaixoPotencial: percentual('percentualBaixoPotencial'),
    percentualAltoPotencial: percentual('percentualAltoPotencial'),
    percentualBaixoDesempenho: percentual('percentualBaixoDesempenho'),
    percentualAltoDesempenho: percentual('percentualAltoDesempenho'),
    ...titulos,
    ...descricoes,
    nome: readOnly(text('Nine Box', 120)),
    situacao: having(readOnly(choice('Situação', situacoesDoNineBox)), { tones: { E: 'good', F: 'quiet' } }),
  },
  sections: [
    { title: 'O que se olha', fields: ['titulo', 'data', 'avaliacoesDesempenho', 'descricaoResultado'] },
    { title: 'Limites', fields: limites },
    { title: 'Alto potencial', fields: dasCaixas(1, 2, 3) },
    { title: 'Médio potencial', fields: dasCaixas(4, 5, 6) },
    { title: 'Baixo potencial', fields: [...dasCaixas(7, 8, 9), 'nome', 'situacao'] },
  ],
  visibleWhen: { nome: () => false },
  requiredWhen: byName(limites, () => faltam),
  label: 'nome',
  columns: ['nome', 'data', 'avaliacoesDesempenho', 'situacao'],
  filters: ['data', 'avaliacoesDesempenho', 'situacao'],
  sort: { field: 'data', order: 'desc' },
  headline: { lines: ['avaliacoesDesempenho'], state: 'situacao' },
  findable: { detail: ['situacao'] },
  lifecycle: {
    field: 'situacao',
    initial: 'E',
    states: {
      E: {},
      F: {
        edit: 'Este Nine Box está encerrado: reabra a calibragem para mudá-lo.',
        remove: 'Este Nine Box está encerrado: reabra a calibragem antes de excluí-lo.',
      },
    },
    transitions: {
      encerrar: {
        label: 'Encerrar a calibragem',
        done: 'Calibragem encerrada.',
        from: ['E'],
        to: 'F',
        authority: CALIBRAR,
        why: 'Só uma calibragem aberta pode ser encerrada.',
        ask: 'Ninguém mais muda de quadrante, e os limites e textos ficam como estão.',
      },
      reabrir: {
        label: 'Reabrir a calibragem',
        done: 'Calibragem reaberta.',
        from: ['F'],
        to: 'E',
        authority: CALIBRAR,
        why: 'Só uma calibragem encerrada pode ser reaberta.',
      },
    },
    board: false,
  },
  deeds: {
    quadro: { label: 'Ver o quadro', authority: 'ROLE_CAD_NINEBOX' },
    calibrar: { label: 'Calibrar', authority: CALIBRAR, when: ({ situacao }) => situacao === 'E' },
  },
  *rules(valores) {
    // RUL-308, RUL-309
    for (const eixo of ['Potencial', 'Desempenho'] as const) {
      const [baixo, alto] = [valores[`percentualBaixo${eixo}`], valores[`percentualAlto${eixo}`]];
      if (baixo !== null && alto !== null && baixo >= alto)
        yield {
          field: `percentualBaixo${eixo}`,
          message: `O percentual de baixo ${eixo.toLowerCase()} não pode ser maior ou igual do que o alto ${eixo.toLowerCase()}.`,
        };
    }
  },
  bulkEdit: false,
  inlineEdit: false,
  empty: {
    why: 'Um Nine Box mostra as pessoas de uma avaliação concluída por desempenho e potencial, e serve para calibrar as notas entre gestores.',
    next: {
      label: 'Avaliações de Desempenho',
      to: '/avaliacao/avaliacoes-desempenho',
      authority: 'ROLE_CAD_AVALIACAO_DESEMPENHO',
    },
  },
  sample: (_registro, n) => ({
    percentualBaixoPotencial: 33,
    percentualAltoPotencial: 66 + (n % 20),
    percentualBaixoDesempenho: 33,
    percentualAltoDesempenho: 66,
  }),
});
