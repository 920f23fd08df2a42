import sql from 'sql-template-tag';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';

interface Seed {
  empresaId: number;
  talentos: number;
  today: string;
}

/** Competencies by kind: what everybody is asked for, and what people do with it. */
const TIPOS = [
  ['conhecimentos', ['Pacote Office', 'Legislação trabalhista', 'Normas de segurança', 'Processos da área']],
  ['habilidades', ['Comunicação', 'Organização', 'Análise de problemas', 'Trabalho em equipe']],
  ['atitudes', ['Comprometimento', 'Iniciativa', 'Ética']],
] as const;
const COMPORTAMENTO = 'Aplica no dia a dia, sem que seja preciso lembrar.';
const NIVEIS = ['Não possui', 'Básico', 'Intermediário', 'Avançado', 'Referência'];

/** Knowledge, skills and attitudes with five levels; every band requires them, and most talents have been measured once. */
export async function seedCompetencias(tx: Tx, { empresaId, talentos, today }: Seed): Promise<void> {
  const desde = addDays(today, -720);
  for (const [tabela, nomes] of TIPOS) {
    const ids = await tx.query<{ id: number }>({
      text: `insert into ${tabela} (empresa_id, nome, solicitar_comentario) select $1, n, n = 'Comunicação' from unnest($2::text[]) n returning id`,
      values: [empresaId, [...nomes]],
    });
    const all = ids.map(({ id }) => id);
    await tx.query({
      text: `insert into ${tabela}_areas_organizacionais (registro_id, alvo_id, ordem)
        select k, (select id from areas_organizacionais where empresa_id = $1 and area_mae_id is null order by id limit 1), 1 from unnest($2::bigint[]) k`,
      values: [empresaId, all],
    });
    await tx.query({
      text: `insert into ${tabela}_competencias (registro_id, ordem, descricao) select k, 1, $1 from unnest($2::bigint[]) k`,
      values: [COMPORTAMENTO, all],
    });
    await tx.query({
      text: `insert into cargos_${tabela} (registro_id, alvo_id, ordem) select c.id, k, n from cargos c, unnest($2::bigint[]) with ordinality x(k, n) where c.empresa_id = $1`,
      values: [empresaId, all],
    });
  }
  await tx.query(
    sql`insert into criterios_avaliacao_competencia (empresa_id, competencia_id, descricao) select ${empresaId}, id, 'Atende ao que o cargo pede' from competencias where empresa_id = ${empresaId}`,
  );
  await tx.query(
    sql`insert into niveis_competencia (empresa_id, descricao) select ${empresaId}, n from unnest(${NIVEIS}::text[]) n`,
  );
  const historico = await tx.one<{ id: number }>(sql`
    insert into niveis_competencia_historico (empresa_id, data, considerar_percentual_minimo, nome)
    values (${empresaId}, ${desde}::date, true, 'A partir de ' || to_char(${desde}::date, 'DD/MM/YYYY')) returning id`);
  await tx.query(sql`
    insert into niveis_competencia_historico_config_historicos_niveis (registro_id, nivel_competencia_id, ordem, percentual)
    select ${historico?.id}, n.id, x.ordem - 1, (x.ordem - 1) * 25 from unnest(${NIVEIS}::text[]) with ordinality x(nome, ordem)
    join niveis_competencia n on n.empresa_id = ${empresaId} and n.descricao = x.nome`);
  const nivel = sql`(select i.nivel_competencia_id from niveis_competencia_historico_config_historicos_niveis i where i.registro_id = ${historico?.id} and i.ordem = x.peso)`;
  await tx.query(sql`
    with k as (
      insert into config_niveis_faixas (empresa_id, faixa_salarial_id, data, nivel_competencia_historico_id, nome)
      select ${empresaId}, f.id, ${desde}::date, ${historico?.id}, 'A partir de ' || to_char(${desde}::date, 'DD/MM/YYYY') from faixas_salariais f where f.empresa_id = ${empresaId}
      returning id, faixa_salarial_id)
    insert into config_niveis_faixas_configs_niveis_competencias (registro_id, ordem, competencia_id, competencia_peso, nivel_competencia_id)
    select x.id, x.n, x.competencia, 1 + x.competencia % 3, ${nivel} from (
      select k.id, row_number() over (partition by k.id order by c.id) as n, c.id as competencia, 2 + (c.id + k.faixa_salarial_id) % 3 as peso
      from k cross join competencias c where c.empresa_id = ${empresaId}) x`);
  await tx.query(sql`
    with k as (
      insert into config_niveis_talentos (empresa_id, colaborador_id, data, faixa_salarial_id, nivel_competencia_historico_id, nome)
      select ${empresaId}, t.id, greatest(${desde}::date, t.data_admissao), t.faixa_atual_id, ${historico?.id},
        'A partir de ' || to_char(greatest(${desde}::date, t.data_admissao), 'DD/MM/YYYY')
      from talentos t where t.empresa_id = ${empresaId} and t.id % 5 > 0 and t.faixa_atual_id is not null order by t.id limit ${Math.max(300, Math.round(talentos * 0.15))}
      returning id, colaborador_id)
    insert into config_niveis_talentos_configs_niveis_competencias (registro_id, ordem, competencia_id, competencia_peso, nivel_competencia_id)
    select x.id, x.n, x.competencia, 1 + x.competencia % 3, ${nivel} from (
      select k.id, row_number() over (partition by k.id order by c.id) as n, c.id as competencia, 1 + (c.id * 7 + k.colaborador_id) % 4 as peso
      from k cross join competencias c where c.empresa_id = ${empresaId}) x`);
}
