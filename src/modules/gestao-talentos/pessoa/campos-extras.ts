import { namesOf } from '#kit/fields/by-name.ts';
import type { Called } from '#kit/fields/called.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, number } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { type CampoExtra, tituloDe } from '#platform/empresa/campos-extras.registry.ts';

const na = { detail: true } as const;

/** The sixteen fields that a company titles and uses as it likes (document 1 §3). */
export const camposExtras = {
  texto1: having(optional(text('Texto 1', 250)), na),
  texto2: having(optional(text('Texto 2', 250)), na),
  texto3: having(optional(text('Texto 3', 250)), na),
  texto4: having(optional(text('Texto 4', 250)), na),
  texto5: having(optional(text('Texto 5', 250)), na),
  texto6: having(optional(text('Texto 6', 250)), na),
  texto7: having(optional(text('Texto 7', 250)), na),
  texto8: having(optional(text('Texto 8', 250)), na),
  textolongo1: having(optional(longText('Texto longo 1', 4_000)), na),
  textolongo2: having(optional(longText('Texto longo 2', 4_000)), na),
  data1: having(optional(date('Data 1')), na),
  data2: having(optional(date('Data 2')), na),
  data3: having(optional(date('Data 3')), na),
  valor1: having(optional(number('Valor 1', 2)), na),
  valor2: having(optional(number('Valor 2', 2)), na),
  numero1: having(optional(integer('Número 1')), na),
};

export const nomesExtras = namesOf(camposExtras);

type Settings = Readonly<Record<string, unknown>>;

const configuradosEm = ({ camposExtras: todos }: Settings): readonly CampoExtra[] => (Array.isArray(todos) ? todos : []);

/** The same settings with no extra field required of talents. */
export const semExtrasObrigatorios = (settings: Settings): Settings => ({
  ...settings,
  camposExtras: configuradosEm(settings).map((extra) => ({ ...extra, obrigatorioColaborador: false })),
});

/** Whose extra fields are meant, and which settings say so. */
const usos = {
  talento: { uso: 'campoExtraColaborador', ativo: 'ativoColaborador', obrigatorio: 'obrigatorioColaborador' },
  candidato: { uso: 'campoExtraCandidato', ativo: 'ativoCandidato', obrigatorio: 'obrigatorioCandidato' },
} as const;

/** The extra fields of the company's talents, or of its candidates. */
export function extrasDe(quem: keyof typeof usos) {
  const { uso, ativo, obrigatorio } = usos[quem];
  /** the company's configuration of a field; undefined when it does not use it */
  const extra = (nome: string, settings: Settings): CampoExtra | undefined =>
    settings[uso] === true ? configuradosEm(settings).find((one) => one.campo === nome && one[ativo]) : undefined;
  /** titles of the fields, undefined for those that the company does not use */
  const titulos: Called = (settings) =>
    Object.fromEntries(
      nomesExtras.map((nome) => {
        const usado = extra(nome, settings);
        return [nome, usado && tituloDe(usado)];
      }),
    );
  /** RUL-101: a required extra field must be filled; its message has the company's title */
  const exige = (nome: string, settings: Settings): string | false => {
    const usado = extra(nome, settings);
    return usado?.[obrigatorio] === true && `${tituloDe(usado)} é obrigatório`;
  };
  return { extra, titulos, exige };
}
