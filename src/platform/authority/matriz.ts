/** An authority as `GET /api/autoridades` gives it. */
export interface Autoridade {
  autoridade: string;
  descricao: string;
  /** title of its module */
  grupo: string;
  parte: 'cadastro' | 'relatorio' | 'tela' | 'outra';
  recurso: string;
  ato: Ato | null;
  /** it counts only together with one of these; none: alone */
  valeCom: string[];
  /** the actor holds it, and so may grant it */
  concedivel: boolean;
}

export const ATOS = { ver: 'Ver', editar: 'Editar', excluir: 'Excluir' } as const;
export type Ato = keyof typeof ATOS;
export const ATOS_EM_ORDEM = Object.keys(ATOS) as Ato[];

/** A resource with the authorities for what may be done with it. Any other authority has one cell, in the first column. */
export interface Linha {
  chave: string;
  titulo: string;
  parte: Autoridade['parte'];
  celulas: Partial<Record<Ato, Autoridade>>;
}

export interface Grupo {
  titulo: string;
  linhas: Linha[];
}

const PARTES = ['cadastro', 'relatorio', 'tela', 'outra'];

/** The matrix of all authorities: modules, and their resources below each other. */
export function matrizDe(autoridades: readonly Autoridade[]): Grupo[] {
  const grupos = new Map<string, Map<string, Linha>>();
  for (const one of autoridades) {
    const linhas = grupos.get(one.grupo) ?? new Map<string, Linha>();
    grupos.set(one.grupo, linhas);
    // A registry and a report may have the same name.
    const chave = `${one.grupo}/${one.parte}/${one.recurso}`;
    const linha = linhas.get(chave) ?? { chave, titulo: one.recurso, parte: one.parte, celulas: {} };
    linhas.set(chave, linha);
    linha.celulas[one.ato ?? 'ver'] = one;
  }
  return [...grupos].map(([titulo, linhas]) => ({
    titulo,
    linhas: [...linhas.values()].toSorted((a, b) => PARTES.indexOf(a.parte) - PARTES.indexOf(b.parte)),
  }));
}

export const daLinha = ({ celulas }: Linha): Autoridade[] => ATOS_EM_ORDEM.flatMap((ato) => celulas[ato] ?? []);

/** The marks after somebody marks or unmarks cells: whoever edits or removes also sees; whoever does not see does neither. */
export function marcadas(
  linhas: readonly Linha[],
  antes: ReadonlySet<string>,
  nomes: ReadonlySet<string>,
  marca: boolean,
): Set<string> {
  const depois = new Set(antes);
  for (const { celulas } of linhas) {
    const { ver } = celulas;
    for (const one of Object.values(celulas)) {
      if (!nomes.has(one.autoridade) || !one.concedivel) continue;
      if (marca) depois.add(one.autoridade);
      else depois.delete(one.autoridade);
    }
    const outras = [celulas.editar, celulas.excluir].filter((one) => one !== undefined);
    if (!ver) continue;
    if (marca && ver.concedivel && outras.some(({ autoridade }) => nomes.has(autoridade) && depois.has(autoridade)))
      depois.add(ver.autoridade);
    if (!marca && nomes.has(ver.autoridade) && !depois.has(ver.autoridade))
      for (const { autoridade, concedivel } of outras) if (concedivel) depois.delete(autoridade);
  }
  return depois;
}

/** Marked authorities that count for nothing, together when the same one is missing: one of `faltam` would make them count. */
export interface SemEfeito {
  marcadas: Autoridade[];
  faltam: Autoridade[];
}

export function semEfeito(autoridades: readonly Autoridade[], chosen: ReadonlySet<string>): SemEfeito[] {
  const known = new Map(autoridades.map((one) => [one.autoridade, one]));
  const groups = new Map<string, SemEfeito>();
  for (const one of autoridades) {
    const { autoridade, valeCom } = one;
    if (!chosen.has(autoridade) || valeCom.length === 0 || valeCom.some((other) => chosen.has(other))) continue;
    const key = valeCom.join();
    const group = groups.get(key) ?? { marcadas: [], faltam: valeCom.flatMap((other) => known.get(other) ?? []) };
    group.marcadas.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The marks with one of the missing authorities each, of those that the actor may grant. */
export const completadas = (sem: readonly SemEfeito[], chosen: ReadonlySet<string>): Set<string> =>
  new Set([...chosen, ...sem.flatMap(({ faltam }) => faltam.find(({ concedivel }) => concedivel)?.autoridade ?? [])]);

const NOMEADAS = 6;

const frase = (nomes: readonly string[]): string =>
  nomes.length <= NOMEADAS ? nomes.join('; ') : `${nomes.slice(0, NOMEADAS).join('; ')} e mais ${nomes.length - NOMEADAS}`;

/** What a change of a profile does to the people who hold it, in a sentence; undefined: nothing. */
export function mudancaDoPerfil(
  pessoas: number,
  descricaoDe: (autoridade: string) => string,
  antes: readonly string[],
  depois: readonly string[],
): string | undefined {
  const ganham = depois.filter((one) => !antes.includes(one)).map(descricaoDe);
  const perdem = antes.filter((one) => !depois.includes(one)).map(descricaoDe);
  if (pessoas === 0 || ganham.length + perdem.length === 0) return undefined;
  const [quem, passa, deixa] =
    pessoas === 1
      ? ['1 pessoa', 'passa a poder', 'deixa de poder']
      : [`${pessoas.toLocaleString('pt-BR')} pessoas`, 'passam a poder', 'deixam de poder'];
  const partes = [
    ganham.length > 0 ? `${passa}: ${frase(ganham)}` : '',
    perdem.length > 0 ? `${deixa}: ${frase(perdem)}` : '',
  ].filter(Boolean);
  return `${quem} ${partes.join('; e ')}.`;
}
