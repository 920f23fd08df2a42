import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { byName } from '#kit/fields/by-name.ts';
import { stillThere } from '#kit/refusal/refusal.ts';
import { arvoreDe, naFatia } from '#modules/gestao-talentos/public.server.ts';
import { nivelDe } from '#modules/gestao-talentos/public.ts';
import { CALIBRAR, nineBox } from './ninebox.registry.ts';
import { CAIXAS, type Caixa, desenho, SEM_DOIS_EIXOS } from './ninebox.rules.ts';
import type { CaixaDoQuadro, GestoresDoQuadro, GestorNoQuadro, PessoaNoQuadro, QuadroNineBox } from './ninebox.ts';
import {
  comGestor,
  posicoes,
  type Quadro,
  quadroDe,
  quantosAvaliados,
  type Recorte,
  ultimoMovimento,
} from './posicoes.server.ts';
import { type Somas, sinalDe } from './vies.ts';

/** The most people that are sent with the grid; more are read page by page. */
const COM_O_QUADRO = 2_000;
/** Managers that are listed, those with hints first. */
const MAIS_GESTORES = 200;

const nenhuma = () => CAIXAS.map(() => 0);
const umaCasa = (numero: number) => Math.round(numero * 10) / 10;

interface Contagem {
  area: number | null;
  caixa: Caixa;
  dentro: boolean;
  n: number;
  movidas: number;
  desempenho: number;
  potencial: number;
}

/** How many stand in each box, by area: whatever the grid counts comes from this one statement. */
export const contagens = (quadro: Quadro, acting: Acting, fatia?: string): Sql => sql`
  select p.*, ${fatia === undefined ? sql`true` : sql`coalesce(${naFatia(sql`p.area`, fatia)}, false)`} as dentro from (
    select p.area_id as area, p.caixa, count(*)::int as n, (count(*) filter (where p.caixa <> p.calculada))::int as movidas,
      sum(p.desempenho)::float8 as desempenho, sum(p.potencial)::float8 as potencial
    from (${posicoes(quadro, acting)}) p group by 1, 2
  ) p`;

export interface QuaisPessoas extends Recorte {
  caixas?: readonly number[] | undefined;
  busca?: string | undefined;
}

/** The people in these boxes, with their columns; `resto` orders and limits. */
export const pessoasEm = (quadro: Quadro, acting: Acting, { caixas, busca, ...recorte }: QuaisPessoas, resto: Sql): Sql => sql`
  select p.id as "avaliadoId", p.colaborador_id as "colaboradorId", t.nome, case when t.foto_id is not null then json_build_object('id', t.foto_id) end as foto,
    c.nome as cargo, o.nome as area, p.desempenho::float8 as desempenho, p.potencial::float8 as potencial, p.caixa, p.calculada, p.passo
  from (
    select p.*, t.nome_ord from (${posicoes(quadro, acting, recorte)}) p join talentos t on t.id = p.colaborador_id
    where ${caixas?.length ? sql`p.caixa = any(${[...caixas]}::int[])` : sql`true`}
      and ${busca ? sql`t.nome_ord like ${containing(fold(busca))}` : sql`true`}
    order by t.nome_ord, t.id ${resto}
  ) p
  join talentos t on t.id = p.colaborador_id
  left join cargos c on c.id = coalesce(p.cargo_id, t.cargo_atual_id)
  left join areas_organizacionais o on o.id = p.area_id
  order by p.nome_ord, t.id`;

/** Everybody in some boxes of a nine-box, by name. */
export const pessoasDoNineBox = async (db: Queryable, acting: Acting, id: number, caixas: readonly Caixa[]) =>
  db.query<PessoaNoQuadro>(pessoasEm(await quadroDe(db, acting, id), acting, { caixas }, sql``));

export const quantasEm = (quadro: Quadro, acting: Acting, { caixas, busca, ...recorte }: QuaisPessoas): Sql => sql`
  select count(*)::int as n from (${posicoes(quadro, acting, recorte)}) p ${busca ? sql`join talentos t on t.id = p.colaborador_id` : sql``}
  where ${caixas?.length ? sql`p.caixa = any(${[...caixas]}::int[])` : sql`true`}
    and ${busca ? sql`t.nome_ord like ${containing(fold(busca))}` : sql`true`}`;

interface Textos {
  descricaoResultado: string | null;
  textos: Record<Caixa, { nomeclatura: string; descricao: string }>;
}

