import { boolean, choice } from '#kit/fields/choice.ts';
import { date, instant } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { origensDaCandidatura, situacoesDaCandidatura } from './codigos.ts';
import { CONTRATAR, transicoesDaCandidatura } from './transicoes.ts';

/** A candidate in the selection of a staffing request (`candidatoSolicitacao` of ENT-001). */
export const candidaturas = defineRegistry({
  id: 'candidaturas',
  title: 'Candidaturas',
  singular: 'Candidatura',
  authority: 'ROLE_CAD_CANDIDATURA',
  scope: 'empresa',
  fields: {
    solicitacao: ref('Solicitação de Pessoal', 'captacao/solicitacoes-pessoal'),
    candidato: ref('Candidato', 'captacao/candidatos'),
    // Labels the record and serves the search: the candidate's name at the time of the save.
    resumo: readOnly(text('Candidato', 220)),
    origem: readOnly(choice('Origem', origensDaCandidatura)),
    fonte: optional(readOnly(text('Fonte', 60))),
    etapaSeletiva: optional(readOnly(ref('Etapa', 'captacao/etapas-seletivas'))),
    situacao: having(readOnly(choice('Situação', situacoesDaCandidatura)), {
      tones: { A: 'waiting', N: 'quiet', D: 'quiet', C: 'good' },
    }),
    inscritaEm: readOnly(instant('Inscrita em')),
    etapaDesde: readOnly(instant('Na etapa desde')),
    encerradaEm: optional(readOnly(instant('Encerrada em'))),
    // The service clock: until when the candidate was promised an answer.
    respostaAte: optional(readOnly(date('Resposta até'))),
    // Of a closed request nobody is moved, invited, asked or hired.
    vagaAberta: computed(boolean('Vaga aberta')),
    // Nothing is left but the hire.
    naUltimaEtapa: having(computed(boolean('Na última etapa')), { detail: true }),
    // Whom the hire made.
    talento: having(optional(readOnly(ref('Talento', 'gestao-talentos/talentos'))), { detail: true }),
    motivo: optional(readOnly(longText('Motivo', 2_000))),
    // What the candidate was told; the reason above stays with HR.
    recado: optional(readOnly(longText('Recado ao candidato', 2_000))),
  },
  columns: ['candidato', 'solicitacao', 'etapaSeletiva', 'situacao', 'inscritaEm'],
  filters: ['solicitacao', 'candidato', 'etapaSeletiva', 'situacao', 'origem'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  apart: ['solicitacao', 'inscritaEm'],
  sort: { field: 'inscritaEm', order: 'desc' },
  lockedWhen: {
    edit: () => ({ fields: ['solicitacao', 'candidato'], why: 'Uma candidatura é sempre da mesma vaga e do mesmo candidato' }),
  },
  visibleWhen: { resumo: () => false, vagaAberta: () => false, naUltimaEtapa: () => false },
  empty: {
    why: 'Aqui ficam as pessoas de cada seleção: quem se candidatou no portal e quem o RH vinculou a uma vaga.',
    next: { label: 'Abrir a seleção', to: '/captacao/selecao', authority: 'ROLE_CAD_CANDIDATURA' },
  },
  headline: { lines: ['solicitacao', 'etapaSeletiva'], state: 'situacao' },
  lifecycle: {
    field: 'situacao',
    board: false,
    initial: 'A',
    states: { A: {}, N: {}, D: {}, C: { remove: 'Quem foi contratado fica na seleção.' } },
    transitions: transicoesDaCandidatura,
  },
  deeds: {
    mover: {
      label: 'Mudar de etapa',
      authority: 'ROLE_CAD_CANDIDATURA_EDITAR',
      when: ({ situacao, vagaAberta }) => situacao === 'A' && vagaAberta === true,
    },
    escrever: { label: 'Escrever ao candidato', authority: 'ROLE_CAD_CANDIDATURA_EDITAR', also: ['e-mail', 'mensagem'] },
    admitir: {
      label: 'Contratar',
      authority: CONTRATAR,
      when: ({ situacao, vagaAberta }) => situacao === 'A' && vagaAberta === true,
    },
  },
  bulkEdit: false,
});
