import sql from 'sql-template-tag';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays } from '#kit/br/date.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { closeEntries } from '#kit/store/dated.server.ts';
import { descreveRamo } from '#modules/estrutura/public.server.ts';
import { atualizaAtuais } from '#modules/gestao-talentos/public.server.ts';
import { seedCompetencias } from './seed-competencias.server.ts';
import { seedRealinhamento } from './seed-realinhamento.server.ts';
import { seedSafety } from './seed-safety.server.ts';
import { seedTalentEvents } from './seed-talent-events.server.ts';
import { areas, cargos, grupos, homens, interesses, mulheres, sequence, sobrenomes, vacinas } from './seed-words.server.ts';

interface CompanySeed {
  empresaId: number;
  talentos: number;
  /** number of the first person: CPFs are made from it, so that no two companies share one */
  first: number;
  today: string;
}

const BANDS = ['I', 'II', 'III'] as const;

/** One company with its tree of areas, positions, bands, indices and people, written in bulk. */
export async function seedCompany(tx: Tx, seed: CompanySeed): Promise<void> {
  const estabelecimentos = await seedPlaces(tx, seed);
  const areaIds = await seedAreas(tx, seed);
  const equipes = await seedTeams(tx, seed, areaIds);
  const faixas = await seedPositions(tx, seed, areaIds);
  await seedSafety(tx, seed);
  await seedTalentos(tx, seed, { areaIds, equipes, faixas, estabelecimentos });
  await atualizaAtuais(tx, seed.today, sql`x.empresa_id = ${seed.empresaId}`);
  await seedResponsibles(tx, seed);
  await seedRealinhamento(tx, seed.empresaId, seed.today);
  await seedSmall(tx, seed, areaIds);
  await seedCompetencias(tx, seed);
  await seedTalentEvents(tx, seed);
}

const idsOf = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id);

const seedPlaces = (tx: Tx, { empresaId }: CompanySeed) =>
  idsOf(
    tx.query(sql`
      insert into estabelecimentos (empresa_id, nome, complemento_cnpj_caepf, logradouro, numero, bairro, uf_id, cidade_id)
      select ${empresaId}, x.nome, x.complemento, x.rua, x.numero, x.bairro, c.uf_id, c.id
      from (values ('Matriz', '0001', 'Avenida Dom Luís', '1200', 'Aldeota', '2304400'), ('Filial Centro', '0002', 'Rua da Aurora', '325', 'Boa Vista', '2611606'),
        ('Filial Sul', '0003', 'Rua XV de Novembro', '88', 'Centro', '4106902')) x(nome, complemento, rua, numero, bairro, cidade)
      left join cidades c on c.codigo_ibge = x.cidade
      returning id`),
  );

async function seedAreas(tx: Tx, { empresaId }: CompanySeed): Promise<number[]> {
  const ids: number[] = [];
  for (const [nome, mae] of areas) {
    const row = await tx.one<{ id: number }>(
      sql`insert into areas_organizacionais (empresa_id, nome, area_mae_id, ativo, exibir_organograma) values (${empresaId}, ${nome}, ${mae === null ? null : ids[mae]}, true, true) returning id`,
    );
    ids.push(row?.id as number);
  }
  await descreveRamo(tx, ids[0] as number);
  return ids;
}

/** An area with more people is divided into teams; the demonstration's areas are smaller. */
const PER_TEAM = 100;

/** A large company's areas are divided into teams: ids by area, the area's own first. */
async function seedTeams(tx: Tx, { empresaId, talentos }: CompanySeed, areaIds: number[]): Promise<Map<number, number[]>> {
  const each = talentos > 2_000 ? Math.round(talentos / PER_TEAM / areaIds.length) : 0;
  const teams = await tx.query<{ id: number; mae: number }>(sql`
    insert into areas_organizacionais (empresa_id, nome, area_mae_id, ativo, exibir_organograma)
    select ${empresaId}, a.nome || ' – Equipe ' || n, a.id, true, true from areas_organizacionais a cross join generate_series(1, ${each}::int) n
    where a.empresa_id = ${empresaId} and a.area_mae_id is not null order by a.id, n
    returning id, area_mae_id as mae`);
  if (teams.length > 0) await descreveRamo(tx, areaIds[0] as number);
  const byArea = new Map(areaIds.map((id) => [id, [id]]));
  for (const { id, mae } of teams) byArea.get(mae)?.push(id);
  return byArea;
}

