import sql, { type Sql } from 'sql-template-tag';
import { today } from '#kit/br/date.ts';
import { DEFINICAO_VAZIA, type Definicao, questionOf, type Resposta } from '#platform/questionario/definition.ts';
import { type NewRound, openRound } from '#platform/questionario/rounds.server.ts';
import type { TestApp } from './test-app.server.ts';

/** One question of each type; the text is asked of whoever is not well. */
export const CLIMA: Definicao = {
  ...DEFINICAO_VAZIA,
  introducao: 'Queremos ouvir você.',
  perguntas: [
    questionOf({
      id: 1,
      texto: 'Você está bem na empresa?',
      tipo: '1',
      respostas: [
        { id: 11, texto: 'Sim', peso: 1 },
        { id: 12, texto: 'Não', peso: 0 },
      ],
    }),
    questionOf({
      id: 2,
      texto: 'O que houve?',
      tipo: '3',
      obrigatoria: false,
      se: { juntas: 'todas', testes: [{ perguntaId: 1, eh: 'tem', valor: 12 }] },
    }),
    questionOf({ id: 3, texto: 'Que nota você dá?', tipo: '4', notaMinima: 0, notaMaxima: 10 }),
    questionOf({
      id: 4,
      texto: 'O que importa?',
      tipo: '5',
      obrigatoria: false,
      respostas: [
        { id: 13, texto: 'Salário', peso: null },
        { id: 14, texto: 'Horário', peso: null },
      ],
    }),
  ],
  proximoId: 15,
};

/** What somebody sends who is not well. */
export const RUIM: Resposta[] = [
  { perguntaId: 1, respostaId: 12 },
  { perguntaId: 2, comentario: 'Muito barulho' },
  { perguntaId: 3, nota: 4 },
  { perguntaId: 4, respostasIds: [14] },
];

export const BEM: Resposta[] = [
  { perguntaId: 1, respostaId: 11 },
  { perguntaId: 3, nota: 9 },
];

/** So many people, numbered from 1, each in one of three areas. */
export const people = (count: number): Sql => sql`
  select 'talentos:' || n as pessoa, null::text as sobre, null::text as papel, array[n % 3 + 1] as atributos from generate_series(1, ${count}) n`;

export const DONO = 'prova/questionarios';
let last = 0;

/** Opens a round of its own in the first company. */
export async function openTestRound(app: TestApp, change: Partial<NewRound> & { definicao?: Definicao } = {}): Promise<number> {
  const { definicao = CLIMA, ...more } = change;
  const donoId = ++last;
  const empresaId = more.empresaId ?? (app.empresas[0] as number);
  return app.db.tx(async (tx) => {
    await tx.query(sql`insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao)
      values (${empresaId}, ${DONO}, ${donoId}, 1, ${JSON.stringify(definicao)}::jsonb)`);
    return openRound(
      tx,
      { today: today() },
      {
        empresaId,
        dono: DONO,
        donoId,
        versaoDe: { dono: DONO, donoId },
        titulo: 'Clima 2026',
        modo: 'A',
        minimo: 3,
        dimensoes: [{ campo: 'area', rotulo: 'Área' }],
        ate: null,
        participantes: people(12),
        ...more,
      },
    );
  });
}
