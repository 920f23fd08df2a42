import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { richText, text } from '#kit/fields/text.ts';
import { backwards } from '#kit/form/period.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Whether candidates see an ad today. */
export const noPortal = { A: 'No ar', G: 'Agendado', F: 'Encerrado', N: 'Fora do ar' } as const;

export const tonsNoPortal = { A: 'good', G: 'waiting', F: 'quiet', N: 'quiet' } as const;

/** Evaluations that one ad asks for, and all ads of a request: each candidate may be asked for all of them. */
export const MAIS_AVALIACOES = 50;

/** Ads of vacancies (ENT-001): what the portal shows of a staffing request. */
export const anuncios = defineRegistry({
  id: 'anuncios',
  table: 'anuncios_vagas',
  title: 'Anúncios de Vagas',
  singular: 'Anúncio de Vaga',
  authority: 'ROLE_CAD_ANUNCIO_VAGA',
  scope: 'empresa',
  empty: {
    why: 'Um anúncio conta uma vaga a quem procura trabalho. Ele é feito para uma solicitação de pessoal, e vai ao portal depois que ela é aprovada.',
    next: {
      label: 'Solicitações de Pessoal',
      to: '/captacao/solicitacoes-pessoal',
      authority: 'ROLE_CAD_SOLICITACAO_PESSOAL',
    },
  },
  fields: {
    titulo: text('Título', 100),
    solicitacao: ref('Solicitação de Pessoal', 'captacao/solicitacoes-pessoal'),
    noPortal: having(computed(choice('Portal', noPortal)), { tones: tonsNoPortal }),
    descricao: richText('Descrição', 20_000),
    exibirModuloExterno: having(boolean('Exibir no portal do candidato', true), {
      hint: 'Só aparece quando a solicitação está aberta e aprovada.',
    }),
    dataIni: optional(date('Publicar a partir de')),
    dataFim: optional(date('Receber candidaturas até')),
    previsaoEncerramento: optional(date('Previsão de encerramento')),
    diasEsperaNovaAplicacao: having(optional(integer('Dias de espera para nova candidatura', { min: 0, max: 3_650 })), {
      hint: 'Vazio: quem já se candidatou não se candidata de novo.',
    }),
    diasResposta: having(optional(integer('Dias para responder ao candidato', { min: 1, max: 365 })), {
      hint: 'O candidato vê “resposta até …”. Vazio: sem promessa.',
    }),
    respostaAutomatica: having(optional(choice('Responder sozinho a quem espera', { S: 'Sim', N: 'Não' })), {
      hint: 'Por e-mail, quando passa o dia prometido e quando a vaga termina. Vazio: como diz o cadastro da empresa.',
    }),
    utilizarAvaliacoesEtapaSeletiva: having(boolean('Usar as avaliações da etapa seletiva'), {
      hint: 'Ligado: cada avaliação é pedida na sua etapa. Desligado: todas, assim que alguém se candidata.',
    }),
    solicitacaoAvaliacoes: optional(
      rows('Avaliações', {
        avaliacao: ref('Modelo de avaliação', 'captacao/modelos-avaliacao-candidato'),
        etapaSeletiva: optional(ref('Etapa', 'captacao/etapas-seletivas')),
        responderModuloExterno: having(boolean('O candidato responde no portal', true), {
          hint: 'Ele recebe o link por e-mail. Desligado: responde na empresa, com o link da candidatura.',
        }),
      }),
    ),
  },
  columns: ['titulo', 'solicitacao', 'noPortal', 'dataIni', 'dataFim'],
  filters: ['titulo', 'solicitacao', 'exibirModuloExterno', 'dataFim'],
  sections: [
    { title: 'Anúncio', fields: ['titulo', 'solicitacao', 'noPortal', 'descricao'] },
    {
      title: 'Portal',
      fields: [
        'exibirModuloExterno',
        'dataIni',
        'dataFim',
        'previsaoEncerramento',
        'diasEsperaNovaAplicacao',
        'diasResposta',
        'respostaAutomatica',
      ],
    },
    { title: 'Avaliações', fields: ['utilizarAvaliacoesEtapaSeletiva', 'solicitacaoAvaliacoes'] },
  ],
  headline: { lines: ['solicitacao'], state: 'noPortal' },
  deeds: {
    enviar: { label: 'Enviar por e-mail', authority: 'ROLE_CAD_ANUNCIO_VAGA_EDITAR', also: ['divulgar', 'mandar'] },
  },
  sample: () => ({
    utilizarAvaliacoesEtapaSeletiva: true,
    dataIni: '2026-01-10',
    dataFim: '2026-12-10',
    exibirModuloExterno: false,
  }),
  *rules({ dataIni, dataFim, utilizarAvaliacoesEtapaSeletiva, solicitacaoAvaliacoes }) {
    yield* backwards('dataFim', dataIni, dataFim);
    if ((solicitacaoAvaliacoes ?? []).length > MAIS_AVALIACOES)
      yield { field: 'solicitacaoAvaliacoes', message: `São permitidas no máximo ${MAIS_AVALIACOES} avaliações em um anúncio` };
    if (utilizarAvaliacoesEtapaSeletiva !== true)
      for (const [lugar, { etapaSeletiva }] of (solicitacaoAvaliacoes ?? []).entries())
        if (etapaSeletiva)
          yield {
            field: `solicitacaoAvaliacoes.${lugar}.etapaSeletiva`,
            message: 'Ligue “Usar as avaliações da etapa seletiva” para pedir numa etapa',
          };
  },
});