interface Band {
  id: number;
  cargo: number;
  valor: number;
}

async function seedPositions(tx: Tx, { empresaId, today }: CompanySeed, areaIds: number[]): Promise<Band[]> {
  const started = addDays(today, -2_500);
  const indice = await tx.one<{ id: number }>(
    sql`insert into indices (empresa_id, nome, desabilitado) values (${empresaId}, 'Salário Mínimo', false) returning id`,
  );
  await tx.query(sql`
    insert into indices_historicos (registro_id, ordem, data, valor)
    select ${indice?.id}, n, data, valor from (values (1, ${started}::date, 1100.00), (2, ${addDays(today, -900)}::date, 1320.00), (3, ${addDays(today, -300)}::date, 1518.00)) x(n, data, valor)`);
  await tx.query(closeEntries('indices_historicos', sql`${indice?.id}::bigint`));
  const groupIds = await idsOf(
    tx.query(
      sql`insert into grupos_ocupacionais (empresa_id, nome) select ${empresaId}, n from unnest(${[...grupos]}::text[]) n returning id`,
    ),
  );
  const bands: Band[] = [];
  for (const [position, [nome, grupo, of, cbo, valor]] of cargos.entries()) {
    const cargo = await tx.one<{ id: number }>(sql`
      insert into cargos (empresa_id, nome, nome_mercado, grupo_ocupacional_id, ativa, exibir_modulo_externo, missao, responsabilidades, escolaridade)
      values (${empresaId}, ${nome}, ${nome}, ${groupIds[grupo]}, true, ${position > 2}, ${`Garantir os resultados esperados de ${nome}.`},
        ${'Cumprir as rotinas da área, zelar pelos prazos e pelas normas internas.'}, ${valor > 4_000 ? '09' : '07'}) returning id`);
    await tx.query(
      sql`insert into cargos_areas_organizacionais (registro_id, alvo_id, ordem) select ${cargo?.id}, a, n from unnest(${of.map((index) => areaIds[index])}::bigint[]) with ordinality x(a, n)`,
    );
    for (const [step, letter] of BANDS.entries()) {
      const amount = Math.round(valor * (1 + step * 0.15));
      const faixa = await tx.one<{ id: number }>(sql`
        insert into faixas_salariais (empresa_id, cargo_id, nome, nome_com_cargo, codigo_cbo_id) values (${empresaId}, ${cargo?.id}, ${letter}, ${`${nome} ${letter}`}, (select id from codigos_cbo where codigo = ${cbo})) returning id`);
      // Operational positions are paid by the index; one band in five has an entry that leaves its value unchanged.
      const byIndex = grupo === 3;
      const withoutValue = (position + step) % 5 === 0;
      await tx.query(sql`
        insert into faixas_salariais_historicos (registro_id, ordem, data, tipo, indice_id, quantidade, valor, status)
        select ${faixa?.id}, n, data, tipo, indice, quantidade, valor, 'C' from (values
          (1, ${started}::date, '3'::text, null::bigint, null::numeric, ${Math.round(amount * 0.8)}::numeric),
          (2, ${addDays(today, -1_200)}::date, ${withoutValue ? '1' : '3'}, null, null, ${withoutValue ? null : Math.round(amount * 0.9)}::numeric),
          (3, ${addDays(today, -400)}::date, ${byIndex ? '2' : '3'}::text, ${byIndex ? indice?.id : null}::bigint, ${byIndex ? Math.round((amount / 1_518) * 100) / 100 : null}::numeric, ${byIndex ? null : amount}::numeric)
        ) x(n, data, tipo, indice, quantidade, valor)`);
      bands.push({ id: faixa?.id as number, cargo: position, valor: amount });
    }
  }
  await tx.query(closeEntries('faixas_salariais_historicos', sql`select unnest(${bands.map(({ id }) => id)}::bigint[])`));
  return bands;
}

