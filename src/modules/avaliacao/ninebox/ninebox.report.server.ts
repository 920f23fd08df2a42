import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import { formatNumber, formatPercentage } from '#kit/br/number.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { DocumentQuery, ReportQuery } from '#kit/report/report.server.ts';
import { CAIXAS, desenho, EIXOS, NIVEIS, niveisDa } from './ninebox.rules.ts';
import type { PessoaNoQuadro } from './ninebox.ts';
import { posicoes, quadroDe, quadroEmSql } from './posicoes.server.ts';
import { pessoasEm, textosDe } from './quadro.server.ts';
import { avaliadosConcluidos, radarDe } from './radar.server.ts';

interface Filtro {
  nineBoxId: number | null;
  avaliacaoDesempenhoId: number | null;
  dataIni: string | null;
  dataFim: string | null;
  areasIds: number[] | null;
  soAreas: boolean;
  avaliadoresIds: number[] | null;
  avaliadosIds: number[] | null;
}

/** Most people that are listed by name on paper, and most radars. */
const MAIS_NOMES = 2_000;
const MAIS_RADARES = 100;

/** The one that is asked for, or the last of the period. */
const qual = ({ nineBoxId, avaliacaoDesempenhoId, dataIni, dataFim }: Filtro, { empresaId }: Acting): Sql => sql`(
  select n.id from ninebox n where n.empresa_id = ${empresaId} and ${
    nineBoxId !== null
      ? sql`n.id = ${nineBoxId}`
      : sql`(${dataIni}::date is null or n.data >= ${dataIni}::date) and (${dataFim}::date is null or n.data <= ${dataFim}::date)`
  } and (${avaliacaoDesempenhoId}::bigint is null or exists (
    select 1 from ninebox_avaliacoes_desempenho x where x.registro_id = n.id and x.alvo_id = ${avaliacaoDesempenhoId}))
  order by n.data desc, n.id desc limit 1)`;

const recorteDe = ({ areasIds, soAreas, avaliadoresIds, avaliadosIds }: Filtro) => ({
  areasIds,
  soAreas,
  avaliadoresIds,
  avaliadosIds,
});

const titulos = sql`array[${join(
  CAIXAS.map((caixa) => sql`n.${raw(`box${caixa}_nomeclatura`)}`),
  ', ',
)}]`;

export const nineBoxTalentosQuery: ReportQuery = (filtro: Filtro, acting: Acting) => {
  const id = qual(filtro, acting);
  return sql`
    select (${titulos})[p.caixa] as quadrante, t.nome, c.nome as cargo, o.nome as area, p.desempenho, p.potencial, (${titulos})[p.calculada] as "pelasNotas",
      (select m.motivo from movimentos_nine_box m where m.nine_box_id = n.id and m.colaborador_id = p.colaborador_id and m.passo = p.passo) as motivo
    from (${posicoes(quadroEmSql(id), acting, recorteDe(filtro))}) p
    join ninebox n on n.id = ${id}
    join talentos t on t.id = p.colaborador_id
    left join cargos c on c.id = coalesce(p.cargo_id, t.cargo_atual_id)
    left join areas_organizacionais o on o.id = p.area_id
    order by p.caixa, t.nome_ord, t.id`;
};

/** Points of a radar, as parts of its radius. */
const radarNoPapel = async (db: Queryable, acting: Acting, pessoas: readonly PessoaNoQuadro[]) => {
  const guardados = await avaliadosConcluidos(
    db,
    acting,
    pessoas.slice(0, MAIS_RADARES).map(({ avaliadoId }) => avaliadoId),
  );
  return guardados.map((guardado) => {
    const { nome, avaliacao, labels, exigido, obtido, auto, lacunas } = radarDe(guardado);
    const dito = (numero: number | null) => (numero === null ? '' : formatNumber(numero, 1));
    return {
      nome,
      avaliacao,
      labels,
      series: [
        { nome: 'Exigido', valores: exigido },
        { nome: 'Obtido', valores: obtido },
        { nome: 'Autoavaliação', valores: auto },
      ].filter(({ valores }) => valores.some((valor) => valor !== null)),
      linhas: labels.map((label, n) => [label, dito(exigido[n] ?? null), dito(obtido[n] ?? null), dito(auto[n] ?? null)]),
      lacunas: lacunas.map((lacuna) => `${lacuna.nome}: faltam ${formatNumber(lacuna.lacuna, 1)}`),
    };
  });
};

/** The grid, its people and radars: the very rows of the screen. */
export const nineBoxDocumentoQuery: DocumentQuery = {
  template: new URL('./ninebox.typ', import.meta.url),
  filters: false,
  async data({ db }, filtro: Filtro, acting) {
    const escolhido = await db.one<{ id: number | null }>(sql`select ${qual(filtro, acting)} as id`);
    if (!escolhido?.id) return null;
    const quadro = await quadroDe(db, acting, escolhido.id);
    const { textos, descricaoResultado } = await textosDe(db, quadro);
    const recorte = recorteDe(filtro);
    const contagem = await db.query<{ caixa: number; n: number }>(
      sql`select p.caixa, count(*)::int as n from (${posicoes(quadro, acting, recorte)}) p group by 1`,
    );
    const total = contagem.reduce((soma, { n }) => soma + n, 0);
    if (total === 0) return null;
    const pessoas = total > MAIS_NOMES ? [] : await db.query<PessoaNoQuadro>(pessoasEm(quadro, acting, recorte, sql``));
    if (filtro.avaliadosIds && filtro.avaliadosIds.length > MAIS_RADARES)
      throw new Refusal('MUITOS_RADARES', `São mais de ${MAIS_RADARES} avaliados: escolha menos de cada vez.`);
    const { linhas, vertical, horizontal } = desenho(acting.settings.inverterEixoResultadoNineBox === true);
    const daCaixa = (caixa: (typeof CAIXAS)[number]) => {
      const n = contagem.find((uma) => uma.caixa === caixa)?.n ?? 0;
      const { potencial, desempenho } = niveisDa(caixa);
      return {
        titulo: textos[caixa].nomeclatura,
        descricao: textos[caixa].descricao,
        quantidade: formatNumber(n, 0),
        parte: formatPercentage((100 * n) / total, 1),
        forca: potencial + desempenho,
        pessoas: pessoas
          .filter((pessoa) => pessoa.caixa === caixa)
          .map(({ nome, cargo, area, desempenho: d, potencial: p, calculada }) => [
            nome,
            cargo ?? '',
            area ?? '',
            formatNumber(d, 1),
            formatNumber(p, 1),
            calculada === caixa ? '' : textos[calculada].nomeclatura,
          ]),
      };
    };
    return {
      titulo: 'NineBox',
      nome: quadro.nome,
      data: formatDate(quadro.data),
      total: formatNumber(total, 0),
      muitos: total > MAIS_NOMES,
      vertical: EIXOS[vertical],
      horizontal: EIXOS[horizontal],
      linhas: linhas.map((caixas) => ({ nivel: NIVEIS[niveisDa(caixas[0] ?? 1)[vertical]], caixas: caixas.map(daCaixa) })),
      niveis: (linhas[0] ?? []).map((caixa) => NIVEIS[niveisDa(caixa)[horizontal]]),
      resultado: descricaoResultado ?? '',
      radares: filtro.avaliadosIds?.length ? await radarNoPapel(db, acting, pessoas) : [],
    };
  },
};
