import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { DEFINICAO_VAZIA, type Definicao, questionOf } from './definition.ts';
import type { Dimensao, EstadoDaRodada, Modo } from './round.ts';

const concordancia = (primeiro: number) =>
  ['Discordo totalmente', 'Discordo', 'Nem concordo, nem discordo', 'Concordo', 'Concordo totalmente'].map((texto, index) => ({
    id: primeiro + index,
    texto,
    peso: index,
  }));

/** Four questions for tests: agreement (1, its options 2 to 6), a note from 0 to 10 (7), several choices (8: 9, 10) and a text (11). */
export const SAMPLE: Definicao = {
  ...DEFINICAO_VAZIA,
  aspectos: [
    { id: 12, nome: 'Trabalho' },
    { id: 13, nome: 'Empresa' },
  ],
  perguntas: [
    questionOf({ id: 1, texto: 'Sei o que esperam de mim', tipo: '1', aspectoId: 12, respostas: concordancia(2) }),
    questionOf({
      id: 7,
      texto: 'Recomendaria a empresa a um amigo?',
      tipo: '4',
      notaMinima: 0,
      notaMaxima: 10,
      aspectoId: 13,
      peso: 3,
    }),
    questionOf({
      id: 8,
      texto: 'O que usa?',
      tipo: '5',
      respostas: [
        { id: 9, texto: 'Ônibus', peso: null },
        { id: 10, texto: 'Bicicleta', peso: null },
      ],
    }),
    questionOf({ id: 11, texto: 'O que mudaria?', tipo: '3', obrigatoria: false }),
  ],
  proximoId: 14,
};

/** One answer: place, and what was chosen; null: not answered. */
export interface Dada {
  atributos: readonly (number | null)[];
  /** the place at which the person was asked, where the answer no longer tells it */
  convite?: readonly number[];
  /** option of the first question, 2 to 6 */
  acordo?: number | null;
  nota?: number | null;
  usa?: readonly number[];
  texto?: string;
  pessoa?: string;
}

export interface RodadaDeProva {
  empresaId: number;
  donoId: number;
  modo: Modo;
  minimo?: number;
  estado?: EstadoDaRodada;
  dimensoes: readonly Dimensao[];
  dadas: readonly Dada[];
  /** people who were asked and did not answer, by their place */
  faltam?: readonly (readonly number[])[];
  /** the version that it asks, if it is not a new one */
  versaoId?: number;
}

let next = 1;

/** Writes a round as it stands once it was closed. */
export async function writeRound(db: Queryable, round: RodadaDeProva): Promise<{ id: number; versaoId: number }> {
  const { empresaId, donoId, modo, minimo = 5, estado = 'D', dimensoes, dadas, faltam = [] } = round;
  const versaoId =
    round.versaoId ??
    (
      await db.only<{ id: number }>(sql`
        insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
        values (${empresaId}, 'prova/pesquisas', ${donoId}, 1, ${JSON.stringify(SAMPLE)}::jsonb, true) returning id`)
    ).id;
  const { id } = await db.only<{ id: number }>(sql`
    insert into rodadas (empresa_id, versao_id, dono, dono_id, titulo, modo, minimo, dimensoes, estado)
    values (${empresaId}, ${versaoId}, 'prova/rodadas', ${donoId}, ${`Rodada ${donoId}`}, ${modo}, ${minimo}, ${JSON.stringify(dimensoes)}::jsonb, ${estado})
    returning id`);
  for (const atributos of [...dadas.map(({ atributos, convite }) => convite ?? atributos), ...faltam]) {
    const one = next++;
    await db.query(sql`insert into participacoes (id, rodada_id, empresa_id, pessoa, atributos, estado)
      values (${one}, ${id}, ${empresaId}, ${`talentos:${one}`}, ${[...atributos]}::int[], 'N')`);
  }
  const asked = await db.query<{ id: number }>(sql`select id from participacoes where rodada_id = ${id} order by id`);
  for (const [index, { atributos, acordo = 5, nota = 8, usa = [], texto }] of dadas.entries()) {
    const participacao = modo === 'A' ? null : (asked[index]?.id ?? null);
    const notas: (number | null)[] = Array.from({ length: 10 }, () => null);
    notas[0] = acordo;
    notas[6] = nota;
    notas[8] = usa.includes(9) ? 1 : 0;
    notas[9] = usa.includes(10) ? 1 : 0;
    const answer = next++;
    await db.query(sql`insert into respostas_dadas (id, rodada_id, participacao_id, atributos, notas)
      values (${answer}, ${id}, ${participacao}, ${[...atributos]}::int[], ${notas}::smallint[])`);
    if (texto !== undefined)
      await db.query(sql`insert into respostas_escritas (id, rodada_id, resposta_id, pergunta_id, texto)
        values (${next++}, ${id}, ${modo === 'A' ? null : answer}, 11, ${texto})`);
  }
  return { id, versaoId };
}