interface Where {
  areaIds: number[];
  /** the areas of an area's people: itself, and its teams */
  equipes: Map<number, number[]>;
  faixas: Band[];
  estabelecimentos: number[];
}

/** Positions get people by frequency: many who produce, few who direct. */
const weights = cargos.map(([, grupo], index) => (index === 0 ? 0 : index < 4 ? 1 : grupo === 3 ? 16 : 5));

/** People written at a time: the texts that carry them stay small however large the company. */
const BATCH = 5_000;

async function seedTalentos(tx: Tx, { empresaId, talentos, first, today }: CompanySeed, where: Where) {
  const { areaIds, equipes, faixas, estabelecimentos } = where;
  const random = sequence(first + 17);
  const below = (n: number) => Math.floor(random() * n);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const cumulative = weights.reduce<number[]>((sums, weight) => [...sums, (sums.at(-1) ?? 0) + weight], []);
  const position = () => {
    const at = random() * (cumulative.at(-1) as number);
    return cumulative.findIndex((sum) => at < sum);
  };

  let people: Record<string, unknown>[] = [];
  let entries: Record<string, unknown>[] = [];
  for (let index = 0; index < talentos; index += 1) {
    const isWoman = random() < 0.47;
    const names = [
      one(isWoman ? mulheres : homens),
      ...(random() < 0.2 ? [one(isWoman ? mulheres : homens)] : []),
      one(sobrenomes),
      ...(random() < 0.75 ? [one(sobrenomes)] : []),
    ];
    const nome = [...new Set(names)].join(' ');
    const days = 20 + below(2_300);
    const admissao = addDays(today, -days);
    const desligamento = random() < 0.14 && days > 120 ? addDays(admissao, 90 + below(days - 100)) : null;
    const matricula = String(first + index + 1).padStart(6, '0');
    const plain = nome
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .split(' ');
    people.push({
      nome,
      cpf: CPF.sample(first + index),
      matricula,
      nascimento: addDays(admissao, -6_700 - below(13_000)),
      sexo: isWoman ? 'F' : 'M',
      vinculo: random() < 0.92 ? 'E' : random() < 0.5 ? 'S' : 'A',
      admissao,
      desligamento,
      email: `${plain[0]}.${plain.at(-1)}${first + index}@exemplo.com.br`,
      celular: `9${String(80_000_000 + (((first + index) * 7_919) % 19_999_999)).slice(0, 8)}`,
    });
    const cargo = index === 0 ? 0 : position();
    const of = cargos[cargo]?.[2] ?? [];
    const place = one(of);
    const last = desligamento ?? today;
    let date = admissao;
    for (let step = 0; step < 3 && date <= last; step += 1) {
      // A few move: to another area of their position, or up to the next position of their group.
      const next = step === 2 && index % 11 === 3 && cargos[cargo + 1]?.[1] === cargos[cargo]?.[1] ? cargo + 1 : cargo;
      const faixa = faixas[next * BANDS.length + step] as Band;
      const moves = step > 0 && index % 7 === 5 && of.length > 1;
      const whole =
        areaIds[(next === cargo ? (moves ? of[(of.indexOf(place) + 1) % of.length] : place) : cargos[next]?.[2][0]) ?? place];
      const teams = equipes.get(whole as number) ?? [];
      const area = teams[index % teams.length];
      // Most are paid by the band; some by an amount of their own.
      const tipo = random() < 0.85 ? '1' : '3';
      const motivo = step === 0 ? 'C' : random() < 0.6 ? 'P' : moves ? 'T' : 'R';
      const salario = tipo === '3' ? faixa.valor + below(12) * 50 : null;
      entries.push({
        matricula,
        ordem: step + 1,
        data: date,
        motivo,
        area,
        faixa: faixa.id,
        estabelecimento: one(estabelecimentos),
        tipo,
        salario,
      });
      date = addDays(date, 200 + below(700));
    }
    if (people.length === BATCH || index === talentos - 1) {
      await writeTalentos(tx, empresaId, people, entries);
      people = [];
      entries = [];
    }
  }
  await tx.query(closeEntries('talentos_historicos', sql`select id from talentos where empresa_id = ${empresaId}`));
}

