import sql from 'sql-template-tag';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { type HttpAnswer, httpClient, loginAt } from '#app/server-process.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import { fold } from '#kit/br/text.ts';
import { type Bare, listasCruas } from './cruas.ts';
import { at } from './percentile.ts';
import type { Place } from './places.ts';
import { cpuOf } from './processes.ts';
import { openStage, type Stage } from './requests.ts';

/** A call of the core record in one company of many: what a person waits for it, one after the other. */
export interface CallFigure {
  operation: string;
  p50: number;
  p95: number;
  /** of server and database, per call */
  cpu: number;
  calls: number;
  target?: number;
  /** the same question asked of the database alone, through the same driver */
  bare?: { p50: number; p95: number };
  fault?: string;
}

interface Call {
  operation: string;
  target?: number;
  /** asked in turn */
  paths: string[];
  /** by the manager of one branch, not by the administrator */
  manager?: boolean;
  method?: 'POST' | 'PUT';
  body?: (turn: number) => unknown;
  headers?: Record<string, string>;
  bare?: Bare;
}

const T = '/api/gestao-talentos/talentos';
const A = '/api/cargo-salario/areas-organizacionais';

/** Indicators by dashboard. */
const PANELS: Readonly<Record<string, readonly string[]>> = {
  'cargos-salarios':
    'quadroPorArea salariosPorArea folhaPorMes quadroPorGrupo salarioMedioPorGrupo promocoesHorizontais promocoesVerticais salarioNaFaixa cargosMaisOcupados'.split(
      ' ',
    ),
  talento:
    'turnover absenteismo admissoesDesligamentos motivosDesligamento geracoes sexo faixaEtaria tempoDeServico escolaridade vinculos'.split(
      ' ',
    ),
};

