import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { DEFINICAO_VAZIA, type Definicao, questionOf } from '#platform/questionario/definition.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { anotacoes, cartas, comentariosDoParecer, criterios, perguntasDoTeste } from './seed-captacao-words.server.ts';

interface Selecao {
  empresaId: number;
  today: string;
  /** the stages, in their order */
  etapaIds: readonly number[];
}

/** The stages at which people are met, and the one at which they answer a test. */
const COM_O_RH = 1;
const TESTE = 2;
const COM_O_GESTOR = 3;
const MODELOS = 'captacao/modelos-avaliacao-candidato';

const teste: Definicao = {
  ...DEFINICAO_VAZIA,
  introducao: 'Quatro tarefas do dia a dia. Não há pegadinhas.',
  perguntas: perguntasDoTeste.map((texto, n) =>
    questionOf({ id: n + 1, texto, tipo: '4', notaMinima: 0, notaMaxima: 10, peso: 1 }),
  ),
  proximoId: perguntasDoTeste.length + 1,
};

/** A number from 0 to 99 that belongs to a text. */
const chance = (text: ReturnType<typeof sql>) => sql`(('x' || substr(md5(${text}), 1, 7))::bit(28)::int % 100)`;
const usuario = (place: number) =>
  sql`(select id from usuarios where cpf = ${(DEMO_LOGINS[place]?.cpf ?? '').replace(/\D/g, '')} limit 1)`;
const RECRUTADOR = 1;

/** What people who run the selections left in them: interviews, opinions, notes, and what candidates answered. */
export async function seedSelecao(tx: Tx, selecao: Selecao): Promise<void> {
  const { empresaId, etapaIds } = selecao;
  await tx.query(sql`
    insert into etapas_seletivas_criterios (registro_id, ordem, nome, peso)
    select (${[...etapaIds]}::bigint[])[c.etapa + 1], c.n, c.nome, c.peso
    from json_to_recordset(${JSON.stringify(criterios.map(([etapa, nome, peso], n) => ({ etapa, nome, peso, n: n + 1 })))}::json) as c(etapa int, n int, nome text, peso int)`);
  await tx.query(sql`
    insert into modelos_email_candidato (empresa_id, titulo, assunto, texto)
    select ${empresaId}, titulo, assunto, texto from json_to_recordset(${JSON.stringify(cartas)}::json) as c(titulo text, assunto text, texto text)`);
  await testes(tx, selecao);
  await entrevistas(tx, selecao);
  await pareceres(tx, selecao);
  await tx.query(sql`
    insert into candidaturas_anotacoes (empresa_id, candidatura_id, texto, autor_id, quando, resumo)
    select ${empresaId}, c.id, (${[...anotacoes]}::text[])[1 + c.id % ${anotacoes.length}], ${usuario(RECRUTADOR)}, c.etapa_desde, c.resumo
    from candidaturas c where c.empresa_id = ${empresaId} and c.situacao = 'A' and ${chance(sql`'anotação' || c.id`)} < 20`);
}

/** The applications that came to a stage, with the day, and whether they are there still. */
const chegaram = (empresaId: number, etapaId: number | undefined) => sql`
  select c.id, c.resumo, c.candidato_id, c.solicitacao_id, c.situacao, min(p.data) as dia, c.situacao = 'A' and c.etapa_seletiva_id = ${etapaId}::bigint as agora
  from candidatos_historicos p join candidaturas c on c.id = p.candidatura_id
  where c.empresa_id = ${empresaId} and p.etapa_seletiva_id = ${etapaId}::bigint group by c.id`;

/** Those who came to the test were asked on that day; those who went on answered, and some of the others. */
async function testes(tx: Tx, { empresaId, today, etapaIds }: Selecao): Promise<void> {
  const notas = perguntasDoTeste.map((_, n) => sql`3 + ${chance(sql`a.id || 'nota' || ${String(n)}::text`)} * 8 / 100`);
  const [primeira = sql``, ...outras] = notas;
  const vetor = outras.reduce((soma, nota) => sql`${soma}, ${nota}`, primeira);
  await tx.query(sql`
    with modelo as (
      insert into modelos_avaliacao_candidato (empresa_id, titulo, percentual_minimo_aprovacao, ativo) values (${empresaId}, 'Tarefas do dia a dia', 60, true) returning id, titulo
    ), versao as (
      insert into questionario_versoes (empresa_id, dono, dono_id, numero, definicao, congelada)
      select ${empresaId}, ${MODELOS}, id, 1, ${JSON.stringify(teste)}::jsonb, true from modelo returning id
    ), pedidas as (
      insert into avaliacoes_candidatos (empresa_id, candidatura_id, modelo_id, resumo, pedida_em)
      select ${empresaId}, x.id, modelo.id, x.resumo, x.dia from (${chegaram(empresaId, etapaIds[TESTE])}) x cross join modelo order by x.dia, x.id
      returning id, candidatura_id
    ), feitas as (
      insert into rodadas (empresa_id, versao_id, dono, dono_id, titulo, modo, minimo, estado)
      select ${empresaId}, versao.id, 'captacao/avaliacoes', a.id, modelo.titulo, 'I', 3, 'A' from pedidas a cross join modelo cross join versao returning id, dono_id
    )
    insert into participacoes (id, rodada_id, empresa_id, pessoa, bilhete, estado)
    select id_aleatorio(), r.id, ${empresaId}, 'candidatos:' || c.candidato_id, sha256(gen_random_uuid()::text::bytea),
      case when (c.situacao, c.etapa_seletiva_id) is distinct from ('A', ${etapaIds[TESTE]}::bigint) or ${chance(sql`'feito' || c.id`)} < 50 then 'R' else 'N' end
    from feitas r join pedidas a on a.id = r.dono_id join candidaturas c on c.id = a.candidatura_id`);
  await tx.query(sql`
    with dadas as (
      insert into respostas_dadas (id, rodada_id, participacao_id, notas)
      select id_aleatorio(), r.id, p.id, array[${vetor}]::smallint[]
      from participacoes p join rodadas r on r.id = p.rodada_id join avaliacoes_candidatos a on r.dono = 'captacao/avaliacoes' and r.dono_id = a.id
      where a.empresa_id = ${empresaId} and p.estado = 'R' returning rodada_id, notas)
    update avaliacoes_candidatos a set respondida_em = least(a.pedida_em + 1, ${today}::date), percentual = (select round(avg(n) * 10, 2) from unnest(d.notas) n)
    from dadas d join rodadas r on r.id = d.rodada_id where r.dono_id = a.id`);
}