async function writeTalentos(tx: Tx, empresaId: number, people: Record<string, unknown>[], entries: Record<string, unknown>[]) {
  await tx.query(sql`
    insert into talentos (empresa_id, nome, cpf, matricula, data_nascimento, sexo, vinculo, data_admissao, data_desligamento, email, ddd_celular, fone_celular)
    select ${empresaId}, x.nome, x.cpf, x.matricula, x.nascimento, x.sexo, x.vinculo, x.admissao, x.desligamento, x.email, '85', x.celular
    from json_to_recordset(${JSON.stringify(people)}::json)
      as x(nome text, cpf text, matricula text, nascimento date, sexo text, vinculo text, admissao date, desligamento date, email text, celular text)`);
  await tx.query(sql`
    insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, estabelecimento_id, tipo_salario, salario, ambiente_id, funcao_id)
    select t.id, x.ordem, x.data, x.motivo, x.area, x.faixa, x.estabelecimento, x.tipo, x.salario, a.id, f.id
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as x(matricula text, ordem int, data date, motivo text, area bigint, faixa bigint, estabelecimento bigint, tipo text, salario numeric)
    join talentos t on t.empresa_id = ${empresaId} and t.matricula = x.matricula
    left join ambientes a on a.estabelecimento_id = x.estabelecimento
    left join (select fx.id as faixa, fu.id from faixas_salariais fx join cargos c on c.id = fx.cargo_id
      join funcoes fu on fu.empresa_id = ${empresaId} and fu.nome_funcao = c.nome where fx.empresa_id = ${empresaId}) f on f.faixa = x.faixa`);
}

/** The active talent with the highest salary of an area is its responsible. */
const seedResponsibles = (tx: Tx, { empresaId }: CompanySeed) =>
  tx.query(sql`
    insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id)
    select distinct on (a.id) a.id, 1, ${empresaId}::bigint, t.id
    from areas_organizacionais a join talentos t on t.area_atual_id = a.id and t.situacao = 'A'
    where a.empresa_id = ${empresaId} order by a.id, t.salario_atual desc nulls last, t.id`);

async function seedSmall(tx: Tx, { empresaId }: CompanySeed, areaIds: number[]) {
  for (const [nome, doses] of vacinas) {
    const row = await tx.one<{ id: number }>(
      sql`insert into vacinas (empresa_id, nome, quantidade_doses) values (${empresaId}, ${nome}, ${doses.length}) returning id`,
    );
    await tx.query(sql`
      insert into vacinas_doses (registro_id, ordem, numero_dose, dias_proxima_dose)
      select ${row?.id}, n, n, d from unnest(${[...doses]}::int[]) with ordinality x(d, n)`);
  }
  for (const [nome, of] of interesses) {
    const row = await tx.one<{ id: number }>(
      sql`insert into areas_interesse (empresa_id, nome) values (${empresaId}, ${nome}) returning id`,
    );
    await tx.query(sql`
      insert into areas_interesse_areas_organizacionais (registro_id, alvo_id, ordem)
      select ${row?.id}, a, n from unnest(${of.map((index) => areaIds[index])}::bigint[]) with ordinality x(a, n)`);
  }
}
