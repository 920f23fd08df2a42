import { boolean, choice, yesNo } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { backwards } from '#kit/form/period.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { LIBERAR, situacoesDaAvaliacao, vidaDaAvaliacao } from './avaliacoes-desempenho.lifecycle.ts';
import { formatos, papeisDe, tiposDeAvaliacao } from './papeis.ts';
import { faltasDosPesos } from './pesos.ts';

/** What somebody was asked, and under which promise, stays as it was when they were asked. */
const FIXOS = [
  'avaliarSomenteCompetencias',
  'modeloAvaliacao',
  'notaQuestionarioManual',
  'tipo',
  'formato',
  'permiteAutoAvaliacao',
  'anonima',
  'pesoMetas',
  'metasDe',
  'metasAte',
];
const SEMPRE = (sentence: string) => () => sentence;

const peso = (label: string, initial: number) => having(integer(label, { min: 0, max: 99_999 }), { initial, span: 2 });

const somenteCompetencias = ({ avaliarSomenteCompetencias }: { avaliarSomenteCompetencias?: unknown }) =>
  avaliarSomenteCompetencias === true;
const pesaMetas = ({ pesoMetas }: { pesoMetas?: unknown }) => Number(pesoMetas) > 0;
const temPapel =
  (papel: ReturnType<typeof papeisDe>[number]) =>
  ({ tipo, formato, permiteAutoAvaliacao }: { tipo?: unknown; formato?: unknown; permiteAutoAvaliacao?: unknown }) =>
    papeisDe({
      tipo: tipo === '2.0' ? '2.0' : '1.0',
      formato: typeof formato === 'string' ? formato : null,
      permiteAutoAvaliacao: permiteAutoAvaliacao === true,
    }).includes(papel);

