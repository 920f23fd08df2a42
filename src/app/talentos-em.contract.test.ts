import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import { closeEntries } from '#kit/store/dated.server.ts';
import { salarioDe } from '#modules/estrutura/public.server.ts';
import { atualizaAtuais } from '#modules/gestao-talentos/public.server.ts';
import { DEMO_LOGINS } from './demo-users.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const AREAS = '/api/cargo-salario/areas-organizacionais';

let app: TestApp;
let admin: Client;
let empresaId = 0;

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  await app.seed(120);
  admin = await app.login(0);
});
afterAll(() => app.close());

interface Linha {
  id: number;
  areaAtual: { id: number } | null;
  cargoAtual: { id: number } | null;
  faixaAtual: { id: number };
  salarioAtual: number;
  situacao: string;
  dataAdmissao: string;
}
const lista = async (query: string) =>
  (await admin('GET', `${TALENTOS}?page=0&size=500${query}`)).body as { content: Linha[]; totalElements: number };

describe('the list as it stood on a day', () => {
  it('agrees with the history, day by day', async () => {
    for (const days of [0, 90, 400, 900, 1_500, 2_200]) {
      const dia = addDays(today(), -days);
      const { content, totalElements } = await lista(`&em=${dia}`);
      const esperado = await app.db.query<{ id: number; area: number; faixa: number; situacao: string }>(sql`
        select distinct on (t.id) t.id, h.area_organizacional_id as area, h.faixa_salarial_id as faixa,
          case when t.data_desligamento < ${dia}::date then 'D' else 'A' end as situacao
        from talentos t join talentos_historicos h on h.registro_id = t.id and h.data <= ${dia}::date
        where t.empresa_id = ${empresaId} and t.data_admissao <= ${dia}::date order by t.id, h.data desc`);
      expect(totalElements, dia).toBe(esperado.length);
      const porId = new Map(esperado.map((one) => [one.id, one]));
      for (const linha of content)
        expect({ area: linha.areaAtual?.id, faixa: linha.faixaAtual.id, situacao: linha.situacao }, `${dia} ${linha.id}`).toEqual(
          {
            area: porId.get(linha.id)?.area,
            faixa: porId.get(linha.id)?.faixa,
            situacao: porId.get(linha.id)?.situacao,
          },
        );
    }
  });

  it('says today what the list without a day says', async () => {
    const chave = ({ id, areaAtual, cargoAtual, salarioAtual, situacao }: Linha) => [
      id,
      areaAtual?.id,
      cargoAtual?.id,
      salarioAtual,
      situacao,
    ];
    const hoje = await lista(`&em=${today()}&sort=id,asc`);
    const agora = await lista('&sort=id,asc');
    // Who left is shown with the last entry and the salary of the last day in both.
    expect(hoje.content.map(chave)).toEqual(agora.content.map(chave));
    expect(hoje.totalElements).toBe(agora.totalElements);
  });

  it('pays on each day what the entry of that day says, the dismissed what it said on their last', async () => {
    for (const days of [0, 90, 400, 900, 1_500, -200]) {
      const dia = addDays(today(), -days);
      const { content } = await lista(`&em=${dia}&sort=salarioAtual,desc`);
      const esperado = await app.db.query<{ id: number; salario: number }>(sql`
        select t.id, ${salarioDe(sql`h`, sql`least(${dia}::date, t.data_desligamento)`)}::float8 as salario
        from talentos t join talentos_historicos h on h.registro_id = t.id and h.data <= least(${dia}::date, t.data_desligamento)
          and (h.ate is null or h.ate > least(${dia}::date, t.data_desligamento))
        where t.empresa_id = ${empresaId} and t.data_admissao <= ${dia}::date order by t.id`);
      const pago = content.map(({ id, salarioAtual }) => ({ id, salario: salarioAtual })).sort((a, b) => a.id - b.id);
      expect(pago, dia).toEqual(esperado);
    }
  });

  it('sorts, pages and filters by the place of the day, whatever came or ended since, and whatever is planned', async () => {
    // Establishments that somebody had then and has not now, and the other way round; entries to come, one of them after the last day; areas of one name.
    await app.db.tx(async (tx) => {
      await tx.query(sql`
        update talentos_historicos set estabelecimento_id = case when (ate is null) = (registro_id % 2 = 0) then estabelecimento_id end
        where registro_id in (select id from talentos where empresa_id = ${empresaId} and id % 3 <> 0)`);
      await tx.query(sql`
        update areas_organizacionais set nome = 'De um nome só' where id in (
          select min(id) from areas_organizacionais where empresa_id = ${empresaId} and area_mae_id is not null group by area_mae_id limit 3)`);
      const alguns = sql`select id from talentos where empresa_id = ${empresaId} and situacao = 'A' and data_desligamento is null order by id limit 12`;
      await tx.query(sql`
        insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, tipo_salario)
        select t.id, 90 + m.n, ${today()}::date + m.dias, 'P', (select max(id) from areas_organizacionais where empresa_id = ${empresaId}), t.faixa_atual_id, '1'
        from talentos t cross join (values (1, 30), (2, 150)) m(n, dias) where t.id in (${alguns})`);
      await tx.query(closeEntries('talentos_historicos'));
      await tx.query(sql`update talentos set data_desligamento = ${today()}::date + 100 where id % 2 = 0 and id in (${alguns})`);
      await atualizaAtuais(tx, today(), sql`x.empresa_id = ${empresaId}`);
    });
    const lugares = {
      areaAtual: ['areas_organizacionais', 'nome_ord', 'h.area_organizacional_id'],
      cargoAtual: ['cargos', 'nome_ord', 'f.cargo_id'],
      faixaAtual: ['faixas_salariais', 'nome_com_cargo_ord', 'h.faixa_salarial_id'],
      estabelecimentoAtual: ['estabelecimentos', 'nome_ord', 'h.estabelecimento_id'],
    } as const;
    for (const days of [0, 400, 900, -60, -200]) {
      const dia = addDays(today(), -days);
      for (const [campo, [tabela, nome, coluna]] of Object.entries(lugares)) {
        const estavam = sql`
          from talentos t join talentos_historicos h on h.registro_id = t.id and h.data <= least(${dia}::date, t.data_desligamento)
            and (h.ate is null or h.ate > least(${dia}::date, t.data_desligamento))
          join faixas_salariais f on f.id = h.faixa_salarial_id left join ${raw(tabela)} o on o.id = ${raw(coluna)}
          where t.empresa_id = ${empresaId} and t.data_admissao <= ${dia}::date`;
        for (const ordem of ['asc', 'desc']) {
          const esperado = await app.db.query<{ id: number }>(
            sql`select t.id ${estavam} order by o.${raw(nome)} ${raw(ordem)}, t.id ${raw(ordem)}`,
          );
          const paginas: number[] = [];
          for (let page = 0; page * 50 < esperado.length; page += 1) {
            const { body } = await admin('GET', `${TALENTOS}?page=${page}&size=50&em=${dia}&sort=${campo},${ordem}`);
            const { content, totalElements } = body as { content: Linha[]; totalElements: number };
            expect(totalElements).toBe(esperado.length);
            paginas.push(...content.map(({ id }) => id));
          }
          expect(paginas, `${dia} ${campo} ${ordem}`).toEqual(esperado.map(({ id }) => id));
        }
        const grupos = await app.db.query<{ id: number; gente: number[] }>(
          sql`select o.id, json_agg(t.id order by t.id) as gente ${estavam} and o.id is not null group by 1 order by count(*) desc, 1 limit 3`,
        );
        for (const { id, gente } of grupos) {
          const { content } = await lista(`&em=${dia}&${campo}=so:${id}&sort=id,asc`);
          expect(
            content.map((linha) => linha.id),
            `${dia} ${campo} ${id}`,
          ).toEqual(gente);
          const lugar = (linha: Linha) => (linha as unknown as Record<string, { id: number } | null>)[campo]?.id;
          expect(content.map(lugar)).toEqual(gente.map(() => id));
        }
      }
    }
  });

  it('filters, sorts, counts and exports what stood then', async () => {
    const dia = addDays(today(), -500);
    const { content } = await lista(`&em=${dia}`);
    const area = content[0]?.areaAtual?.id as number;
    const daArea = content.filter(({ areaAtual }) => areaAtual?.id === area);
    expect((await lista(`&em=${dia}&areaAtual=so:${area}`)).content.map(({ id }) => id)).toEqual(daArea.map(({ id }) => id));
    // By name, where the day is joined for the page alone, and by salary, where it is for all.
    for (const situacoes of ['A', 'D', 'C', 'A,D', 'G'])
      for (const ordem of ['nome,asc', 'salarioAtual,desc']) {
        const tem = await lista(`&em=${dia}&situacao=${situacoes}&sort=${ordem}`);
        const deles = content.filter(({ situacao }) => situacoes.split(',').includes(situacao)).map(({ id }) => id);
        expect(
          tem.content.map(({ id }) => id).sort((a, b) => a - b),
          `${situacoes} ${ordem}`,
        ).toEqual(deles.sort((a, b) => a - b));
        expect(tem.totalElements).toBe(deles.length);
      }
    expect(new Set(content.map(({ situacao }) => situacao))).toEqual(new Set(['A', 'D']));
    const ordenada = (await lista(`&em=${dia}&sort=salarioAtual,desc`)).content.map(({ salarioAtual }) => salarioAtual);
    expect(ordenada).toEqual(ordenada.toSorted((a, b) => b - a));
    const csv = (await admin('GET', `${TALENTOS}/exportar?formato=csv&colunas=nome,areaAtual&em=${dia}`)).body as Buffer;
    expect(csv.toString().trim().split('\n')).toHaveLength(content.length + 1);
  });

  it('refuses what is no day, and takes T for all situations', async () => {
    expect(await admin('GET', `${TALENTOS}?page=0&em=ontem`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'em', message: 'Data inválida' }] },
    });
    expect((await admin('GET', `${TALENTOS}?page=0&situacao=X`)).status).toBe(400);
    expect((await lista('&situacao=T')).totalElements).toBe((await lista('')).totalElements);
    expect((await admin('GET', `${TALENTOS}/situacao`)).body).toContainEqual({ id: 'T', descricao: 'Todos' });
  });

  it('shows a manager the people of the own areas, wherever those were then, and no one else', async () => {
    const dia = addDays(today(), -500);
    const esperado = async (area: number) =>
      app.db.query<{ id: number; area: number }>(sql`
        select t.id, h.area_organizacional_id as area from talentos t
        join talentos_historicos h on h.registro_id = t.id and h.data <= least(${dia}::date, t.data_desligamento)
          and (h.ate is null or h.ate > least(${dia}::date, t.data_desligamento))
        where t.area_atual_id = ${area} and t.data_admissao <= ${dia}::date order by t.id`);
    const [de] = await app.db.query<{ area: number; chefe: number }>(sql`
      select t.area_atual_id as area, min(t.id) as chefe from talentos t join talentos_historicos h on h.registro_id = t.id
      where t.empresa_id = ${empresaId} and h.data <= ${dia}::date and h.ate > ${dia}::date and t.situacao = 'A' and h.area_organizacional_id <> t.area_atual_id
      group by 1 order by count(*) desc limit 1`);
    const { area = 0, chefe = 0 } = de ?? {};
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
    await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')} where id = ${chefe}`);
    await app.db.query(sql`
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id)
      values (${area}, 1, ${empresaId}, ${chefe})`);
    const gestora = await app.login(2);
    const gente = await esperado(area);
    // Somebody was elsewhere on that day, or this proves nothing.
    expect(gente.some((one) => one.area !== area)).toBe(true);
    for (const ordem of ['nome,asc', 'areaAtual,asc', 'dataAdmissao,desc']) {
      const { body } = await gestora('GET', `${TALENTOS}?page=0&size=500&em=${dia}&sort=${ordem}`);
      const { content, totalElements } = body as { content: Linha[]; totalElements: number };
      const visto = content.map(({ id, areaAtual }) => ({ id, area: areaAtual?.id })).sort((a, b) => a.id - b.id);
      expect(visto, ordem).toEqual(gente);
      expect(totalElements, ordem).toBe(gente.length);
      // A short page counts as a long one does.
      const curta = (await gestora('GET', `${TALENTOS}?page=0&size=1&em=${dia}&sort=${ordem}`)).body;
      expect((curta as { totalElements: number }).totalElements, ordem).toBe(gente.length);
    }
    // Of the other areas the organogram says nothing; 'nobody' would be false.
    type No = { id: number; talentos: number | null; filhas: No[] };
    const todas = (nos: No[]): No[] => nos.flatMap((no) => [no, ...todas(no.filhas)]);
    for (const em of ['', `?em=${dia}`]) {
      const contadas = todas((await gestora('GET', `${AREAS}/organogramas${em}`)).body as No[]);
      expect(contadas.length).toBeGreaterThan(1);
      expect(contadas.filter(({ talentos }) => talentos !== null).map(({ id }) => id)).toEqual([area]);
    }
    const daqui = (await gestora('GET', `${TALENTOS}?page=0&size=500&em=${dia}&areaAtual=so:${area}`)).body as {
      content: Linha[];
    };
    expect(daqui.content.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      gente.filter((one) => one.area === area).map(({ id }) => id),
    );
  });

  it('shows nobody before the first admission', async () => {
    expect((await lista('&em=1950-01-01')).totalElements).toBe(0);
  });
});

describe('the areas as they stood on a day', () => {
  it('counts and lists who worked in each', async () => {
    const dia = addDays(today(), -500);
    const { content } = await lista(`&em=${dia}&situacao=A`);
    type No = { id: number; talentos: number; filhas: No[] };
    const soma = (nos: No[]): number => nos.reduce((sum, no) => sum + no.talentos + soma(no.filhas), 0);
    expect(soma((await admin('GET', `${AREAS}/organogramas?em=${dia}`)).body as No[])).toBe(content.length);
    const area = content[0]?.areaAtual?.id as number;
    const gente = (await admin('GET', `${AREAS}/${area}/talentos?em=${dia}`)).body as { id: number }[];
    const { content: daArea } = await lista(`&em=${dia}&areaAtual=${area}`);
    expect(gente.map(({ id }) => id)).toEqual(daArea.map(({ id }) => id));
  });
});
