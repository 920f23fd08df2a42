import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly, type Values } from '#kit/fields/field.ts';
import { integer, number, percentage } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { backwards } from '#kit/form/period.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const situacoesDaMeta = { N: 'Em preparação', A: 'Em andamento', C: 'Concluída', X: 'Cancelada' } as const;
export const tonsDaMeta = { N: 'waiting', A: 'good', C: 'quiet', X: 'bad' } as const;

const valor = (label: string) => having(number(label, 2), { span: 3 });
const peso = having(integer('Peso', { min: 1, max: 1_000 }), { initial: 1, span: 4 });

const daMeta = {
  titulo: having(text('Objetivo', 200), { hint: 'Aonde se quer chegar, em uma frase.', span: 12 }),
  descricao: optional(longText('Por que importa', 2_000)),
  dataIni: having(date('Início'), { span: 4 }),
  dataFim: having(date('Término'), { span: 4 }),
  peso: having(peso, { hint: 'Entre as metas da mesma pessoa.' }),
  resultados: rows(
    'Resultados-chave',
    {
      descricao: having(text('Resultado-chave', 200), { span: 8 }),
      unidade: having(optional(text('Unidade', 20)), { hint: '%, dias, R$, clientes…', span: 4 }),
      inicio: valor('Valor inicial'),
      alvo: valor('Alvo'),
      atual: having(optional(number('Valor atual', 2)), { span: 3 }),
      peso: having(peso, { span: 3 }),
    },
    1,
    { singular: 'Resultado-chave' },
  ),
};

/** Whoever reads a plan reads all of its goals with all of their key results. */
const MAIS_RESULTADOS = 20;

type DaMeta = Pick<Values<typeof daMeta>, 'dataIni' | 'dataFim' | 'resultados'>;

function* regrasDaMeta({ dataIni, dataFim, resultados }: DaMeta): Iterable<Issue> {
  yield* backwards('dataFim', dataIni, dataFim);
  if (resultados.length > MAIS_RESULTADOS)
    yield { field: 'resultados', message: `Uma meta tem no máximo ${MAIS_RESULTADOS} resultados-chave.` };
  for (const [index, { inicio, alvo }] of resultados.entries())
    if (inicio === alvo) yield { field: `resultados.${index}.alvo`, message: 'O alvo deve ser outro que o valor inicial.' };
}

/** A goal of the talent in the address. */
export const formaDaMeta = defineForm({ fields: daMeta, rules: regrasDaMeta });

const EDITA = 'ROLE_CAD_META_EDITAR';

/** Goals with key results, of a person, of an area, or of the whole company. */
export const metas = defineRegistry({
  id: 'metas',
  title: 'Metas',
  singular: 'Meta',
  authority: 'ROLE_CAD_META',
  scope: 'empresa',
  fields: {
    ...daMeta,
    colaborador: having(optional(ref('Talento', 'gestao-talentos/talentos')), {
      hint: 'Vazio, se a meta é de uma área ou de toda a empresa.',
    }),
    area: having(optional(ref('Área Organizacional', 'cargo-salario/areas-organizacionais')), {
      hint: 'Vazio, se a meta é de um talento ou de toda a empresa.',
    }),
    progresso: readOnly(percentage('Progresso')),
    situacao: having(readOnly(choice('Situação', situacoesDaMeta)), { tones: tonsDaMeta }),
    motivo: optional(readOnly(longText('Motivo do cancelamento', 500))),
  },
  sections: [
    { title: 'Objetivo', fields: ['titulo', 'descricao', 'colaborador', 'area', 'dataIni', 'dataFim', 'peso'] },
    { title: 'Resultados-chave', fields: ['resultados', 'progresso', 'situacao', 'motivo'] },
  ],
  columns: ['titulo', 'colaborador', 'area', 'dataIni', 'dataFim', 'progresso', 'situacao'],
  sort: { field: 'dataFim', order: 'asc' },
  headline: { lines: ['colaborador', 'area'], state: 'situacao' },
  calendar: { from: 'dataIni', to: 'dataFim' },
  privateNames: true,
  lifecycle: {
    field: 'situacao',
    initial: 'N',
    states: {
      N: {},
      A: {},
      C: { edit: 'Uma meta concluída não muda mais: reabra-a primeiro.' },
      X: { edit: 'Uma meta cancelada não muda mais: reabra-a primeiro.' },
    },
    transitions: {
      iniciar: {
        label: 'Iniciar',
        done: 'Meta em andamento.',
        from: ['N'],
        to: 'A',
        authority: EDITA,
        why: 'Só uma meta em preparação pode ser iniciada.',
        bulk: true,
      },
      concluir: {
        label: 'Concluir',
        done: 'Meta concluída.',
        from: ['A'],
        to: 'C',
        authority: EDITA,
        why: 'Só uma meta em andamento pode ser concluída.',
        ask: 'O progresso fica como está agora.',
      },
      cancelar: {
        label: 'Cancelar',
        done: 'Meta cancelada.',
        from: ['N', 'A'],
        to: 'X',
        authority: EDITA,
        why: 'Só uma meta em preparação ou em andamento pode ser cancelada.',
        form: defineForm({ fields: { motivo: longText('Motivo', 500) } }),
        danger: true,
      },
      reabrir: {
        label: 'Reabrir',
        done: 'Meta em andamento.',
        from: ['C', 'X'],
        to: 'A',
        authority: EDITA,
        why: 'Só uma meta concluída ou cancelada pode ser reaberta.',
      },
    },
  },
  bulkEdit: false,
  inlineEdit: false,
  *rules(meta) {
    yield* regrasDaMeta(meta);
    if (meta.colaborador !== null && meta.area !== null)
      yield { field: 'area', message: 'Uma meta é de um talento ou de uma área; deixe os dois vazios, se é de toda a empresa.' };
  },
  sample: (registro) => ({
    dataIni: '2026-01-01',
    dataFim: '2026-12-31',
    resultados: ((registro.resultados ?? []) as object[]).map((um) => ({ ...um, inicio: 0, alvo: 10 })),
  }),
  empty: { why: 'Uma meta diz aonde alguém, uma área ou a empresa quer chegar, e por quais resultados se sabe que chegou.' },
});