/** ENT-074: who is evaluated, by whom, in which roles, and when. Competencies tell the performance, the model's questions the potential. */
export const avaliacoesDesempenho = defineRegistry({
  id: 'avaliacoes-desempenho',
  title: 'Avaliações de Desempenho',
  singular: 'Avaliação de Desempenho',
  authority: 'ROLE_CAD_AVALIACAO_DESEMPENHO',
  scope: 'empresa',
  most: 20_000,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: [
    'ROLE_CAD_NINEBOX',
    'ROLE_CAD_PLANO_ACAO',
    'ROLE_REL_RESULTADO_AVALIACAO',
    'ROLE_REL_RESULTADO_AVALIACAO_AGRUPADO_FAIXA',
    'ROLE_REL_ANALISE_DESEMPENHO_COMPETENCIA_TALENTO',
    'ROLE_REL_AVALIADORES_AVALIADOS',
    'ROLE_REL_ANALISE_DESEMPENHO_COMPETENCIA_ORGANIZACIONAL',
    'ROLE_REL_COMPARATIVO_PERFORMANCE_TALENTO',
    'ROLE_REL_NINEBOX',
  ],
  fields: {
    titulo: having(text('Título', 250), { span: 12 }),
    dataIni: having(date('Início'), { span: 4 }),
    dataFim: having(date('Término'), { span: 4 }),
    mensagem: having(optional(longText('Mensagem do convite', 1_000)), {
      hint: 'Vai no e-mail aos avaliadores: por que se avalia, e o que se fará com as respostas.',
    }),
    avaliarSomenteCompetencias: having(boolean('Avaliar somente competências'), { span: 4 }),
    modeloAvaliacao: having(optional(ref('Modelo de avaliação', 'avaliacao/modelos-avaliacao')), { span: 6 }),
    notaQuestionarioManual: having(boolean('Nota do questionário manual'), {
      hint: 'O avaliador dá a nota do modelo, de 0 a 100, em vez de responder às perguntas.',
      span: 6,
    }),
    tipo: having(choice('Tipo de avaliação', tiposDeAvaliacao), { initial: '1.0' }),
    formato: having(optional(choice('Formato', formatos)), { initial: '0' }),
    permiteAutoAvaliacao: yesNo('Permite autoavaliação'),
    anonima: having(yesNo('Avaliação anônima'), {
      hint: 'Respostas de pares, subordinados e outros avaliadores só são mostradas em grupos de ao menos três pessoas.',
    }),
    consideraRespCorespHierarquia: having(boolean('Considerar responsáveis e corresponsáveis na hierarquia'), {
      hint: 'Ao montar os avaliadores pela hierarquia, o líder é quem responde pela área do avaliado.',
    }),
    exibeResultadoAutoAvaliacao: boolean('Exibir o resultado da autoavaliação'),
    exibirPerformanceProfissional: boolean('Exibir a performance do profissional'),
    exibirNivelCompetenciaExigido: boolean('Exibir o nível de competência exigido'),
    pesoCompetencias: peso('Peso das competências', 1),
    pesoQuestionario: peso('Peso do questionário', 1),
    pesoMetas: having(optional(peso('Peso das metas', 0)), {
      span: 4,
      hint: 'Na performance, ao lado das competências e do questionário. Vazio ou zero: as metas não contam.',
    }),
    metasDe: having(optional(date('Metas que terminam de')), { span: 4 }),
    metasAte: having(optional(date('Metas que terminam até')), {
      hint: 'Contam as metas da própria pessoa, iniciadas ou concluídas, cada uma com o seu peso e o progresso do dia da conclusão. As que ninguém mediu não contam.',
      span: 4,
    }),
    pesoAutoavaliacao: having(peso('Peso da autoavaliação', 0), { hint: 'Zero: aparece ao lado, e não conta.' }),
    pesoLider: peso('Peso do líder', 1),
    pesoPar: peso('Peso dos pares', 1),
    pesoSubordinado: peso('Peso dos subordinados', 1),
    pesoAvaliador: peso('Peso dos avaliadores', 1),
    situacao: having(readOnly(choice('Situação', situacoesDaAvaliacao)), {
      tones: { N: 'waiting', L: 'good', B: 'bad', C: 'quiet' },
    }),
    liberada: computed(boolean('Liberada')),
    possuiResposta: computed(boolean('Possui resposta')),
    avaliados: having(computed(integer('Avaliados')), { hint: 'Da avaliação inteira.' }),
    respondidas: having(computed(percentage('Respondidas')), {
      hint: 'Da avaliação inteira; de uma anônima, só depois de concluída.',
    }),
  },
  sections: [
    {
      title: 'O que se avalia',
      fields: [
        'titulo',
        'dataIni',
        'dataFim',
        'avaliarSomenteCompetencias',
        'modeloAvaliacao',
        'notaQuestionarioManual',
        'mensagem',
      ],
    },
    { title: 'Quem avalia', fields: ['tipo', 'formato', 'permiteAutoAvaliacao', 'anonima', 'consideraRespCorespHierarquia'] },
    {
      title: 'O que se mostra',
      fields: ['exibeResultadoAutoAvaliacao', 'exibirPerformanceProfissional', 'exibirNivelCompetenciaExigido'],
    },
    {
      title: 'Quanto conta',
      fields: [
        'pesoCompetencias',
        'pesoQuestionario',
        'pesoAutoavaliacao',
        'pesoLider',
        'pesoPar',
        'pesoSubordinado',
        'pesoAvaliador',
        'situacao',
      ],
    },
    { title: 'Metas', fields: ['pesoMetas', 'metasDe', 'metasAte'] },
  ],
  visibleWhen: {
    modeloAvaliacao: (valores) => !somenteCompetencias(valores),
    notaQuestionarioManual: (valores) => !somenteCompetencias(valores),
    pesoQuestionario: (valores) => !somenteCompetencias(valores),
    formato: ({ tipo }) => tipo === '2.0',
    metasDe: pesaMetas,
    metasAte: pesaMetas,
    exibeResultadoAutoAvaliacao: temPapel('U'),
    pesoAutoavaliacao: temPapel('U'),
    pesoLider: temPapel('L'),
    pesoPar: temPapel('P'),
    pesoSubordinado: temPapel('A'),
    pesoAvaliador: temPapel('R'),
  },
  // RUL-294, 295, 296, 298
  requiredWhen: {
    modeloAvaliacao: (valores) => !somenteCompetencias(valores),
    formato: ({ tipo }) => tipo === '2.0',
    metasDe: pesaMetas,
    metasAte: pesaMetas,
    permiteAutoAvaliacao: SEMPRE('Informe se a avaliação permite autoavaliação'),
    anonima: SEMPRE('Informe se a avaliação é anônima.'),
  },
  columns: ['titulo', 'dataIni', 'dataFim', 'avaliados', 'respondidas', 'anonima', 'situacao'],
  filters: ['titulo', 'dataIni', 'dataFim', 'tipo', 'anonima', 'situacao'],
  sort: { field: 'dataFim', order: 'desc' },
  headline: { lines: ['modeloAvaliacao', 'tipo'], state: 'situacao', asks: true },
  findable: { detail: ['situacao'] },
  calendar: { from: 'dataIni', to: 'dataFim' },
  lifecycle: { field: 'situacao', ...vidaDaAvaliacao },
  lockedWhen: {
    edit: ({ situacao }) =>
      (situacao === 'L' || situacao === 'B') && {
        fields: FIXOS,
        why: 'Esta avaliação já foi liberada: o que se pergunta não muda mais.',
      },
  },
  *rules(valores) {
    const { dataIni, dataFim, metasDe, metasAte } = valores;
    yield* backwards('dataFim', dataIni, dataFim);
    yield* backwards('metasAte', metasDe, metasAte);
    yield* faltasDosPesos(valores);
  },
  deeds: {
    lembrar: { label: 'Enviar lembrete', authority: LIBERAR, when: ({ situacao }) => situacao === 'L' },
    clonar: { label: 'Clonar', authority: 'ROLE_CAD_AVALIACAO_DESEMPENHO_EDITAR' },
  },
  sample: () => ({
    avaliarSomenteCompetencias: true,
    modeloAvaliacao: null,
    tipo: '2.0',
    permiteAutoAvaliacao: true,
    anonima: false,
    dataFim: '2199-12-31',
  }),
  bulkEdit: false,
  inlineEdit: false,
  empty: { why: 'Uma avaliação de desempenho pergunta a líderes, pares, subordinados e à própria pessoa como ela trabalha.' },
});
