import { activity, choice } from '#kit/fields/choice.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { modelosProntos } from './modelos-prontos.ts';

const EDITAR = 'ROLE_CAD_PESQUISA_EDITAR';

/** What can be asked: the questions stand in a definition of the engine, whose owner this record is. */
export const pesquisas = defineRegistry({
  id: 'pesquisas',
  title: 'Pesquisas',
  singular: 'Pesquisa',
  authority: 'ROLE_CAD_PESQUISA',
  scope: 'empresa',
  most: 20_000,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: ['ROLE_CAD_QUESTIONARIO', 'ROLE_CAD_ENTREVISTA', 'ROLE_CAD_DOCUMENTO_PESQUISA'],
  fields: {
    titulo: text('Título', 250),
    observacao: optional(longText('Observação', 2_000)),
    ativa: having(activity('Ativa'), { hint: 'Uma pesquisa inativa não é oferecida a novos questionários.' }),
    // What the survey was made from: others find the psychosocial ones by it.
    modelo: readOnly(choice('Modelo', modelosProntos)),
    quantidadePerguntas: computed(integer('Perguntas')),
  },
  columns: ['titulo', 'modelo', 'quantidadePerguntas', 'ativa'],
  filters: ['titulo', 'modelo', 'ativa'],
  unique: [['titulo']],
  findable: { detail: ['modelo'] },
  headline: { lines: ['modelo'] },
  deeds: {
    perguntas: { label: 'Editar perguntas', authority: EDITAR },
    perguntar: {
      label: 'Enviar a pessoas',
      authority: 'ROLE_CAD_QUESTIONARIO_EDITAR',
      when: ({ ativa, quantidadePerguntas }) => ativa === true && Number(quantidadePerguntas ?? 0) > 0,
    },
    clonar: { label: 'Clonar', authority: EDITAR },
  },
  empty: {
    why: 'Uma pesquisa são as perguntas: escreva as suas, ou comece por um modelo pronto (clima, riscos psicossociais, eNPS, desligamento).',
  },
});
