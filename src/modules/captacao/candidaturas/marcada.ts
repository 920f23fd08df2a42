import { formatDate } from '#kit/br/date.ts';

/** When and where an interview is. */
export interface Marcada {
  data: string;
  hora: string;
  local?: string | null | undefined;
  endereco?: string | null | undefined;
}

export const quandoE = ({ data, hora }: Pick<Marcada, 'data' | 'hora'>) => `${formatDate(data)} às ${hora.slice(0, 5)}`;
export const ondeE = ({ local, endereco }: Marcada) => [local, endereco].filter(Boolean).join(' · ');
