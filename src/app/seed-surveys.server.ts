import sql from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { TRABALHA } from '#modules/gestao-talentos/public.server.ts';
import { dimensoes, prontas } from '#modules/pesquisa/public.server.ts';
import { coarsen } from '#platform/questionario/coarsen.ts';
import type { Definicao } from '#platform/questionario/definition.ts';
import { releaseRound } from '#platform/questionario/ledger.server.ts';
import { lookup } from './declared.server.ts';
import { sequence } from './seed-words.server.ts';

const MINIMO = 5;

interface Seed {
  empresaId: number;
  today: string;
}

/** A closed anonymous climate survey with answers, and an eNPS that is being answered in confidence. */
export async function seedSurveys(tx: Tx, { empresaId, today }: Seed): Promise<void> {
  const random = sequence(empresaId + 41);
  const clima = await ask(tx, {
    empresaId,
    titulo: 'Clima organizacional',
    modelo: 'C',
    modo: 'A',
    nome: 'Clima do 1º semestre',
    inicio: addDays(today, -60),
    fim: addDays(today, -30),
    estado: 'D',
  });
  const notas = prontas.C;
  const respondidas = await tx.query<{ id: number; atributos: number[] }>(sql`
    update participacoes set estado = 'R' where rodada_id = ${clima} and id in (
      select id from participacoes where rodada_id = ${clima} order by md5(id::text) limit (select count(*) * 8 / 10 from participacoes where rodada_id = ${clima}))
    returning id, atributos`);
  // As the closing of an anonymous round writes them: of each place only so much as five share, in no order.
  const lugares = coarsen(
    respondidas.map(({ atributos }) => atributos),
    MINIMO,
  );
  const dadas = respondidas.map(({ atributos }, n) => ({
    atributos: lugares[n],
    notas: answer(notas, random, (atributos[0] ?? 0) % 3),
  }));
  await tx.query(sql`
    insert into respostas_dadas (id, rodada_id, atributos, notas)
    select id_aleatorio(), ${clima}, array[x.a0, x.a1, x.a2, x.a3, x.a4], x.notas from (
      select (d -> 'atributos' ->> 0)::int as a0, (d -> 'atributos' ->> 1)::int as a1, (d -> 'atributos' ->> 2)::int as a2, (d -> 'atributos' ->> 3)::int as a3,
        (d -> 'atributos' ->> 4)::int as a4, array(select n::text::smallint from json_array_elements_text(d -> 'notas') n)::smallint[] as notas
      from json_array_elements(${JSON.stringify(dadas)}::json) d order by gen_random_uuid()) x`);
  const livre = notas.perguntas.find(({ tipo }) => tipo === '3')?.id ?? 0;
  await tx.query(sql`
    insert into respostas_escritas (id, rodada_id, pergunta_id, texto) select id_aleatorio(), ${clima}, ${livre}, t from unnest(${[...comentarios]}::text[]) t`);
  await releaseRound(tx, lookup, clima);
  await ask(tx, {
    empresaId,
    titulo: 'eNPS',
    modelo: 'E',
    modo: 'C',
    nome: 'Pulso de novembro',
    inicio: today,
    fim: addDays(today, 14),
    estado: 'A',
  });
}

const comentarios = [
  'A equipe é unida e se ajuda.',
  'Gosto do que faço e aprendo todo dia.',
  'Falta comunicação entre as áreas.',
  'O horário flexível faz diferença.',
  'As ferramentas são antigas e atrapalham.',
  'Minha chefia ouve e resolve.',
  'Queria ver um caminho para crescer aqui.',
  'O refeitório melhorou muito.',
  'As metas mudam sem aviso.',
  'Sinto que o meu trabalho é reconhecido.',
] as const;

/** The slots of one answer; people of some places are happier than of others. */
function answer({ perguntas, proximoId }: Definicao, random: () => number, place: number): (number | null)[] {
  const notas = Array.from<number | null>({ length: proximoId - 1 }).fill(null);
  for (const { id, tipo, notaMinima, notaMaxima } of perguntas)
    if (tipo === '4') {
      const [from, to] = [notaMinima ?? 0, notaMaxima ?? 10];
      const share = Math.min(1, Math.max(0, 0.45 + place * 0.15 + (random() - 0.5) * 0.8));
      notas[id - 1] = from + Math.round((to - from) * share);
    }
  return notas;
}

interface Asking {
  empresaId: number;
  /** of the survey, and of the questionnaire */
  titulo: string;
  nome: string;
  modelo: 'C' | 'E';
  modo: 'A' | 'C';
  inicio: string;
  fim: string;
  estado: 'A' | 'D';
}

/** A survey with its questionnaire, the open one asked of two areas; answers the round. With links already, nobody is written to. */
async function ask(tx: Tx, { empresaId, titulo, nome, modelo, modo, inicio, fim, estado }: Asking): Promise<number> {
  const { id } = await tx.only<{ id: number }>(sql`
    with p as (insert into pesquisas (empresa_id, titulo, ativa, modelo) values (${empresaId}, ${titulo}, true, ${modelo}) returning id),
    v as (insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
      select ${empresaId}, 'pesquisa/pesquisas', id, 1, ${JSON.stringify(prontas[modelo])}::jsonb, true from p returning id, dono_id),
    q as (insert into questionarios (empresa_id, titulo, pesquisa_id, modo, minimo, alcance, data_inicio, data_fim, situacao)
      select ${empresaId}, ${nome}, id, ${modo}, ${MINIMO}, 'T', ${inicio}::date, ${fim}::date, ${estado === 'D' ? 'E' : 'L'} from p returning id)
    insert into rodadas (empresa_id, versao_id, dono, dono_id, titulo, modo, minimo, dimensoes, estado, ate)
    select ${empresaId}, v.id, 'pesquisa/questionarios', q.id, ${nome}, ${modo}, ${MINIMO}, ${JSON.stringify(dimensoes)}::jsonb, ${estado}, ${fim}::date from v, q returning id`);
  await tx.query(sql`
    insert into participacoes (id, rodada_id, empresa_id, pessoa, bilhete, atributos)
    select id_aleatorio(), ${id}, ${empresaId}, 'talentos:' || t.id, sha256(gen_random_uuid()::text::bytea), array[t.area_atual_id, t.estabelecimento_atual_id, t.cargo_atual_id, 1,
      case when t.data_admissao > ${inicio}::date - 365 then 1 when t.data_admissao > ${inicio}::date - 1095 then 2 when t.data_admissao > ${inicio}::date - 1825 then 3 else 4 end]::integer[]
    from talentos t where t.empresa_id = ${empresaId} and ${TRABALHA} and t.data_admissao <= ${inicio}::date
      and (${estado} = 'D' or t.area_atual_id in (select a.id from areas_organizacionais a where a.empresa_id = ${empresaId} and a.nome in ('Produção', 'Almoxarifado')))`);
  return id;
}
