import { boolean, choice, choices } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { MENOR_MINIMO, MINIMO_USUAL, modos } from '#platform/questionario/round.ts';
import { camposDoPublico, faltasDoPublico, publicoVisivel } from './publico-alvo.ts';
import { situacoesDoQuestionario, vidaDoQuestionario } from './questionarios.lifecycle.ts';

/** Days before the last one on which whoever has not answered is reminded. */
export const lembretes = { '7': '7 dias antes', '3': '3 dias antes', '1': '1 dia antes', '0': 'No último dia' } as const;

/** Where a questionnaire stands in the mobile product. */
export const situacoesNoPontoMobile = { ENVIADO: 'Enviado', SINCRONIZADO: 'Sincronizado', COM_ERRO: 'Com erro' } as const;

const LIBERADO = 'Este questionário já foi liberado: a pesquisa, a promessa e quem responde não mudam mais.';
/** What people were promised and asked stays as it was when they were asked. */
const FIXOS = ['pesquisa', 'modo', 'minimo', 'quiosque', ...Object.keys(camposDoPublico)];

/** One time that a survey is asked: of whom, until when, and what is promised about the answers. */
export const questionarios = defineRegistry({
  id: 'questionarios',
  title: 'Questionários',
  singular: 'Questionário',
  authority: 'ROLE_CAD_QUESTIONARIO',
  scope: 'empresa',
  most: 50_000,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: ['ROLE_REL_QUESTIONARIOS_TALENTOS', 'ROLE_REL_RESPOSTAS_IDENTIFICADAS'],
  fields: {
    titulo: text('Título', 250),
    pesquisa: ref('Pesquisa', 'pesquisa/pesquisas'),
    mensagem: having(optional(longText('Mensagem do convite', 1_000)), {
      hint: 'Vai no e-mail, acima do link: por que se pergunta, e o que se fará com as respostas.',
    }),
    modo: having(choice('Promessa', modos), { initial: 'A' }),
    minimo: having(integer('Menor grupo mostrado', { min: MENOR_MINIMO, max: 50 }), {
      initial: MINIMO_USUAL,
      hint: 'Nenhum resultado de menos pessoas do que isto é mostrado, nem pode ser calculado dos outros.',
    }),
    ...camposDoPublico,
    quiosque: having(boolean('Aceitar respostas no quiosque'), {
      hint: 'Num aparelho da empresa, com CPF e data de nascimento: para quem não tem e-mail nem acesso. Quem conhece esses dados de alguém pode entrar em seu lugar.',
    }),
    dataInicio: readOnly(date('Liberado em')),
    dataFim: having(optional(date('Último dia')), { hint: 'Vazio: até alguém encerrar.' }),
    lembretes: having(optional(choices('Lembretes', lembretes, 0)), {
      hint: 'Um e-mail antes do último dia: a quem ainda não respondeu ou, se as respostas não têm nome, a todos.',
    }),
    situacao: having(readOnly(choice('Situação', situacoesDoQuestionario)), {
      tones: { N: 'waiting', L: 'good', E: 'quiet' },
    }),
    statusSincronizacaoColabore: having(readOnly(choice('Ponto mobile', situacoesNoPontoMobile)), {
      tones: { ENVIADO: 'waiting', SINCRONIZADO: 'good', COM_ERRO: 'bad' },
    }),
    psicossocial: computed(boolean('Riscos psicossociais')),
  },
  sections: [
    { title: 'O que se pergunta', fields: ['titulo', 'pesquisa', 'mensagem'] },
    { title: 'O que se promete', fields: ['modo', 'minimo'] },
    {
      title: 'Quem responde',
      fields: ['alcance', 'areas', 'soAreas', 'estabelecimentos', 'cargos', 'vinculos', 'admitidosAte', 'talentos', 'quiosque'],
    },
    { title: 'Quando', fields: ['dataInicio', 'dataFim', 'lembretes', 'situacao', 'statusSincronizacaoColabore'] },
  ],
  visibleWhen: {
    ...publicoVisivel,
    minimo: ({ modo }) => modo !== 'I',
    lembretes: ({ dataFim }) => dataFim !== null && dataFim !== undefined,
    statusSincronizacaoColabore: (_valores, { before }) => typeof before?.statusSincronizacaoColabore === 'string',
  },
  requiredWhen: { minimo: ({ modo }) => modo !== 'I' },
  columns: ['titulo', 'pesquisa', 'modo', 'dataInicio', 'dataFim', 'situacao'],
  filters: ['titulo', 'pesquisa', 'modo', 'situacao', 'dataFim'],
  sort: { field: 'dataFim', order: 'desc' },
  headline: { lines: ['pesquisa', 'modo'], state: 'situacao', asks: true },
  findable: { detail: ['pesquisa', 'situacao'] },
  calendar: { from: 'dataInicio', to: 'dataFim' },
  lifecycle: { field: 'situacao', ...vidaDoQuestionario },
  deeds: {
    lembrar: {
      label: 'Enviar lembrete',
      authority: 'ROLE_LIBERAR_QUESTIONARIO',
      when: ({ situacao }) => situacao === 'L',
    },
    divulgar: {
      label: 'Divulgar',
      authority: 'ROLE_LIBERAR_QUESTIONARIO',
      when: ({ situacao }) => situacao === 'L',
    },
    imprimir: { label: 'Imprimir em branco', authority: 'ROLE_CAD_QUESTIONARIO' },
    pontoMobile: {
      label: 'Ponto mobile',
      authority: 'ROLE_LIBERAR_QUESTIONARIO',
      when: ({ situacao, modo }, { settings: { statusColabore = 'Inativo' } }) =>
        situacao === 'L' && modo === 'I' && statusColabore !== 'Inativo',
    },
    fatores: {
      label: 'Fatores psicossociais',
      authority: 'ROLE_RESULTADO_PESQUISA',
      when: ({ situacao, psicossocial }) => situacao === 'E' && psicossocial === true,
    },
  },
  lockedWhen: { edit: ({ situacao }) => situacao === 'L' && { fields: FIXOS, why: LIBERADO } },
  *rules(valores, { today, before }) {
    yield* faltasDoPublico(valores);
    const { dataFim } = valores;
    if (dataFim !== null && dataFim !== before?.dataFim && dataFim < today)
      yield { field: 'dataFim', message: 'O último dia não pode ter passado' };
  },
  sample: () => ({ alcance: 'T', dataFim: '2199-12-31', modo: 'C' }),
  bulkEdit: false,
  inlineEdit: false,
  empty: {
    why: 'Um questionário leva uma pesquisa a um grupo de pessoas, por um tempo, com uma promessa sobre as respostas.',
    next: { label: 'Pesquisas', to: '/pesquisa/pesquisas', authority: 'ROLE_CAD_PESQUISA' },
  },
});
