import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { FileReader } from '#kit/files/readers.server.ts';
import { accepts, notAccepted } from '#kit/media/accepts.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { lideradosPor, talentosVisiveis, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { type CompetenciaAvaliada, type Folha, MAIOR_EVIDENCIA, TIPOS_DE_EVIDENCIA } from './folha.ts';
import { AVALIACOES } from './resultado.server.ts';

const idsDe = ({ competencias }: Pick<Folha, 'competencias'>): number[] => [
  ...new Set(competencias.flatMap(({ evidencias }) => evidencias.map(({ id }) => id))),
];

interface Enviado {
  id: number;
  nome: string;
  tipo: string;
  tamanho: number;
}

/** The files of a sheet that its own evaluator has sent; files of other people are left out. */
async function enviados(db: Queryable, talentoId: number, folha: Folha): Promise<Map<number, Enviado>> {
  const ids = idsDe(folha);
  if (ids.length === 0) return new Map();
  const found = await db.query<Enviado>(sql`
    select a.id, a.nome, a.tipo, a.tamanho::float8 as tamanho from arquivos a join talentos t on t.id = ${talentoId} and t.empresa_id = a.empresa_id
    join usuarios u on u.cpf = t.cpf and u.id = a.criado_por
    where a.id = any(${ids}::bigint[]) and a.uso = 'envio'`);
  return new Map(found.map((um) => [um.id, um]));
}

export const evidenciasGuardadas = async (db: Queryable, talentoId: number, folha: Folha): Promise<number[]> => [
  ...(await enviados(db, talentoId, folha)).keys(),
];

/** What is wrong with the files of a sheet that is sent. */
export async function faltasDasEvidencias(db: Queryable, talentoId: number, folha: Folha): Promise<Issue[]> {
  const seus = await enviados(db, talentoId, folha);
  const faltaDe = (id: number): string | undefined => {
    const arquivo = seus.get(id);
    if (!arquivo) return 'O arquivo selecionado não existe';
    if (!accepts({ name: arquivo.nome, type: arquivo.tipo }, TIPOS_DE_EVIDENCIA)) return notAccepted(TIPOS_DE_EVIDENCIA);
    return arquivo.tamanho > MAIOR_EVIDENCIA ? 'Cada anexo deve ser menor que 10 MB' : undefined;
  };
  return folha.competencias.flatMap(({ competenciaId, evidencias }) => {
    const message = evidencias.map(({ id }) => faltaDe(id)).find((uma) => uma !== undefined);
    return message === undefined ? [] : [{ field: `competencias.${competenciaId}`, message }];
  });
}

export async function gravaEvidencias(tx: Tx, avaliadaId: number, { evidencias }: CompetenciaAvaliada): Promise<void> {
  for (const [ordem, id] of [...new Set(evidencias.map((uma) => uma.id))].entries())
    await tx.query(sql`
      insert into evidencias_avaliadas (competencia_avaliada_id, ordem, arquivo_id) values (${avaliadaId}, ${ordem + 1}, ${id})`);
}

/** The files of one evaluated competency `k`, as a column. */
export const evidenciasDe: Sql = sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'nome', f.nome, 'tamanho', f.tamanho) order by e.ordem), '[]')
  from evidencias_avaliadas e join arquivos f on f.id = e.arquivo_id where e.competencia_avaliada_id = k.id)`;

/** Who sees an answer by name sees its files: HR, and once the evaluation is concluded the evaluated and who leads them. */
const queVejo = (acting: Acting): Sql => {
  const rh = acting.can(avaliacoesDesempenho.authority)
    ? sql`(${talentosVisiveis(acting)} and not ${temMeuCpf(acting)})`
    : sql`false`;
  return sql`t.resposta_id in (
    select d.id from respostas_dadas d join participacoes p on p.id = d.participacao_id
    join rodadas r on r.id = p.rodada_id and r.modo = 'I' and r.dono = ${AVALIACOES}
    join avaliacoes_desempenho v on v.id = r.dono_id
    join talentos t on t.id = split_part(p.sobre, ':', 2)::bigint
    where p.empresa_id = ${acting.empresaId} and (${rh} or (v.situacao = 'C' and (${temMeuCpf(acting)} or ${lideradosPor(acting)}))))`;
};

export const leitoresDasEvidencias: FileReader = {
  table: 'evidencias_avaliadas',
  column: 'arquivo_id',
  record: { table: 'competencias_avaliadas', by: 'competencia_avaliada_id' },
  where: queVejo,
};