async function callsOf({ db, empresaId }: Stage): Promise<Call[]> {
  const some = await db.query<{ id: number }>(
    sql`select id from talentos where empresa_id = ${empresaId} and situacao = 'A' order by md5(id::text) limit 200`,
  );
  const place = await db.one<{ area: number; faixa: number; estabelecimento: number; formacao: number }>(sql`
    select h.area_organizacional_id as area, h.faixa_salarial_id as faixa, h.estabelecimento_id as estabelecimento,
      (select id from areas_formacao where empresa_id = ${empresaId} limit 1) as formacao
    from talentos_historicos h where h.registro_id = ${some[0]?.id ?? 0} limit 1`);
  const past = addDays(today(), -400);
  const names = ['silva', 'joao', 'JOÃO', 'maria', 'carv', 'and', 'bezerra', 'ana be'].map((name) => encodeURIComponent(name));
  const from = 200_000_000 + (Date.now() % 700_000_000);
  const entry = (data: string) => ({
    data,
    motivo: 'C',
    areaOrganizacional: place?.area,
    faixaSalarial: place?.faixa,
    estabelecimento: place?.estabelecimento,
    tipoSalario: '1',
  });
  const person = (turn: number) => ({
    nome: `Medida ${turn}`,
    cpf: CPF.sample(from + turn),
    matricula: `R${from + turn}`,
    sexo: 'F',
    vinculo: 'E',
    dataNascimento: '1990-03-15',
    dataAdmissao: '2025-01-05',
    email: `medida${turn}@exemplo.com.br`,
    historicos: [entry('2025-01-05'), { ...entry('2025-09-01'), motivo: 'P' }],
    formacoes: [
      {
        areaFormacao: place?.formacao,
        curso: 'Administração',
        local: 'Instituto Federal',
        tipo: 'GRADUACAO',
        situacao: 'COMPLETO',
      },
    ],
    certificados: [{ titulo: 'NR-10', organizacao: 'SENAI', tipo: 'Curso', dataInicio: '2025-02-01', dataFim: '2025-02-10' }],
  });
  const panels = Object.entries(PANELS).flatMap(([panel, indicators]) =>
    indicators.flatMap((id) =>
      [today(), past].map((day, turn) => ({
        operation: `${panel}.${id}${turn === 0 ? '' : ', past'}`,
        target: 300,
        ...(panel === 'talento'
          ? {
              paths: [`/api/analytics/${panel}`],
              method: 'POST' as const,
              body: () => ({ indicadores: [id], dataInicio: addDays(day, -365), dataFim: day }),
            }
          : {
              paths: [
                `/api/analytics/${panel}?indicadores=${id}&dataInicio=${addDays(day, -365)}&dataFim=${day}&dataBase=${day}`,
              ],
            }),
      })),
    ),
  );
  const list = `${T}?page=0&size=15`;
  const branch = await db.query<{ id: number }>(sql`
    with recursive ramo as (
      select id from areas_organizacionais where empresa_id = ${empresaId} and nome = 'Logística'
      union select f.id from ramo join areas_organizacionais f on f.area_mae_id = ramo.id
    ) select id from ramo`);
  const bare = listasCruas(
    empresaId,
    past,
    today(),
    names.map((name) => fold(decodeURIComponent(name))),
    branch.map(({ id }) => id),
  );
  const calls: Call[] = [
    { operation: 'list', target: 150, paths: [list] },
    {
      operation: 'three filters and a sort',
      target: 150,
      paths: [`${list}&situacao=A&vinculo=E&dataAdmissaoIni=2023-01-01&sort=dataAdmissao,desc`],
    },
    { operation: 'at work', target: 150, paths: [`${list}&situacao=A`] },
    { operation: 'page 5,000', target: 150, paths: [`${T}?page=5000&size=15`] },
    { operation: 'part of a name', target: 150, paths: names.map((name) => `${list}&busca=${name}`) },
    { operation: 'type-ahead', target: 60, paths: names.map((name) => `${T}/opcoes?busca=${name}`) },
    { operation: 'search of everything', target: 100, paths: names.map((name) => `/api/busca?texto=${name}`) },
    {
      operation: 'search of everything, manager',
      target: 100,
      paths: names.map((name) => `/api/busca?texto=${name}`),
      manager: true,
    },
    { operation: 'list by salary', target: 150, paths: [`${list}&sort=salarioAtual,desc`] },
    { operation: 'as of a day', target: 150, paths: [`${list}&em=${past}`] },
    { operation: 'as of a day, by salary', target: 150, paths: [`${list}&em=${past}&sort=salarioAtual,desc`] },
    { operation: 'as of a day, by area', target: 150, paths: [`${list}&em=${past}&sort=areaAtual,asc`] },
    { operation: 'as of a day, name', target: 150, paths: names.map((name) => `${list}&em=${past}&busca=${name}`) },
    { operation: 'as of a day, at work', target: 150, paths: [`${list}&em=${past}&situacao=A`] },
    { operation: 'as of a day, an area', target: 150, paths: [`${list}&em=${past}&areaAtual=${place?.area}`] },
    { operation: "manager's list", target: 150, paths: [list], manager: true },
    { operation: "manager's type-ahead", target: 60, paths: names.map((name) => `${T}/opcoes?busca=${name}`), manager: true },
    { operation: "manager's list as of a day", target: 150, paths: [`${list}&em=${past}&sort=nome,asc`], manager: true },
    { operation: 'read one', target: 50, paths: some.map(({ id }) => `${T}/${id}`) },
    { operation: 'timeline', target: 50, paths: some.map(({ id }) => `${T}/${id}/linha-do-tempo`) },
    { operation: 'create, with histories', target: 50, paths: [T], method: 'POST', body: person },
    { operation: 'tree of areas', target: 150, paths: [`${A}/areas-maes`] },
    { operation: 'organogram', target: 150, paths: [`${A}/organogramas`] },
    { operation: 'organogram as of a day', target: 300, paths: [`${A}/organogramas?em=${past}`] },
    { operation: 'quota cockpit', target: 300, paths: ['/api/gestao-talentos/cotas'] },
    { operation: 'transparency', target: 500, paths: ['/api/gestao-talentos/transparencia-salarial'] },
    { operation: 'transparency, past', target: 1_000, paths: [`/api/gestao-talentos/transparencia-salarial?dataBase=${past}`] },
    { operation: 'home: headcount by area', target: 150, paths: ['/api/geral/indicadores/quadro-por-area'] },
    { operation: 'home: movement', target: 150, paths: ['/api/geral/indicadores/movimentacao'] },
    ...panels,
  ];
  return calls.map((call) => ({ ...call, ...(bare[call.operation] ? { bare: bare[call.operation] as Bare } : {}) }));
}

/** What a list may take beside the bare statement: twice as long, and 5 ms (`p95`). */
const allowed = ({ p95 }: { p95: number }) => 2 * p95 + 5;

