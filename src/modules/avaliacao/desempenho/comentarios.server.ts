import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import { MODELOS } from '../avaliacoes/clone.server.ts';
import { evidenciasDe } from './evidencias.server.ts';
import type { Evidencia } from './folha.ts';
import { type Papel, papeis } from './papeis.ts';
import { PARES } from './pares.server.ts';
import { AVALIACOES } from './resultado.server.ts';
import { MINIMO_DO_GRUPO, type PapelDoResultado, papeisDoResultado, type Resultado } from './resultado.ts';
import { grupoDe, MAIOR_TEXTO_AO_TODO, MAIS_TEXTOS, papelDoTexto, type ResultadoNaTela } from './resultado-na-tela.ts';

/** The competency or the question that something was written about. */
interface Assunto {
  competenciaId: number | null;
  perguntaId: number | null;
}

const chaveDe = ({ competenciaId, perguntaId }: Assunto) => `${competenciaId ?? ''}/${perguntaId ?? ''}`;

interface Enviada {
  id: number;
  papel: Papel;
  nome: string;
  /** those to which a level was given */
  competencias: number[];
  perguntas: number[];
}

interface Texto extends Assunto {
  respostaId: number;
  texto: string;
  evidencias: Evidencia[];
  /** how many there are with those that are left out */
  todos: number;
}

/** Sendings of which is read at once what they answered: each has the numbers of a whole questionnaire. */
const LOTE = 200;

/** Who has sent something about somebody, and which competencies and questions they have answered. */
async function enviadasSobre(
  db: Queryable,
  {
    avaliacaoId,
    colaboradorId,
    rodada,
  }: { avaliacaoId: number; colaboradorId: number; rodada: { id: number; versaoId: number } },
) {
  const { definicao, dono, numero } = await versionOf(db, rodada.versaoId);
  const enviadas: Enviada[] = [];
  for (let depois = 0; ; ) {
    const lote = await db.query<Omit<Enviada, 'perguntas'> & { notas: (number | null)[]; escritas: number[] }>(sql`
      select d.id, p.papel, t.nome, d.notas, (
        select coalesce(json_agg(k.competencia_id), '[]') from competencias_avaliadas k
        where k.resposta_id = d.id and k.nivel_competencia_id is not null) as competencias, (
        select coalesce(json_agg(distinct e.pergunta_id), '[]') from respostas_escritas e where e.resposta_id = d.id) as escritas
      from participacoes p join respostas_dadas d on d.participacao_id = p.id
      join talentos t on t.id = split_part(p.pessoa, ':', 2)::bigint
      join ${PARES} q on q.avaliacao_desempenho_id = ${avaliacaoId} and q.avaliado_id = ${colaboradorId} and q.avaliador_id = t.id
      where p.rodada_id = ${rodada.id} and p.sobre = ${`talentos:${colaboradorId}`} and d.id > ${depois} order by d.id limit ${LOTE}`);
    for (const { notas, escritas, ...enviada } of lote) {
      const textos = escritas.map((perguntaId) => ({ perguntaId, texto: '' }));
      enviadas.push({ ...enviada, perguntas: fromSlots(definicao, { notas, textos }).map(({ perguntaId }) => perguntaId) });
    }
    if (lote.length < LOTE) return { enviadas, definicao, dono, numero };
    depois = lote.at(-1)?.id ?? depois;
  }
}

/** Some texts at random, as many as are shown, of those that may be told: each of what evaluators of a role wrote about something. */
const sorteados = (
  db: Queryable,
  enviadas: readonly Enviada[],
  contaveis: readonly (Assunto & { papel: Papel })[],
): Promise<Texto[]> =>
  db.query<Texto>(sql`
    with quem as (
      select * from unnest(${enviadas.map(({ id }) => id)}::bigint[], ${enviadas.map(({ papel }) => papel)}::text[]) as q(id, papel)),
    contaveis as (
      select * from unnest(${contaveis.map(({ papel }) => papel)}::text[], ${contaveis.map(({ competenciaId }) => competenciaId)}::bigint[],
        ${contaveis.map(({ perguntaId }) => perguntaId)}::int[]) as c(papel, competencia_id, pergunta_id)),
    escritos as (
      select k.id, k.resposta_id, k.competencia_id, null::int as pergunta_id, coalesce(k.comentario, '') as texto, ${evidenciasDe} as evidencias
      from quem q join competencias_avaliadas k on k.resposta_id = q.id
      join contaveis c on c.papel = q.papel and c.competencia_id = k.competencia_id
      where k.comentario is not null or exists (select from evidencias_avaliadas e where e.competencia_avaliada_id = k.id)
      union all select e.id, e.resposta_id, null, e.pergunta_id, e.texto, '[]'
      from quem q join respostas_escritas e on e.resposta_id = q.id
      join contaveis c on c.papel = q.papel and c.pergunta_id = e.pergunta_id)
    select x.resposta_id as "respostaId", x.competencia_id as "competenciaId", x.pergunta_id as "perguntaId", x.texto, x.evidencias, x.todos
    from (
      select s.*, count(*) over ()::int as todos,
        row_number() over ao_acaso as n, sum(octet_length(s.texto) + octet_length(s.evidencias::text)) over ao_acaso as ate
      from escritos s window ao_acaso as (order by md5(s.id::text), s.id)) x
    where x.n <= ${MAIS_TEXTOS} and x.ate <= ${MAIOR_TEXTO_AO_TODO} order by x.n`);

