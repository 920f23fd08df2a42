import { activity, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { refs } from '#kit/fields/reference.ts';
import { richText, text, url } from '#kit/fields/text.ts';
import { backwards } from '#kit/form/period.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** How urgent a news item is: those up to 0 open by themselves on the start page. */
const criticidades = { '-1': 'Urgente', '0': 'Importante', '1': 'Informativa' } as const;

/** `/utilitario/noticias`: what administrators tell the users of their company, or of all companies. */
export const noticias = defineRegistry({
  id: 'noticias',
  title: 'Notícias',
  singular: 'Notícia',
  authority: 'ROLE_CAD_NOTICIA',
  scope: 'empresa',
  most: 50_000,
  // Some are for certain profiles, or for a day to come.
  privateNames: true,
  empty: { why: 'O que você publicar aparece no sino de quem usa o sistema, no período que você disser.' },
  fields: {
    titulo: text('Título', 150),
    texto: richText('Texto', 5_000),
    link: having(optional(url('Link')), { hint: 'Onde ler mais, se houver.' }),
    criticidade: having(choice('Criticidade', criticidades), {
      initial: '1',
      hint: 'As urgentes e as importantes se abrem sozinhas na página inicial, até serem lidas.',
      tones: { '-1': 'bad', '0': 'waiting', '1': 'quiet' },
    }),
    publico: having(choice('Para quem', { E: 'Todos desta empresa', P: 'Alguns perfis', G: 'Todas as empresas' }), {
      initial: 'E',
    }),
    perfis: optional(refs('Perfis', 'utilitario/perfis', 0)),
    inicio: date('Início'),
    fim: having(optional(date('Fim')), { hint: 'Em branco: fica até ser desativada.' }),
    ativo: activity('Ativa'),
  },
  columns: ['titulo', 'criticidade', 'publico', 'inicio', 'fim', 'ativo'],
  search: ['titulo'],
  label: 'titulo',
  sort: { field: 'inicio', order: 'desc' },
  visibleWhen: { perfis: ({ publico }) => publico === 'P' },
  requiredWhen: { perfis: ({ publico }) => publico === 'P' },
  *rules({ inicio, fim }) {
    yield* backwards('fim', inicio, fim);
  },
});