/** Times of something done again and again, for so many ms or a hundred times. */
async function timesOf(work: () => Promise<unknown>, ms: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ms;
  do {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  } while (performance.now() < end && times.length < 100);
  return times;
}

/** Makes the demonstration's manager answer for one branch of the company of the measurements. */
async function giveBranch({ db, empresaId }: Stage): Promise<void> {
  const cpf = DEMO_LOGINS[2].cpf.replace(/\D/g, '');
  const area = sql`(select id from areas_organizacionais where empresa_id = ${empresaId} and nome = 'Logística')`;
  await db.query(sql`update areas_organizacionais set replicar_responsaveis_para_areas_filhas = true where id = ${area}`);
  await db.query(sql`
    update talentos set cpf = ${cpf} where not exists (select 1 from talentos where empresa_id = ${empresaId} and cpf = ${cpf})
      and id = (select colaborador_dto_id from areas_organizacionais_empresa_e_responsaveis where registro_id = ${area} limit 1)`);
  await db.query(sql`
    insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id)
    select u.id, 2, ${empresaId}, a.perfil_id from usuarios u join usuarios_acessos a on a.registro_id = u.id and a.ordem = 1
    where u.cpf = ${cpf} and not exists (select 1 from usuarios_acessos where registro_id = u.id and empresa_id = ${empresaId})`);
}

/** Every call of the core record, one after the other, in one large company. */
export async function measureCalls(place: Place, ms: number, only?: RegExp): Promise<CallFigure[]> {
  const stage = await openStage(place);
  const figures: CallFigure[] = [];
  const clients: ReturnType<typeof httpClient>[] = [];
  try {
    await giveBranch(stage);
    const roots = [stage.server.child.pid as number, ...(stage.postmaster === null ? [] : [stage.postmaster])];
    const admin = httpClient(stage.server.url, stage.cookie);
    const manager = httpClient(
      stage.server.url,
      await loginAt(stage.server.url, DEMO_LOGINS[2].cpf, DEMO_PASSWORD, stage.empresaId),
    );
    clients.push(admin, manager);
    for (const { operation, target, paths, manager: isManager, method = 'GET', body, headers, bare } of await callsOf(stage)) {
      if (only && !only.test(operation)) continue;
      let fault: string | undefined;
      let turn = 0;
      const ask = async (): Promise<void> => {
        const answer: HttpAnswer = await (isManager ? manager : admin)(
          method,
          paths[turn % paths.length] as string,
          body?.(turn++) ?? (turn++, undefined),
          headers,
        );
        if (answer.status >= 300) fault = `${answer.status} ${answer.bytes.toString().slice(0, 300)}`;
      };
      // Prepared statements are planned for good after five runs.
      for (let run = 0; run < 6; run += 1) await ask();
      const before = cpuOf(roots);
      const times = await timesOf(ask, ms);
      const cpu = (cpuOf(roots) - before) / times.length;
      let least: { p50: number; p95: number } | undefined;
      if (bare) {
        let asked = 0;
        for (let run = 0; run < 6; run += 1) await bare(stage.db, asked++);
        const bareTimes = await timesOf(() => bare(stage.db, asked++), ms);
        least = { p50: at(bareTimes, 0.5), p95: at(bareTimes, 0.95) };
      }
      const figure: CallFigure = {
        operation,
        p50: at(times, 0.5),
        p95: at(times, 0.95),
        cpu,
        calls: times.length,
        ...(target === undefined ? {} : { target }),
        ...(least ? { bare: least } : {}),
        ...(fault === undefined ? {} : { fault }),
      };
      figures.push(figure);
      const { p50, p95 } = figure;
      const beside = least
        ? `${least.p50.toFixed(1).padStart(8)}${least.p95.toFixed(1).padStart(8)}${(p50 / least.p50).toFixed(2).padStart(7)} ${p95 <= allowed(least) ? 'ok' : 'ACIMA'}`
        : '';
      console.log(
        `${operation.padEnd(44)}${p50.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}${cpu.toFixed(1).padStart(9)}${String(target ?? '').padStart(7)} ${(p95 > (target ?? 1e9) ? `${(p95 / (target ?? 1)).toFixed(1)} × o alvo` : 'ok').padEnd(12)} ${beside} ${fault ?? ''}`,
      );
    }
  } finally {
    for (const client of clients) client.close();
    await stage.db.query(sql`delete from talentos where nome like 'Medida %'`);
    await stage.stop();
  }
  return figures;
}
