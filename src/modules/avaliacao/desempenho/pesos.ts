import { type Papel, papeisDe } from './papeis.ts';

/** The weight of each role in an evaluation. */
export const pesoDoPapel = {
  U: 'pesoAutoavaliacao',
  L: 'pesoLider',
  P: 'pesoPar',
  A: 'pesoSubordinado',
  R: 'pesoAvaliador',
} as const satisfies Readonly<Record<Papel, string>>;

type Pesos = Readonly<Record<'pesoCompetencias' | 'pesoQuestionario' | 'pesoMetas' | (typeof pesoDoPapel)[Papel], number | null>>;

interface Pesada extends Pesos {
  tipo: string;
  formato: string | null;
  permiteAutoAvaliacao: boolean | null;
  avaliarSomenteCompetencias: boolean;
}

const pesa = (peso: number | null): boolean => (peso ?? 0) > 0;

/** Weights without which nobody comes to a result, whatever is answered; of a concluded evaluation nobody could mend them. */
export function* faltasDosPesos(avaliacao: Pesada): Generator<{ field: keyof Pesos; message: string }> {
  const { pesoCompetencias, pesoQuestionario, pesoMetas, avaliarSomenteCompetencias, permiteAutoAvaliacao } = avaliacao;
  if (!pesa(pesoCompetencias) && !pesa(pesoMetas) && (avaliarSomenteCompetencias || !pesa(pesoQuestionario)))
    yield {
      field: 'pesoCompetencias',
      message: `Dê peso às competências${avaliarSomenteCompetencias ? '' : ', ao questionário'} ou às metas: sem nenhum, ninguém tem performance`,
    };
  const papeis = papeisDe({ ...avaliacao, permiteAutoAvaliacao: permiteAutoAvaliacao === true });
  // A format that is still missing has a fault of its own, and the role of most formats.
  const primeiro = papeis.find((papel) => papel !== 'U');
  if (primeiro && !papeis.some((papel) => pesa(avaliacao[pesoDoPapel[papel]])))
    yield { field: pesoDoPapel[primeiro], message: 'Dê peso a ao menos um papel: sem nenhum, resposta nenhuma conta' };
}
