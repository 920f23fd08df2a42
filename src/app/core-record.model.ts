/** A simple model of people, places and dated salaries: everything in memory, amounts in whole cents. */

export interface Entrada {
  data: string;
  area: number;
  faixa: number;
  tipo: '1' | '2' | '3';
  /** ten-thousandths of the index */
  quantidade: number;
  centavos: number;
  tabela: number | null;
}

export interface Pessoa {
  id: number;
  nome: string;
  /** several people may have one number, each at another time */
  cpf: string;
  admissao: string;
  desligamento: string | null;
  historicos: Entrada[];
}

/** Whether somebody with this CPF works here on a day of that time, apart from one employment. */
export const trabalhaEntre = ({ pessoas }: Modelo, cpf: string, de: string, ate: string | null, exceto?: Pessoa): boolean =>
  pessoas.some(
    (vinculo) =>
      vinculo !== exceto &&
      vinculo.cpf === cpf &&
      (ate === null || vinculo.admissao <= ate) &&
      (vinculo.desligamento === null || vinculo.desligamento >= de),
  );

/** A dated amount of a band or of the index, in cents. */
interface Valor {
  data: string;
  centavos: number;
  tabela: number | null;
}

export interface Modelo {
  pessoas: Pessoa[];
  faixas: Map<number, Valor[]>;
  indice: Valor[];
}

/** The last one that has begun on the day. */
export const vigente = <V extends { data: string }>(entradas: readonly V[], dia: string): V | undefined =>
  entradas.findLast(({ data }) => data <= dia);

/** Inserts an entry by its date. */
export const insere = <V extends { data: string }>(entradas: V[], nova: V): void => {
  const lugar = entradas.findIndex(({ data }) => data > nova.data);
  entradas.splice(lugar === -1 ? entradas.length : lugar, 0, nova);
};

/** Exact, half up: what the database's `round(quantidade * valor, 2)` answers for amounts above zero. */
const vezes = (decimosDeMilesimo: number, centavos: number): number =>
  Number((BigInt(decimosDeMilesimo) * BigInt(centavos) + 5_000n) / 10_000n);

function salarioEm({ faixas, indice }: Modelo, entrada: Entrada, dia: string): number | null {
  if (entrada.tipo === '3') return entrada.centavos;
  if (entrada.tipo === '1') return vigente(faixas.get(entrada.faixa) ?? [], dia)?.centavos ?? null;
  const valor = vigente(indice, dia);
  return valor ? vezes(entrada.quantidade, valor.centavos) : null;
}

export interface Retrato {
  nome: string;
  area: number;
  faixa: number;
  ativo: boolean;
  centavos: number | null;
}

/** Everybody admitted by the day, as of that day; the dismissed as of their last day. */
export const retratoEm = (modelo: Modelo, dia: string): Retrato[] =>
  modelo.pessoas.flatMap((pessoa) => {
    const ultimo = pessoa.desligamento !== null && pessoa.desligamento < dia ? pessoa.desligamento : dia;
    const entrada = pessoa.admissao <= dia ? vigente(pessoa.historicos, ultimo) : undefined;
    if (!entrada) return [];
    return {
      nome: pessoa.nome,
      area: entrada.area,
      faixa: entrada.faixa,
      ativo: pessoa.desligamento === null || pessoa.desligamento >= dia,
      centavos: salarioEm(modelo, entrada, ultimo),
    };
  });
