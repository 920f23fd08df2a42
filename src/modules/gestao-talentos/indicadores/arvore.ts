/** The fields of an area in the tree. */
export interface No {
  id: number;
  nome: string;
  mae: number | null;
  empresaId: number;
  empresa: string;
}

/** One slice of a level: an area with everything below it. */
interface Fatia {
  /** null: the people of the parent area itself; not a link */
  id: number | null;
  /** the key of the list behind it: the area's number, with a `d` before it when only its own people count */
  fatia: string;
  nome: string;
  valores: number[];
  temFilhas: boolean;
}

const soma = (a: readonly number[], b: readonly number[]) => a.map((value, index) => value + (b[index] ?? 0));
const vazio = (valores: readonly number[]) => valores.every((value) => value === 0);

/**
 * The children of `pai` (or the first level with more than one area), each with the sum of its branch. Areas without values are
 * left out, and the parent's own values are a slice of their own, so that the slices add up to the parent. Values must be sums:
 * counts and amounts, never averages.
 */
export function nivelDe(areas: readonly No[], valores: ReadonlyMap<number, readonly number[]>, pai: number | null): Fatia[] {
  const porId = new Map(areas.map((area) => [area.id, area]));
  const maeDe = (area: No) => (area.mae !== null && porId.has(area.mae) ? area.mae : null);
  const filhas = Map.groupBy(areas, maeDe);
  const totais = totaisDe(areas, valores, maeDe, porId);

  const doNivel = (mae: number | null): Fatia[] =>
    (filhas.get(mae) ?? []).flatMap(({ id, nome }) => {
      const total = totais.get(id);
      return total && !vazio(total) ? [{ id, fatia: String(id), nome, valores: total, temFilhas: filhas.has(id) }] : [];
    });
  const direto = (mae: number): Fatia[] => {
    const proprios = valores.get(mae);
    return proprios && !vazio(proprios)
      ? [{ id: null, fatia: `d${mae}`, nome: `${porId.get(mae)?.nome ?? ''} (direto)`, valores: [...proprios], temFilhas: false }]
      : [];
  };

  if (pai !== null) {
    const abaixo = porId.has(pai) ? doNivel(pai) : [];
    return abaixo.length === 0 ? [] : [...abaixo, ...direto(pai)];
  }
  // A single bar is useless: go down to the level where the people divide.
  let nivel = doNivel(null);
  for (let passo = 0; passo < areas.length; passo++) {
    const [unica, ...outras] = nivel;
    if (!unica || outras.length > 0 || unica.id === null) break;
    const abaixo = doNivel(unica.id);
    if (abaixo.length === 0) break;
    nivel = [...abaixo, ...direto(unica.id)];
  }
  const empresas = new Set(areas.map(({ empresaId }) => empresaId));
  if (empresas.size < 2) return nivel;
  return nivel.map((fatia) => ({ ...fatia, nome: comEmpresa(fatia, porId) }));
}

const comEmpresa = ({ id, nome }: Fatia, porId: ReadonlyMap<number, No>) => {
  const area = id === null ? undefined : porId.get(id);
  return area && area.nome !== area.empresa ? `${area.empresa} – ${nome}` : nome;
};

/** Each area with its whole branch: every value is added to all its ancestors. */
function totaisDe(
  areas: readonly No[],
  valores: ReadonlyMap<number, readonly number[]>,
  maeDe: (area: No) => number | null,
  porId: ReadonlyMap<number, No>,
): Map<number, number[]> {
  const totais = new Map<number, number[]>();
  for (const [id, proprios] of valores) {
    let area = porId.get(id);
    // A tree is never deeper than its number of areas; a circle in it must not hang the server.
    for (let passo = 0; area && passo <= areas.length; passo++) {
      const antes = totais.get(area.id);
      totais.set(area.id, antes ? soma(antes, proprios) : [...proprios]);
      const mae = maeDe(area);
      area = mae === null ? undefined : porId.get(mae);
    }
  }
  return totais;
}

/** The area that such a key names, and whether only its own people count. */
export function daFatia(fatia: string): { area: number; propria: boolean } | undefined {
  const [, direta, id] = /^(d?)([1-9]\d{0,14})$/.exec(fatia) ?? [];
  return id === undefined ? undefined : { area: Number(id), propria: direta === 'd' };
}