/** Whom candidates meet at a stage: the recruiter, and then whoever asked for somebody. */
const quemAvalia = [
  { etapa: COM_O_RH, quem: sql`array[${usuario(RECRUTADOR)}]`, local: 'Sala de entrevistas 2' },
  { etapa: COM_O_GESTOR, quem: sql`array[${usuario(RECRUTADOR)}, s.solicitante_id]`, local: 'Sala da diretoria' },
] as const;

/** Interviews that were held, and those of the next days. */
async function entrevistas(tx: Tx, { empresaId, today, etapaIds }: Selecao): Promise<void> {
  for (const { etapa, quem, local } of quemAvalia)
    await tx.query(sql`
      with marcadas as (
        insert into candidaturas_entrevistas (empresa_id, candidatura_id, data, hora, duracao, local, situacao, resumo)
        select ${empresaId}, x.id, case when x.agora then d.dia + case extract(isodow from d.dia) when 6 then 2 when 7 then 1 else 0 end else x.dia end,
          lpad((9 + row_number() over (order by x.id) % 8)::text, 2, '0') || ':00', 60, ${local}, case when x.agora then 'M' else 'R' end, x.resumo
        from (${chegaram(empresaId, etapaIds[etapa])}) x cross join lateral (select ${today}::date + 1 + (x.id % 4)::int as dia) d returning id, candidatura_id)
      insert into candidaturas_entrevistas_entrevistadores (registro_id, alvo_id, ordem)
      select m.id, q.quem, q.n from marcadas m join candidaturas c on c.id = m.candidatura_id join solicitacoes_pessoal s on s.id = c.solicitacao_id
      cross join lateral unnest(${quem}) with ordinality q(quem, n)`);
}

/** Opinions of those who have been met; of those who are at the stage still, somebody's is missing. */
async function pareceres(tx: Tx, { empresaId, today, etapaIds }: Selecao): Promise<void> {
  for (const { etapa, quem } of quemAvalia)
    await tx.query(sql`
      with dados as (
        insert into candidaturas_pareceres (empresa_id, candidatura_id, etapa_seletiva_id, avaliador_id, data, recomendacao, resumo)
        select ${empresaId}, x.id, ${etapaIds[etapa]}::bigint, q.quem, least(x.dia, ${today}::date), 'I', x.resumo
        from (${chegaram(empresaId, etapaIds[etapa])}) x join solicitacoes_pessoal s on s.id = x.solicitacao_id
        cross join lateral unnest(${quem}) with ordinality q(quem, n)
        where not x.agora or (q.n = 1 and cardinality(${quem}) > 1) returning id, candidatura_id, avaliador_id)
      insert into candidaturas_pareceres_criterios (registro_id, ordem, nome, peso, nota)
      select d.id, k.ordem, k.nome, k.peso,
        greatest(1, least(5, 2 + ${chance(sql`'pessoa' || d.candidatura_id`)} / 34 + ${chance(sql`k.nome || d.candidatura_id || d.avaliador_id`)} / 45))
      from dados d cross join etapas_seletivas_criterios k where k.registro_id = ${etapaIds[etapa]}::bigint`);
  await tx.query(sql`
    update candidaturas_pareceres t set media = k.media, recomendacao = r.diz, comentario = ${JSON.stringify(comentariosDoParecer)}::json ->> r.diz,
      fechado = exists (select from candidaturas_pareceres o where o.candidatura_id = t.candidatura_id and o.etapa_seletiva_id = t.etapa_seletiva_id and o.id <> t.id)
    from (select registro_id, round(sum(peso * nota)::numeric / sum(peso), 2) as media from candidaturas_pareceres_criterios group by 1) k
      cross join lateral (select case when k.media >= 3.6 then 'S' when k.media >= 2.8 then 'I' else 'N' end as diz) r
    where k.registro_id = t.id and t.empresa_id = ${empresaId}`);
}
