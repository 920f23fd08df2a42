import { obrigatorio } from '#kit/br/text.ts';
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
export function* faltasDoAfastamento(afastamento: Afastamento): Generator<Falta> {
  const { inicio, fim, periodoAquisitivoIni, periodoAquisitivoFim } = afastamento;
  if (fim !== null && fim < inicio) yield { field: 'fim', message: 'Data final inferior à data inicial.' };
  if (periodoAquisitivoIni !== null && periodoAquisitivoFim !== null && periodoAquisitivoFim < periodoAquisitivoIni)
    yield { field: 'periodoAquisitivoFim', message: 'Data final inferior à data inicial.' };
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
