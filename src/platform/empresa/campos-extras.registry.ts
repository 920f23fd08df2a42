import { boolean, choice } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** The extra fields of document 1 §3: texto1–8, textolongo1–2, data1–3, valor1–2, numero1. */
const familias = [
  { tipo: 'texto', titulo: 'Texto', quantos: 8 },
  { tipo: 'textolongo', titulo: 'Texto longo', quantos: 2 },
  { tipo: 'data', titulo: 'Data', quantos: 3 },
  { tipo: 'valor', titulo: 'Valor', quantos: 2 },
  { tipo: 'numero', titulo: 'Número', quantos: 1 },
] as const;

/** Every extra field in the order of the screens, under the title that it has until a company gives it another. */
export const todosOsExtras = familias.flatMap(({ tipo, titulo, quantos }) =>
  Array.from({ length: quantos }, (_, index) => ({ campo: `${tipo}${index + 1}`, tipo, titulo: `${titulo} ${index + 1}` })),
);

/** A company's configuration of one extra field. */
export interface CampoExtra {
  campo: string;
  titulo: string;
  ordem: number;
  ativoCandidato: boolean;
  obrigatorioCandidato: boolean;
  ativoColaborador: boolean;
  obrigatorioColaborador: boolean;
}

export const tituloDe = ({ titulo }: Pick<CampoExtra, 'titulo'>): string => titulo.replace(/(?<![\s:*])[\s:*]+$/, '');

export const camposExtrasRegistry = defineRegistry({
  id: 'campos-extras',
  title: 'Campos Extras',
  singular: 'Campo Extra',
  authority: 'ROLE_CAD_CAMPO_EXTRA',
  scope: 'empresa',
  most: 200,
  fields: {
    titulo: text('Título', 60),
    campo: having(choice('Campo', Object.fromEntries(todosOsExtras.map(({ campo, titulo }) => [campo, titulo]))), {
      hint: 'O tipo do campo: texto, texto longo, data, valor ou número.',
    }),
    ordem: having(integer('Ordem', { min: 1, max: 99 }), { initial: 1 }),
    ativoColaborador: having(boolean('Usar no cadastro do talento', true), {
      hint: 'Aparece quando o cadastro da empresa diz "Usar campos extras do talento".',
    }),
    obrigatorioColaborador: boolean('Obrigatório no cadastro do talento'),
    ativoCandidato: having(boolean('Usar no cadastro do candidato'), {
      hint: 'Aparece quando o cadastro da empresa diz "Usar campos extras do candidato".',
    }),
    obrigatorioCandidato: boolean('Obrigatório no cadastro do candidato'),
  },
  columns: ['titulo', 'campo', 'ordem', 'ativoColaborador', 'obrigatorioColaborador', 'ativoCandidato', 'obrigatorioCandidato'],
  sort: { field: 'ordem', order: 'asc' },
  unique: [['campo'], ['titulo']],
  visibleWhen: {
    obrigatorioColaborador: (campo) => campo.ativoColaborador === true,
    obrigatorioCandidato: (campo) => campo.ativoCandidato === true,
  },
});
