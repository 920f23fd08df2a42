import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { today } from '#kit/br/date.ts';
import type { Preview } from '#kit/report/preview.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
let admin: Client;
let empresa = 0;

const id = async (text: ReturnType<typeof sql>) => (await app.db.one<{ id: number }>(text))?.id as number;
const hoje = today();
const outroAno = (mais: number) => `${Number(hoje.slice(0, 4)) + mais}-06-15`;

/** Ana has a degree and three certificates, Bia a course under way, Caio nothing; Davi has left. */
beforeAll(async () => {
  app = await openTestApp();
  empresa = app.empresas[0] as number;
  admin = await app.login(0);
  const area = await id(sql`insert into areas_organizacionais (empresa_id, nome) values (${empresa}, 'Oficina') returning id`);
  const engenharia = await id(sql`insert into areas_formacao (empresa_id, nome) values (${empresa}, 'Ofícios') returning id`);
  const pessoa = (n: number, nome: string, escolaridade: string | null, saida: string | null) =>
    id(sql`insert into talentos (empresa_id, nome, matricula, cpf, sexo, vinculo, data_admissao, data_desligamento, situacao, escolaridade, area_atual_id)
      values (${empresa}, ${nome}, ${`M${n}`}, ${CPF.sample(n)}, 'F', 'E', '2020-01-01', ${saida}, ${saida ? 'D' : 'A'}, ${escolaridade}, ${area}) returning id`);
  const ana = await pessoa(1, 'Ana', '09', null);
  const bia = await pessoa(2, 'Bia', '07', null);
  await pessoa(3, 'Caio', null, null);
  const davi = await pessoa(4, 'Davi', '09', '2024-01-31');
  for (const [quem, ordem, curso, tipo, situacao, conclusao] of [
    [ana, 1, 'Mecânica', 'GRADUACAO', 'COMPLETO', '2015-12'],
    [bia, 1, 'Soldagem', 'TECNICO', 'EM_ANDAMENTO', null],
    [davi, 1, 'Elétrica', 'GRADUACAO', 'COMPLETO', '2010-12'],
  ] as const)
    await app.db.query(sql`insert into talentos_formacoes (registro_id, ordem, area_formacao_id, curso, local, tipo, situacao, conclusao)
      values (${quem}, ${ordem}, ${engenharia}, ${curso}, 'Escola', ${tipo}, ${situacao}, ${conclusao})`);
  for (const [quem, ordem, titulo, tipo, fim, validade, horas] of [
    [ana, 1, 'NR-10', 'Curso', '2023-03-10', outroAno(-1), 40],
    [ana, 2, 'NR-35', 'Curso', '2024-05-20', outroAno(1), 8.5],
    [ana, 3, 'Inovação', 'Congresso', '2024-06-01', null, null],
    [bia, 1, 'Pintura', 'Workshop', '2024-05-31', null, 1.25],
    [davi, 1, 'NR-10', 'Curso', '2023-03-10', outroAno(1), 40],
  ] as const)
    await app.db.query(sql`insert into talentos_certificados (registro_id, ordem, titulo, organizacao, tipo, data_inicio, data_fim, validade, carga_horaria_total)
      values (${quem}, ${ordem}, ${titulo}, 'SENAI', ${tipo}, '2023-01-01', ${fim}, ${validade}, ${horas})`);
});
afterAll(() => app.close());

async function relatorio(nome: string, filtro: object): Promise<Preview> {
  const answer = await admin('POST', `/api/gestao-talentos/relatorios/${nome}`, filtro, { accept: 'application/json' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Preview;
}
const so = ({ rows }: Preview, ...nomes: string[]) => rows.map((row) => nomes.map((nome) => row[nome]));

it('certificates of who works here, the latest first, with the hours of each and of all', async () => {
  const tudo = await relatorio('talento-certificado', {});
  expect(so(tudo, 'talento', 'titulo', 'cargaHorariaTotal')).toEqual([
    ['Ana (M1)', 'Inovação', null],
    ['Ana (M1)', 'NR-35', 8.5],
    ['Ana (M1)', 'NR-10', 40],
    ['Bia (M2)', 'Pintura', 1.25],
  ]);
  expect(tudo.totals).toEqual({ cargaHorariaTotal: 49.75 });
  const titulos = async (filtro: object) => so(await relatorio('talento-certificado', filtro), 'titulo').flat();
  expect(await titulos({ validade: 'V' })).toEqual(['NR-10']);
  // Without an end of validity it never runs out.
  expect(await titulos({ validade: 'A' })).toEqual(['Inovação', 'NR-35', 'Pintura']);
  expect(await titulos({ tipos: ['Curso'] })).toEqual(['NR-35', 'NR-10']);
  expect(await titulos({ dataIni: '2024-05-20', dataFim: '2024-05-31' })).toEqual(['NR-35', 'Pintura']);
});

it('schooling: a line a course and one for who has none, unless the filter speaks of courses', async () => {
  const porTalento = await relatorio('formacao-escolar', { agruparPor: 'TALENTO' });
  expect(so(porTalento, 'talento', 'curso', 'situacao')).toEqual([
    ['Ana (M1)', 'Mecânica', 'Completo'],
    ['Bia (M2)', 'Soldagem', 'Em andamento'],
    ['Caio (M3)', null, null],
  ]);
  const niveis = so(await relatorio('formacao-escolar', { agruparPor: 'ESCOLARIDADE' }), 'escolaridade', 'talento');
  expect(niveis.map(([, talento]) => talento)).toEqual(['Bia', 'Ana', 'Caio']);
  expect(niveis.at(-1)?.[0]).toBe('Não informada');
  const cursos = async (filtro: object) => so(await relatorio('formacao-escolar', filtro), 'talento').flat();
  expect(await cursos({ tipos: ['GRADUACAO'] })).toEqual(['Ana']);
  expect(await cursos({ situacoes: ['EM_ANDAMENTO'] })).toEqual(['Bia']);
  expect(await cursos({ escolaridades: ['09'] })).toEqual(['Ana']);
});
