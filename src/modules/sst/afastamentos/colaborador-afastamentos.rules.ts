import { obrigatorio } from '#kit/br/text.ts';
import { eachRule } from '#kit/form/check.ts';
import { type CampoDaClasse, type Classe, camposDaClasse, exige } from './classes.ts';

interface Afastamento {
  inicio: string;
  fim: string | null;
  periodoAquisitivoIni: string | null;
  periodoAquisitivoFim: string | null;
}

interface Falta {
  field: string;
  message: string;
}

/** Dates in their order. */
export const faltasDoAfastamento = (afastamento: Afastamento): Iterable<Falta> =>
  eachRule(
    () => faltasDoPeriodo('fim', afastamento.inicio, afastamento.fim),
    () => faltasDoPeriodo('periodoAquisitivoFim', afastamento.periodoAquisitivoIni, afastamento.periodoAquisitivoFim),
  );

function* faltasDoPeriodo(field: string, inicio: string | null, fim: string | null): Generator<Falta> {
  if (inicio !== null && fim !== null && fim < inicio) yield { field, message: 'Data final inferior à data inicial.' };
}

const labels: Readonly<Partial<Record<CampoDaClasse, string>>> = {
  cnpj: 'CNPJ',
  papelCessao: 'Ônus da cessão ou requisição',
  onus: 'Ônus da remuneração',
};

/** What the class of the reason asks for and the leave does not say. */
export function* faltasDaClasse(classe: Classe, value: Readonly<Record<string, unknown>>): Generator<Falta> {
  for (const campo of camposDaClasse)
    if (exige(campo, classe) && (value[campo] === null || value[campo] === undefined || value[campo] === ''))
      yield { field: campo, message: obrigatorio(labels[campo] ?? campo) };
}
