/** Pay of women beside that of men in one group; null where there are too few people to show it. */
export interface Razao {
  estabelecimento: string | null;
  grupo: string;
  mulheres: number | null;
  homens: number | null;
  /** women's average (median) as per cent of men's */
  razaoMedia: number | null;
  razaoMediana: number | null;
}

export interface Transparencia {
  dataBase: string;
  empresa: string;
  empregados: number;
  /** the report is obligatory from 100 employees on */
  obrigada: boolean;
  grupos: readonly Razao[];
  estabelecimentos: readonly Razao[];
}