/** What was written about somebody, in the order of competencies and questions; texts of groups are mixed and without names. */
export async function comentariosDe(
  db: Queryable,
  { avaliacao, colaborador, anonima }: Pick<ResultadoNaTela, 'avaliacao' | 'colaborador' | 'anonima'>,
  resultado: Resultado,
  exibe: ResultadoNaTela['exibe'],
): Promise<Pick<ResultadoNaTela, 'comentarios' | 'maisComentarios' | 'versaoDoModelo'>> {
  const rodada = await db.one<{ id: number; versaoId: number }>(
    sql`select id, versao_id as "versaoId" from rodadas where dono = ${AVALIACOES} and dono_id = ${avaliacao.id}`,
  );
  if (!rodada) return { comentarios: [], maisComentarios: false, versaoDoModelo: null };
  const { enviadas, definicao, dono, numero } = await enviadasSobre(db, {
    avaliacaoId: avaliacao.id,
    colaboradorId: colaborador.id,
    rodada,
  });
  // How many of each group have answered what.
  const quantos = new Map<string, number>();
  const doGrupo = (assunto: Assunto, grupo: PapelDoResultado) => `${chaveDe(assunto)} ${grupo}`;
  for (const { papel, competencias, perguntas } of enviadas) {
    const grupo = grupoDe(resultado, papel)?.papel;
    if (!grupo) continue;
    for (const assunto of [
      ...competencias.map((competenciaId) => ({ competenciaId, perguntaId: null })),
      ...perguntas.map((perguntaId) => ({ competenciaId: null, perguntaId })),
    ])
      quantos.set(doGrupo(assunto, grupo), (quantos.get(doGrupo(assunto, grupo)) ?? 0) + 1);
  }
  /** Under which role a text is told to this reader; null: not at all. */
  const ditoComo = (assunto: Assunto, papel: Papel): PapelDoResultado | null =>
    papel === 'U' && !exibe.auto
      ? null
      : papelDoTexto(papel, anonima, resultado, MINIMO_DO_GRUPO, (grupo) => quantos.get(doGrupo(assunto, grupo)) ?? 0);

  const assuntos = [
    ...resultado.competencias.map(({ id, nome }) => ({ competenciaId: id, perguntaId: null, sobre: nome })),
    ...definicao.perguntas.map(({ id, texto }) => ({ competenciaId: null, perguntaId: id, sobre: texto })),
  ];
  const contaveis = assuntos.flatMap((assunto) =>
    namesOf(papeis).flatMap((papel) => (ditoComo(assunto, papel) === null ? [] : [{ ...assunto, papel }])),
  );
  const textos = await sorteados(db, enviadas, contaveis);
  const deQuem = new Map(enviadas.map((enviada) => [enviada.id, enviada]));
  const textosDe = Map.groupBy(textos, chaveDe);
  const comentarios = assuntos.map((assunto) => ({
    ...assunto,
    textos: (textosDe.get(chaveDe(assunto)) ?? [])
      .flatMap(({ respostaId, texto, evidencias }) => {
        const enviada = deQuem.get(respostaId);
        const papel = enviada ? ditoComo(assunto, enviada.papel) : null;
        return enviada && papel ? [{ papel, nome: anonima ? null : enviada.nome, texto, evidencias }] : [];
      })
      .sort((um, outro) => ordem.indexOf(um.papel) - ordem.indexOf(outro.papel)),
  }));
  return {
    comentarios: comentarios.filter((um) => um.textos.length > 0),
    maisComentarios: (textos[0]?.todos ?? 0) > textos.length,
    versaoDoModelo: dono === MODELOS ? numero : null,
  };
}

const ordem = Object.keys(papeisDoResultado) as PapelDoResultado[];
