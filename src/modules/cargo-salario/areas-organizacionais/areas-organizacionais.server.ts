import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { bare, namedId } from '#kit/fields/bare.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { parameter } from '#kit/query/list-parameters.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { holdOff } from '#kit/store/hold-off.server.ts';
import { hooksFor, type Record_ } from '#kit/store/store.server.ts';
import {
  areasVisiveis,
  descreveRamo,
  niveisDoRamo,
  nivelDe,
  nomesDosResponsaveis,
  nosRamos,
} from '#modules/estrutura/public.server.ts';
import { areasOrganizacionais } from './areas-organizacionais.registry.ts';
import { type Area, faltasNaArvore, type Vizinhanca } from './areas-organizacionais.rules.ts';
import { replica } from './arvore.server.ts';

const EM_HISTORICO = 'exists (select 1 from talentos_historicos h where h.area_organizacional_id = t.id)';
const INTEGRADA = 'coalesce((select e.ac_integra from empresas e where e.id = t.empresa_id), false)';

async function vizinhanca(tx: Queryable, acting: Acting, area: Area, before: Record_ | undefined): Promise<Vizinhanca> {
  const era = antes(before);
  // Histories that are being written decide it too.
  if (before && era && (era.ativo !== area.ativo || era.areaMae !== area.areaMae))
    await holdOff(tx, areasOrganizacionais.table, before.id);
  const mae =
    area.areaMae === null
      ? undefined
      : await tx.one<{ ativo: boolean }>(sql`select ativo from areas_organizacionais where id = ${area.areaMae} for share`);
  const acima = area.areaMae === null ? 0 : await nivelDe(tx, area.areaMae);
  if (before === undefined)
    return {
      niveis: acima + 1,
      integrada: acting.settings.acIntegra === true,
      emHistorico: false,
      temFilhasAtivas: false,
      maeEhDescendente: false,
      ...(mae ? { maeAtiva: mae.ativo } : {}),
    };
  const { id } = before;
  const own = await tx.one<{ emHistorico: boolean; temFilhasAtivas: boolean }>(sql`
    select exists (select 1 from talentos_historicos where area_organizacional_id = ${id}) as "emHistorico",
      exists (select 1 from areas_organizacionais where area_mae_id = ${id} and ativo) as "temFilhasAtivas"`);
  const ramo = await niveisDoRamo(tx, id);
  return {
    niveis: acima + 1 + Math.max(0, ...ramo.values()),
    integrada: acting.settings.acIntegra === true,
    emHistorico: own?.emHistorico ?? false,
    temFilhasAtivas: own?.temFilhasAtivas ?? false,
    maeEhDescendente: area.areaMae !== null && ramo.has(area.areaMae),
    ...(mae ? { maeAtiva: mae.ativo } : {}),
  };
}

const antes = (before: Record_ | undefined): Area | undefined =>
  before && { ativo: before.ativo === true, areaMae: before.areaMae ? namedId(before.areaMae) : null };

/** The responsibles of an area, and the flag that passes them on to the areas below. */
const respondem = [
  ['empresaEResponsaveis', 'replicarResponsaveisParaAreasFilhas'],
  ['empresaECoresponsaveis', 'replicarCorresponsaveisParaAreasFilhas'],
] as const;

const quem = (lista: unknown) =>
  JSON.stringify((Array.isArray(lista) ? lista : []).map((linha) => [bare(linha.empresa), bare(linha.colaboradorDTO)]));

/** An area belongs to one company, and its responsibles must be people of that company; rows saved before are left alone. */
function deOutraEmpresa(lista: string, depois: unknown, standing: unknown, empresaId: number) {
  const haviam = new Set((Array.isArray(standing) ? standing : []).map((linha) => quem([linha])));
  return (Array.isArray(depois) ? depois : []).flatMap((linha, lugar) =>
    bare(linha.empresa) === empresaId || haviam.has(quem([linha]))
      ? []
      : [
          {
            field: `${lista}.${lugar}.empresa`,
            message: 'Escolha a empresa da própria área: só os talentos dela respondem por ela',
          },
        ],
  );
}

const muda = (before: Record_, value: Record<string, unknown>, [lista, flag]: (typeof respondem)[number]): boolean =>
  before[flag] !== value[flag] || quem(before[lista]) !== quem(value[lista]);

/** Responsibles of an area see its talents, so the lists, the flags and the area's place in the tree are rights of access. */
const mudaAcesso = (before: Record_, value: Record<string, unknown>): boolean =>
  (bare(before.areaMae) ?? null) !== (value.areaMae ?? null) || respondem.some((quais) => muda(before, value, quais));

export const areasOrganizacionaisHooks = hooksFor(areasOrganizacionais, {
  computed: {
    descricaoHierarquiaComEmpresa: `select e.nome || ' - ' || t.descricao_hierarquia from empresas e where e.id = t.empresa_id`,
    nomeResponsaveis: nomesDosResponsaveis('empresaEResponsaveis', 't.id'),
    nomeCoResponsaveis: nomesDosResponsaveis('empresaECoresponsaveis', 't.id'),
    podeEditar: `not ${INTEGRADA} and not ${EM_HISTORICO}`,
    podeEditarStatusAtivo: `coalesce((select m.ativo from areas_organizacionais m where m.id = t.area_mae_id), true) and not (t.ativo and exists (select 1 from areas_organizacionais f where f.area_mae_id = t.id and f.ativo))`,
  },
  // The spec's clients send the areas of a list under either name; they mean those below too, and `ids` does not.
  extraQuery: {
    areasIds: parameter.ids('Estas áreas e as que ficam abaixo delas'),
    areasOrganizacionaisIds: parameter.ids('Estas áreas e as que ficam abaixo delas'),
  },
  extraWhere(query) {
    const { areasIds, areasOrganizacionaisIds } = queryOf(
      { query: { areasIds: query.areasIds, areasOrganizacionaisIds: query.areasOrganizacionaisIds } },
      { areasIds: inQuery.ids.optional(), areasOrganizacionaisIds: inQuery.ids.optional() },
    );
    const parts: Sql[] = [areasIds, areasOrganizacionaisIds]
      .filter((ids) => ids !== undefined)
      .map((ids) => (ids.length > 0 ? nosRamos(sql`t.id`, ids) : sql`false`));
    return parts.length === 0 ? undefined : join(parts, ' and ');
  },
  // One save of a company's tree at a time: two moves that are fine alone can close a circle together.
  lock: 'areas-organizacionais',
  async beforeSave(tx, { value, before, acting }) {
    const area: Area = value;
    if (before && areasVisiveis(acting) && mudaAcesso(before, value))
      throw new Refusal(
        'NAO_AUTORIZADO',
        'Você não pode mudar quem responde por áreas, pois não vê os talentos de todas elas.',
        403,
      );
    const faltas = [
      ...respondem.flatMap(([lista]) => deOutraEmpresa(lista, value[lista], before?.[lista], acting.empresaId)),
      ...faltasNaArvore(area, await vizinhanca(tx, acting, area, before), antes(before)),
    ];
    if (faltas.length > 0) throw refuse.invalid(faltas);
  },
  async afterSave(tx, { id, value, before, acting }) {
    await descreveRamo(tx, id);
    // A save that does not change the responsibles leaves those alone that the areas below have got since.
    for (const quais of respondem)
      if (value[quais[1]] === true && before && muda(before, value, quais)) await replica(tx, acting, id, quais[0]);
  },
});
