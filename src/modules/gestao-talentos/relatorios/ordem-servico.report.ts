import { optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineDocument } from '#kit/report/report.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';

/** NR-1, 1.4.1 c: the employer informs each worker of safety and health at work, and keeps the signature. */
export const ordemServico = defineDocument({
  id: 'ordem-servico',
  title: 'Ordem de Serviço',
  description:
    'Ordem de serviço de segurança e saúde no trabalho (NR-1), com a ciência do talento: uma página para cada um, em PDF.',
  authority: 'ROLE_REL_ORDEM_SERVICO',
  filter: {
    talentosIds: optional(refIds('Talentos', 'gestao-talentos/talentos', 0)),
    ...areasDoFiltro('areasIds'),
    estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
    local: optional(text('Local', 60)),
    assinante: optional(text('Quem assina', 100)),
    cargoAssinante: optional(text('Cargo de quem assina', 100)),
  },
  *rules({ talentosIds, areasIds, estabelecimentosIds }) {
    if (![talentosIds, areasIds, estabelecimentosIds].some((ids) => ids?.length))
      yield { field: 'talentosIds', message: 'Escolha os talentos, as áreas ou os estabelecimentos.' };
  },
});