/** The titles and descriptions of the boxes. */
export async function textosDe(db: Queryable, quadro: Quadro): Promise<Textos> {
  const linha = stillThere(await db.one<Record<string, string>>(sql`select * from ninebox where id = ${quadro.id}`));
  return {
    descricaoResultado: linha.descricao_resultado ?? null,
    textos: Object.fromEntries(
      CAIXAS.map((caixa) => [
        caixa,
        { nomeclatura: linha[`box${caixa}_nomeclatura`] ?? '', descricao: linha[`box${caixa}_descricao`] ?? '' },
      ]),
    ) as Textos['textos'],
  };
}

/** Why a nine-box shows nobody. */
function porqueVazio({ concluidas, avaliacoes }: Quadro, total: number, sem: number): string | null {
  if (total > 0) return null;
  if (concluidas.length === 0)
    return avaliacoes.length === 1
      ? 'A avaliação deste Nine Box ainda não foi concluída. Conclua-a para ver onde cada pessoa está.'
      : 'Nenhuma das avaliações deste Nine Box foi concluída. Conclua ao menos uma para ver onde cada pessoa está.';
  return sem > 0 ? SEM_DOIS_EIXOS : 'Nas áreas que você vê ninguém foi avaliado.';
}

export interface QuadroPedido {
  id: number;
  fatia?: string | undefined;
  caixas: readonly number[];
}

/** CALL-310: the grid, its people while they are few, and the areas below the one that is shown. */
export async function montaQuadro(db: Queryable, acting: Acting, { id, fatia, caixas }: QuadroPedido): Promise<QuadroNineBox> {
  const quadro = await quadroDe(db, acting, id);
  const { avaliacoes, concluidas, ...dito } = quadro;
  const linhas = await db.query<Contagem>(contagens(quadro, acting, fatia));
  const todas = linhas.reduce((soma, { n }) => soma + n, 0);
  const { n: avaliados } = await db.only<{ n: number }>(quantosAvaliados(quadro, acting));
  const sem = avaliados - todas;
  const { textos, descricaoResultado } = await textosDe(db, quadro);
  const doQuadro = linhas.filter(({ dentro }) => dentro);
  const porCaixa = nenhuma();
  for (const { caixa, n } of doQuadro) porCaixa[caixa - 1] = (porCaixa[caixa - 1] ?? 0) + n;
  const total = porCaixa.reduce((soma, n) => soma + n, 0);
  const media = (eixo: 'desempenho' | 'potencial') =>
    total === 0 ? null : umaCasa(doQuadro.reduce((soma, linha) => soma + linha[eixo], 0) / total);
  const pessoas = total > COM_O_QUADRO ? null : await db.query<PessoaNoQuadro>(pessoasEm(quadro, acting, { fatia }, sql``));
  return {
    ...dito,
    ...byName(
      CAIXAS.map((caixa) => `box${caixa}` as const),
      (nome): CaixaDoQuadro => {
        const caixa = Number(nome.slice(3)) as Caixa;
        return {
          ...textos[caixa],
          quantidade: porCaixa[caixa - 1] ?? 0,
          selecionado: caixas.includes(caixa),
          colaboradorIds: (pessoas ?? []).filter((pessoa) => pessoa.caixa === caixa).map(({ colaboradorId }) => colaboradorId),
        };
      },
    ),
    descricaoResultado,
    avaliacoes: (
      await db.query<{ id: number; nome: string }>(
        sql`select id, titulo as nome from avaliacoes_desempenho where id = any(${avaliacoes}::bigint[]) order by data_fim desc, id desc`,
      )
    ).map((avaliacao) => ({ ...avaliacao, concluida: concluidas.includes(avaliacao.id) })),
    vertical: desenho(acting.settings.inverterEixoResultadoNineBox === true).vertical,
    vazio: porqueVazio(quadro, todas, sem),
    total,
    semResultado: sem,
    movidas: doQuadro.reduce((soma, { movidas }) => soma + movidas, 0),
    percentualPotencial: media('potencial'),
    percentualDesempenho: media('desempenho'),
    areas: await areasDe(db, acting, linhas, fatia),
    area: fatia ?? null,
    pessoas,
    podeCalibrar: quadro.situacao === 'E' && acting.can(CALIBRAR),
    podeEditar: quadro.situacao === 'E' && acting.can(`${nineBox.authority}_EDITAR`),
    ultimo: await ultimoMovimento(db, acting, id),
  };
}

