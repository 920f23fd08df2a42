import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { bare, namedId } from '#kit/fields/bare.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { refuse, stillThere } from '#kit/refusal/refusal.ts';
import { amend } from '#kit/store/amend.server.ts';
import { type Hooks, hooksFor } from '#kit/store/store.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { recusaSiMesmo } from '../talentos/quem.server.ts';
import { deTalentosVisiveis, talentoVisivel } from '../talentos/visiveis.server.ts';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';
import {
  consequencias,
  contratoPadrao,
  faltaDoModelo,
  faltasDaData,
  percentualDaExperiencia,
  resultadoDe,
} from './experiencia.rules.ts';
import { EXPERIENCIA } from './tipo-experiencia.ts';

export const acompanhamentoHooks: Hooks = { ...doColaborador, where: deTalentosVisiveis };

interface Modelo {
  isExperiencia: boolean;
  ativo: boolean;
  periodo: number | null;
  minimo: number | null;
}

/** What was answered about a talent in a period; the table is that of the questions. */
const respondidas = (db: Queryable, colaborador: number, periodo: number) =>
  db.one<{ modelo: number; percentual: number | null }>(sql`
    select modelo_id as modelo, percentual::float8 as percentual from acompanhamentos_experiencia
    where colaborador_id = ${colaborador} and periodo_id = ${periodo} and respondida_em is not null`);

/** Where questions were answered, model and percentage are theirs; another one is refused. */
async function tomaAsRespostas(
  tx: Tx,
  value: { colaborador: number; periodo: number; modelo: number | null; percentual: number | null },
): Promise<Issue[]> {
  const dadas = await respondidas(tx, value.colaborador, value.periodo);
  if (!dadas || dadas.percentual === null) return [];
  value.modelo ??= dadas.modelo;
  value.percentual ??= dadas.percentual;
  const message = `O percentual vem das respostas: ${percentualDaExperiencia(dadas.percentual)}.`;
  return [
    ...(value.modelo === dadas.modelo ? [] : [{ field: 'modelo', message: 'As perguntas respondidas são de outro modelo.' }]),
    ...(value.percentual === dadas.percentual ? [] : [{ field: 'percentual', message }]),
  ];
}

/** The answers about a talent were corrected: a decided evaluation has their percentage, and its result. */
export async function recebePercentual(
  tx: Tx,
  acting: Acting,
  {
    colaborador,
    periodo,
    modelo,
    percentual,
  }: { colaborador: number; periodo: number; modelo: number; percentual: number | null },
): Promise<void> {
  if (percentual === null) return;
  const antes = await tx.one<{
    id: number;
    modelo: number | null;
    percentual: number | null;
    minimo: number | null;
    resultado: string | null;
  }>(sql`
    select id, modelo_id as modelo, percentual::float8 as percentual, minimo::float8 as minimo, resultado from avaliacoes_experiencia
    where colaborador_id = ${colaborador} and periodo_id = ${periodo} for update`);
  if (!antes || antes.modelo !== modelo) return;
  await amend(tx, acting, avaliacoesExperiencia, antes, { percentual, resultado: resultadoDe(percentual, antes.minimo) });
}

const recusaPropria = (tx: Tx, acting: Acting, talentos: readonly number[]) =>
  recusaSiMesmo(tx, acting, talentos, 'PROPRIA_EXPERIENCIA', 'Ninguém decide sobre a própria experiência.');

export const avaliacoesExperienciaHooks = hooksFor(avaliacoesExperiencia, {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, before, restored, acting }) {
    const talento = await talentoVisivel(tx, acting, value.colaborador);
    await recusaPropria(tx, acting, [talento.id, Number(bare(before?.colaborador ?? talento.id))]);
    const faltas = [...faltasDaData(value.data, talento), ...(await tomaAsRespostas(tx, value))];
    const modelo =
      value.modelo === null
        ? undefined
        : await tx.one<Modelo>(sql`
            select tipo = ${EXPERIENCIA} as "isExperiencia", ativo, periodo_acompanhamento_experiencia_id as periodo,
              percentual_minimo_aprovacao::float8 as minimo
            from modelos_avaliacao where id = ${value.modelo}`);
    // The chosen model stays valid, whatever has become of it since.
    const then = before ?? restored;
    const stood = then !== undefined && (bare(then.modelo) ?? null) === value.modelo && bare(then.periodo) === value.periodo;
    const falta = modelo && !stood ? faltaDoModelo(modelo, value.periodo) : undefined;
    if (falta) faltas.push(falta);
    if (faltas.length > 0) throw refuse.invalid(faltas);

    value.minimo = stood ? then.minimo : (modelo?.minimo ?? null);
    value.resultado = resultadoDe(value.percentual, value.minimo);
    const { nome, dias } = stillThere(
      await tx.one<{ nome: string; dias: number }>(sql`select nome, dias from periodos_experiencia where id = ${value.periodo}`),
    );
    value.resumo = `${talento.nome} – ${nome}`;
    const { dataAdmissao } = talento;
    const padrao = contratoPadrao({ ...value, dataAdmissao, termino: addDays(dataAdmissao, dias - 1) });
    value.contratoAte = padrao && (value.contratoAte ?? padrao);
  },
  beforeRemove: (tx, { before, acting }) => recusaPropria(tx, acting, [Number(bare(before.colaborador))]),
  async doubts(tx, { value, before, acting }) {
    if (before && before.parecer === value.parecer && before.contratoAte === value.contratoAte) return { confirm: [], tell: [] };
    const { dataAdmissao } = await talentoVisivel(tx, acting, value.colaborador);
    const { dias, prorrogada } = stillThere(
      await tx.one<{ dias: number; prorrogada: boolean }>(sql`
      select p.dias, exists (select from avaliacoes_experiencia o where o.colaborador_id = ${value.colaborador} and o.periodo_id <> p.id
        and o.parecer = 'PRORROGAR') as prorrogada
      from periodos_experiencia p where p.id = ${namedId(value.periodo)}`),
    );
    const termino = addDays(dataAdmissao, dias - 1);
    return consequencias({ ...value, dataAdmissao, termino, prorrogada });
  },
});
