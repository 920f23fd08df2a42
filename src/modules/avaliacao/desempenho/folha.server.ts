import sql from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { refuse, stillThere } from '#kit/refusal/refusal.ts';
import { pessoaDe } from '#modules/gestao-talentos/public.server.ts';
import type { Answered, Asker } from '#platform/questionario/asker.server.ts';
import { traducoesDe } from '../traducoes/traducoes.server.ts';
import { evidenciasGuardadas, faltasDasEvidencias, gravaEvidencias } from './evidencias.server.ts';
import {
  type CompetenciaPedida,
  type Folha,
  type FolhaLida,
  type FolhaPedida,
  faltasDaFolha,
  folhaGuardada,
  textosDaFolha,
} from './folha.ts';
import { folhaNoFio } from './folha.wire.ts';
import { AVALIACOES, exigenciaDe } from './resultado.server.ts';

/** The id of a talent in the key by which rounds name them. */
export const talentoDaChave = (chave: string | null): number => Number(chave?.split(':')[1] ?? 0);

type Sobre = Pick<Answered, 'donoId' | 'sobre'>;

const notaManualDe = async (db: Queryable, { donoId }: Pick<Answered, 'donoId'>): Promise<boolean> =>
  (
    await db.one<{ manual: boolean }>(sql`
    select nota_questionario_manual and not avaliar_somente_competencias as manual from avaliacoes_desempenho where id = ${donoId}`)
  )?.manual ?? false;

interface Base {
  empresaId: number;
  configId: number | null;
  anonima: boolean;
  exibeExigido: boolean;
}

/** What is asked of the evaluated beside the questions: the competencies that their band required at the release. */
export async function folhaPedida(db: Queryable, sobre: Sobre): Promise<FolhaPedida> {
  const base = await db.one<Base>(sql`
    select a.empresa_id as "empresaId", a.config_nivel_faixa_id as "configId", d.anonima is true as anonima,
      d.exibir_nivel_competencia_exigido as "exibeExigido"
    from avaliados_desempenho a join avaliacoes_desempenho d on d.id = a.avaliacao_desempenho_id
    where a.avaliacao_desempenho_id = ${sobre.donoId} and a.colaborador_id = ${talentoDaChave(sobre.sobre)}`);
  if (!base) throw refuse.notFound();
  const { exigidas, escala } = await exigenciaDe(db, base.empresaId, base.configId);
  const ids = exigidas.map((uma) => uma.id);
  const ditas = await db.query<{ id: number } & Omit<CompetenciaPedida, 'competencia' | 'competenciaTipo' | 'nivelExigido'>>(sql`
    select c.id, c.observacao as "competenciaObservacao", c.solicitar_comentario as "solicitarComentario",
      (select coalesce(json_agg(json_build_object('id', k.id, 'descricao', k.descricao) order by k.descricao_ord), '[]')
        from criterios_avaliacao_competencia k where k.competencia_id = c.id) as criteria,
      (select coalesce(json_agg(json_build_object('id', b.id, 'descricao', b.descricao) order by b.ordem), '[]') from (
        select id, descricao, ordem from conhecimentos_competencias where registro_id = c.conhecimento_id
        union all select id, descricao, ordem from habilidades_competencias where registro_id = c.habilidade_id
        union all select id, descricao, ordem from atitudes_competencias where registro_id = c.atitude_id) b) as comportamentos
    from competencias c where c.id = any(${ids}::bigint[])`);
  const dita = new Map(ditas.map(({ id, ...resto }) => [id, resto]));
  const nivelDe = new Map((escala?.niveis ?? []).map((nivel) => [nivel.id, nivel]));
  return {
    anonima: base.anonima,
    notaManual: await notaManualDe(db, sobre),
    porCriterios: escala?.considerarPercentualMinimo ?? false,
    obrigarPercentual: escala?.obrigarPercentual ?? false,
    niveis: escala?.niveis ?? [],
    competencias: exigidas.flatMap(({ id, nome, tipo, nivelId }): CompetenciaPedida[] => {
      const resto = dita.get(id);
      const exigido = nivelDe.get(nivelId);
      const nivelExigido = base.exibeExigido && exigido ? { id: exigido.id, descricao: exigido.descricao } : null;
      return resto ? [{ competencia: { id, nome }, competenciaTipo: tipo, nivelExigido, ...resto }] : [];
    }),
  };
}

/** The sheet with what of it is translated. */
async function folhaLida(db: Queryable, sobre: Sobre): Promise<FolhaLida> {
  const pedida = await folhaPedida(db, sobre);
  const { empresaId } = stillThere(
    await db.one<{ empresaId: number }>(
      sql`select empresa_id as "empresaId" from avaliacoes_desempenho where id = ${sobre.donoId}`,
    ),
  );
  return { ...pedida, traducoes: await traducoesDe(db, empresaId, textosDaFolha(pedida)) };
}

async function grava(tx: Tx, { respostaId, asked }: { respostaId: number; asked: Answered }, folha: Folha): Promise<void> {
  const pedida = await folhaPedida(tx, asked);
  for (const dada of folhaGuardada(pedida, folha)) {
    const { competenciaId, nivelCompetenciaId, criterios, comentario } = dada;
    const { id } = await tx.only<{ id: number }>(sql`
      insert into competencias_avaliadas (id, resposta_id, competencia_id, nivel_competencia_id, criterios, comentario)
      values (id_aleatorio(), ${respostaId}, ${competenciaId}, ${nivelCompetenciaId}, ${criterios}::bigint[], ${comentario}) returning id`);
    await gravaEvidencias(tx, id, dada);
  }
  if (pedida.notaManual && folha.nota !== null)
    await tx.query(sql`insert into notas_manuais (resposta_id, nota) values (${respostaId}, ${folha.nota})`);
}

/** Where somebody answers about somebody. */
export const MINHAS = '/avaliacao/avaliacoes-desempenhos-questionarios';

/** Evaluations of performance as the engine asks for them. */
export const quemAvalia: Asker = {
  dono: AVALIACOES,
  endereco: (participacaoId) => `${MINHAS}/${participacaoId}`,
  async nomes(db, chaves) {
    const talentos = await db.query<{ id: number; nome: string }>(
      sql`select id, nome from talentos where id = any(${chaves.map(talentoDaChave)}::bigint[])`,
    );
    return new Map(talentos.map(({ id, nome }) => [pessoaDe(id), nome]));
  },
  folha: {
    schema: folhaNoFio,
    read: folhaLida,
    replaces: notaManualDe,
    faults: async (db, asked, folha: Folha) => [
      ...faltasDaFolha(await folhaPedida(db, asked), folha),
      ...(await faltasDasEvidencias(db, talentoDaChave(asked.pessoa), folha)),
    ],
    files: async (db, asked, folha: Folha) =>
      (await folhaPedida(db, asked)).anonima ? [] : evidenciasGuardadas(db, talentoDaChave(asked.pessoa), folha),
    write: grava,
  },
};