/** The areas below the one that is shown, each with what stands in its boxes. */
async function areasDe(db: Queryable, { empresaId }: Acting, linhas: readonly Contagem[], fatia?: string) {
  if (fatia?.startsWith('d')) return [];
  const porArea = new Map<number, number[]>();
  for (const { area, caixa, n } of linhas) {
    if (area === null) continue;
    const caixas = porArea.get(area) ?? nenhuma();
    caixas[caixa - 1] = (caixas[caixa - 1] ?? 0) + n;
    porArea.set(area, caixas);
  }
  const nivel = nivelDe(await arvoreDe(db, [empresaId]), porArea, fatia === undefined ? null : Number(fatia));
  return nivel.map(({ fatia: chave, nome, temFilhas, valores }) => ({ fatia: chave, nome, temFilhas, caixas: valores }));
}

interface DoGestor {
  id: number | null;
  nome: string | null;
  caixa: Caixa;
  n: number;
  desempenho: number;
  desempenho2: number;
  potencial: number;
  potencial2: number;
}

interface SomasDaEquipe {
  caixas: number[];
  desempenho: Somas;
  potencial: Somas;
}

const vazia = (): SomasDaEquipe => ({
  caixas: nenhuma(),
  desempenho: { pessoas: 0, soma: 0, quadrados: 0 },
  potencial: { pessoas: 0, soma: 0, quadrados: 0 },
});

function acumula(em: SomasDaEquipe, linha: DoGestor): void {
  em.caixas[linha.caixa - 1] = (em.caixas[linha.caixa - 1] ?? 0) + linha.n;
  for (const eixo of ['desempenho', 'potencial'] as const) {
    em[eixo].pessoas += linha.n;
    em[eixo].soma += linha[eixo];
    em[eixo].quadrados += linha[`${eixo}2`];
  }
}

const figuras = ({ caixas, desempenho, potencial }: SomasDaEquipe) => ({
  pessoas: desempenho.pessoas,
  caixas,
  desempenho: umaCasa(desempenho.soma / Math.max(1, desempenho.pessoas)),
  potencial: umaCasa(potencial.soma / Math.max(1, potencial.pessoas)),
});

/** How the people of each manager are distributed, against everybody that the reader sees. */
export async function gestoresDe(db: Queryable, acting: Acting, quadro: Quadro): Promise<GestoresDoQuadro> {
  const linhas = await db.query<DoGestor>(sql`
    select g.id, t.nome, g.caixa, g.n, g.desempenho, g.desempenho2, g.potencial, g.potencial2 from (
      select g.gestor as id, p.caixa, count(*)::int as n, sum(p.desempenho)::float8 as desempenho, sum(p.desempenho * p.desempenho)::float8 as desempenho2,
        sum(p.potencial)::float8 as potencial, sum(p.potencial * p.potencial)::float8 as potencial2
      from (${posicoes(quadro, acting)}) p ${comGestor(quadro, acting)} group by 1, 2
    ) g left join talentos t on t.id = g.id`);
  const todos = vazia();
  const equipes = new Map<number | null, SomasDaEquipe & { nome: string }>();
  for (const linha of linhas) {
    const equipe = equipes.get(linha.id) ?? { ...vazia(), nome: linha.nome ?? 'Sem gestor' };
    equipes.set(linha.id, equipe);
    acumula(equipe, linha);
    acumula(todos, linha);
  }
  const gestores = [...equipes].map(
    ([id, equipe]): GestorNoQuadro => ({
      id,
      nome: equipe.nome,
      ...figuras(equipe),
      sinais:
        id === null
          ? []
          : (['desempenho', 'potencial'] as const).flatMap((eixo) => {
              const sinal = sinalDe(eixo === 'desempenho' ? 'Desempenho' : 'Potencial', equipe[eixo], todos[eixo]);
              return sinal ? [{ eixo, ...sinal }] : [];
            }),
    }),
  );
  gestores.sort((a, b) => b.sinais.length - a.sinais.length || b.pessoas - a.pessoas || a.nome.localeCompare(b.nome, 'pt-BR'));
  return {
    todos: figuras(todos),
    gestores: gestores.slice(0, MAIS_GESTORES),
    outros: Math.max(0, gestores.length - MAIS_GESTORES),
  };
}
