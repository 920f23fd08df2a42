import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Row, rowsIn } from '#kit/registry/record.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { nomesDosResponsaveis } from '#modules/estrutura/public.server.ts';
import { VER_SALARIO } from '../pessoa/sensiveis.ts';
import type { Previa } from './atos.ts';
import { comoHistoricos } from './atuais.server.ts';
import { mudancasDe, perguntasDe } from './mudancas.server.ts';

/** An entry with its day. */
export type Lancamento = Row & { data: string };

const porDia = (a: Row, b: Row) => String(a.data).localeCompare(String(b.data));

/** The entries of a talent in the order of their days. */
export const lancamentosDe = (talento: Record_): Lancamento[] => rowsIn(talento, 'historicos').toSorted(porDia) as Lancamento[];

/** The entry in force on a day; undefined before the first. */
export const vigenteEm = (talento: Record_, dia: string): Lancamento | undefined =>
  lancamentosDe(talento).findLast(({ data }) => data <= dia);

/** The sentence about the first entry after a day, which a new entry of that day leaves as it is; null where none follows. */
export function historicoDepois(linhas: readonly Row[], dia: string): string | null {
  const seguinte = linhas.toSorted(porDia).find(({ data }) => String(data) > dia);
  return seguinte ? `Já há outro histórico a partir de ${formatDate(String(seguinte.data))}, que continua como está.` : null;
}

const PASSOS = 3;

interface Lugar {
  faixa: string;
  area: string;
  estabelecimento: string | null;
  gestor: string | null;
}

/** The names of what an entry refers to, and whoever is responsible for its area; records of other companies have none. */
async function lugaresDe(db: Queryable, empresaId: number, linhas: readonly Row[]): Promise<Lugar[]> {
  const daEmpresa = (tabela: Sql, coluna: Sql, nome: Sql) =>
    sql`(select x.${nome} from ${tabela} x where x.id = ${coluna} and x.empresa_id = ${empresaId})`;
  const lugares = await db.query<Lugar>(sql`
    select ${daEmpresa(sql`faixas_salariais`, sql`h.faixa_salarial_id`, sql`nome_com_cargo`)} as faixa,
      ${daEmpresa(sql`areas_organizacionais`, sql`h.area_organizacional_id`, sql`nome`)} as area,
      ${daEmpresa(sql`estabelecimentos`, sql`h.estabelecimento_id`, sql`nome`)} as estabelecimento,
      h.indice_id is null or exists (select from indices i where i.id = h.indice_id and i.empresa_id = ${empresaId}) as "indiceDaqui",
      h.estabelecimento_id as "estabelecimentoId",
      (select ${raw(nomesDosResponsaveis('empresaEResponsaveis', 'a.id'))} from areas_organizacionais a
        where a.id = h.area_organizacional_id and a.empresa_id = ${empresaId}) as gestor
    from ${comoHistoricos(linhas)} h order by h.id`);
  for (const { faixa, area, estabelecimento, ...resto } of lugares as (Lugar & {
    indiceDaqui: boolean;
    estabelecimentoId: number | null;
  })[])
    if (faixa === null || area === null || !resto.indiceDaqui || (resto.estabelecimentoId !== null && estabelecimento === null))
      throw refuse.invalid([{ field: '', message: 'O registro selecionado não existe' }]);
  return lugares;
}

const CAMPOS = {
  faixa: 'Cargo e faixa',
  area: 'Área Organizacional',
  estabelecimento: 'Estabelecimento',
  gestor: 'Gestor',
} as const;

/**
 * What an entry of a talent's history would change, before it is written; `de` is the saved entry that it replaces. Amounts are
 * for readers of salaries alone, and their reading is told.
 */
export async function previaDe(db: Queryable, acting: Acting, talento: Record_, nova: Lancamento, de?: number): Promise<Previa> {
  const outras = lancamentosDe(talento).filter(({ id }) => id !== de);
  const anterior = outras.findLast(({ data }) => data < nova.data);
  const [antes, depois] = await lugaresDe(db, acting.empresaId, [anterior ?? nova, nova]);
  const linhas = [...outras.filter(({ data }) => data !== nova.data), nova].toSorted(porDia);
  const lugar = linhas.indexOf(nova);
  const todas = await mudancasDe(db, linhas);
  const mudanca = todas.find((uma) => uma.lugar === lugar);
  const ve = acting.can(VER_SALARIO);
  if (ve) await tellHourly(db, acting, { table: 'talentos', id: talento.id, columns: ['Salário'] });
  const seguinte = historicoDepois(outras, nova.data);
  return {
    mudancas: anterior
      ? (Object.keys(CAMPOS) as (keyof typeof CAMPOS)[]).flatMap((nome) =>
          antes?.[nome] === depois?.[nome]
            ? []
            : [{ campo: CAMPOS[nome], de: antes?.[nome] ?? null, para: depois?.[nome] ?? null }],
        )
      : [],
    salario: ve && mudanca ? { de: mudanca.de, para: mudanca.para, faixa: mudanca.faixa } : null,
    passos: ve
      ? todas
          .filter(({ lugar: onde, de: pago, para }) => onde < lugar && pago !== null && pago !== para)
          .slice(-PASSOS)
          .toReversed()
          .map(({ lugar: onde, de: pago, para }) => ({ data: linhas[onde]?.data ?? '', de: pago, para }))
      : [],
    confirmar: ve && mudanca ? perguntasDe(mudanca) : [],
    avisos: [
      ...(mudanca?.foraDaArea ? [mudanca.foraDaArea] : []),
      ...(ve && anterior && bare(anterior.tipoSalario) !== '3' && nova.tipoSalario === '3'
        ? ['Deixa de acompanhar a faixa ou o índice: passa a receber um valor fixo.']
        : []),
      ...(seguinte === null ? [] : [seguinte]),
    ],
    futura: nova.data > acting.today,
  };
}
