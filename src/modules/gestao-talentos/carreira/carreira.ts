/** A day on which somebody's place or pay changed. */
export interface Passo {
  data: string;
  /** null: only the value of their band or index changed */
  motivo: string | null;
  cargo: string;
  area: string;
  estabelecimento: string | null;
  /** null for whoever may not see it */
  salario: string | null;
}

export interface Afastamento {
  inicio: string;
  /** null: there is no day of return yet */
  fim: string | null;
  /** null for whoever may not see it */
  motivo: string | null;
}

export interface Carreira {
  desde: string;
  ate: string | null;
  passos: Passo[];
  afastamentos: Afastamento[];
}

/** Successive entries of one place, as one stretch of the drawing. */
interface Trecho {
  nome: string;
  de: string;
  ate: string;
}

/** Where somebody was, from a day to the next change of place. */
export function trechos(passos: readonly Passo[], fim: string): Trecho[] {
  const todos: Trecho[] = [];
  for (const { data, cargo, area } of passos) {
    const nome = `${cargo} · ${area}`;
    const ultimo = todos.at(-1);
    if (ultimo?.nome === nome) continue;
    if (ultimo) ultimo.ate = data;
    todos.push({ nome, de: data, ate: fim });
  }
  return todos;
}

/** How much more one salary is than another, in percent with one decimal; undefined where nothing can be said. */
export const aumento = (antes: string | null | undefined, agora: string | null): number | undefined =>
  antes && agora && Number(antes) > 0 && antes !== agora
    ? Math.round((Number(agora) / Number(antes) - 1) * 1000) / 10
    : undefined;
