import { bare } from '#kit/fields/bare.ts';

// What the trail tells of a field while two records were one, read change by change, and what of it remains without what the account wrote.

/** A change of one field: by the account, or by anybody else. */
export interface Mudanca {
  daConta: boolean;
  antes: unknown;
  depois: unknown;
}

/** A row of a list, or what it links to, as the trail has it. */
export type Item = { id: number } & Record<string, unknown>;

export const itensDe = (valor: unknown): Map<number, Item> =>
  new Map((Array.isArray(valor) ? (valor as Item[]) : []).map((item) => [item.id, item]));

const conteudo = ({ id: _, ...resto }: Item): string => JSON.stringify(resto);

/** A value as texts compare: of a reference its id, of a number its value, however it was written. */
const comoTexto = (valor: unknown): string => {
  const so = bare(valor) ?? '';
  if (typeof so !== 'string') return JSON.stringify(so);
  return /^-?\d+\.\d+$/.test(so) ? String(Number(so)) : so;
};
export const igual = (um: unknown, outro: unknown): boolean => comoTexto(um) === comoTexto(outro);
const ha = (valor: unknown) => comoTexto(valor) !== '';

/** A single value, of which the other record had `dela` written into this one; undefined: it had not. */
export function lendoValor(dela: unknown) {
  let propria: { valor: unknown } | undefined;
  let daConta: Pick<Mudanca, 'antes' | 'depois'> | undefined;
  let escrito: unknown;
  const alheio = (valor: unknown) => ha(valor) && !igual(valor, propria?.valor) && (igual(valor, dela) || igual(valor, escrito));
  return {
    /** Answers whether somebody else's line tells what the account or the other record said. */
    le(mudanca: Mudanca): boolean {
      propria ??= { valor: ha(dela) && igual(mudanca.antes, dela) ? null : mudanca.antes };
      if (mudanca.daConta) {
        daConta = { antes: daConta ? daConta.antes : mudanca.antes, depois: mudanca.depois };
        escrito = mudanca.depois;
        return false;
      }
      daConta = undefined;
      return alheio(mudanca.antes) || alheio(mudanca.depois);
    },
    /** Where the last word is the account's: what stood there before it, and what it wrote. */
    daConta: () => daConta,
  };
}

/**
 * A list. A row is of whoever made it: one of the account stays the account's when somebody corrects it, and any other one stands as it was before the
 * account changed it, or took it out. The rows of a list that was sent again without ids are told by what they say. `dela`: the ids of the rows
 * that the other record brought; `ficou`: whether a row is still there.
 */
export function lendoLista(dela: ReadonlySet<number>, ficou: (id: number) => boolean) {
  let itens: Map<number, Item> | undefined;
  const vistos = new Map<number, Item>();
  const conhecidos = new Set<number>();
  const copias = new Map<number, number>();
  const tirados = new Set<number>();
  const como = (id: number) => copias.get(id) ?? id;

  function daConta(meus: Map<number, Item>, de: Map<number, Item>, para: Map<number, Item>): void {
    for (const item of para.values()) {
      if (de.has(item.id) || meus.has(como(item.id))) continue;
      const presentes = new Set([...para.keys()].map(como));
      const antigo = [...meus].find(([id, este]) => !presentes.has(id) && conteudo(este) === conteudo(item));
      if (antigo) copias.set(item.id, antigo[0]);
    }
    const presentes = new Set([...para.keys()].map(como));
    for (const id of de.keys()) if (!presentes.has(como(id))) tirados.add(como(id));
    for (const id of presentes) tirados.delete(id);
  }

  function deOutros(meus: Map<number, Item>, de: Map<number, Item>, para: Map<number, Item>): void {
    for (const id of de.keys()) if (!para.has(id)) meus.delete(como(id));
    for (const item of para.values()) {
      const era = de.get(item.id);
      if (!era || (meus.has(como(item.id)) && conteudo(era) !== conteudo(item))) meus.set(como(item.id), item);
    }
  }

  return {
    /** Answers whether somebody else's line tells what the account or the other record said. */
    le(mudanca: Mudanca): boolean {
      const [de, para] = [itensDe(mudanca.antes), itensDe(mudanca.depois)];
      if (mudanca.daConta) itens ??= new Map();
      // What was there before, or has come otherwise, is nobody's writing.
      if (itens) for (const [id, item] of de) if (!conhecidos.has(id)) itens.set(id, item);
      const alheio = [...de.keys()].some((id) => dela.has(como(id)) || (itens !== undefined && !itens.has(como(id))));
      if (itens) {
        for (const id of [...de.keys(), ...para.keys()]) conhecidos.add(id);
        for (const item of para.values()) if (ficou(item.id)) vistos.set(item.id, item);
        (mudanca.daConta ? daConta : deOutros)(itens, de, para);
      }
      return !mudanca.daConta && alheio;
    },
    /** Where the account wrote: whose each row is. */
    partilha() {
      if (!itens) return undefined;
      const meus = itens;
      return {
        /** what the account took out of what the other record brought */
        tirou: (id: number) => tirados.has(id),
        /** the row that stands there, under another id */
        como,
        deQuem(id: number): 'fica' | 'vai' {
          if (dela.has(como(id))) return 'vai';
          const [visto, meu] = [vistos.get(id), meus.get(como(id))];
          return !visto || (meu && conteudo(visto) === conteudo(meu)) ? 'fica' : 'vai';
        },
        /** a row that the account has made, or changed, as it stands */
        escrita: (id: number): Item[] => {
          const visto = vistos.get(id);
          return visto && !dela.has(como(id)) ? [visto] : [];
        },
        /** what the record that stayed has lost, the rows that are of it and still there being `presentes` */
        faltam: (presentes: readonly number[]): Item[] => {
          const ha = new Set(presentes.map(como));
          return [...meus].flatMap(([id, item]) => (ha.has(id) || dela.has(id) ? [] : [item]));
        },
      };
    },
  };
}

export type Partilha = NonNullable<ReturnType<ReturnType<typeof lendoLista>['partilha']>>;
