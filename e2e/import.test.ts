import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Column, Row } from '#kit/sheet/column.ts';
import { writeXlsx } from '#kit/sheet/xlsx/xlsx-writer.server.ts';
import { hasFocus, journeys, PATIENCE, seen, settled, tabTo } from './product.ts';

const at = journeys();
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TASK = 120_000;

const column = (key: string, label: string): Column => ({ key, label, type: 'text', width: 20 });

async function workbook(columns: Column[], rows: Row[]): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeXlsx({ title: 'Planilha', columns, rows: [rows] }, out)]);
  return bytes;
}

/** Eleven digits with their two check digits. */
function cpf(nine: number): string {
  const digits = String(nine).padStart(9, '0').split('').map(Number);
  for (const start of [10, 11]) {
    const sum = digits.reduce((all, digit, index) => all + digit * (start - index), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

/**
 * The file dialog that opens next. Listening begins with the call, well before the key or click that opens it: the browser takes a
 * moment to hand its dialogs over.
 */
const nextFileChooser = (page: Page) => new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));

const people = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    nome: `Pessoa Importada ${String(index + 1).padStart(2, '0')}`,
    cpf: cpf(700_000_001 + index * 37),
    matricula: `IMP-${index + 1}`,
    sexo: index % 2 === 0 ? 'Feminino' : 'Masculino',
    vinculo: 'Emprego',
    admissao: '02/03/2023',
    area: 'Jurídico',
    faixa: 'Advogado I',
  }));

const personColumns = [
  column('nome', 'Nome'),
  column('cpf', 'CPF'),
  column('matricula', 'Matrícula'),
  column('sexo', 'Sexo'),
  column('vinculo', 'Vínculo'),
  column('admissao', 'Data de admissão'),
  column('area', 'Área Organizacional'),
  column('faixa', 'Faixa Salarial'),
];

describe('importação de uma planilha', () => {
  it('confere 50 talentos sem gravar, aponta linha, coluna e erro, corrige na grade e aplica', async () => {
    const rows = people(50);
    Object.assign(rows[2] as Row, { cpf: '111.111.111-11' });
    Object.assign(rows[6] as Row, { nome: '' });
    Object.assign(rows[11] as Row, { admissao: '31/02/2023' });
    const page = await at.visit({ as: 'admin', at: '/gestao-talentos/talentos' });
    const chooser = nextFileChooser(page);
    await page.getByRole('button', { name: 'Exportar e importar' }).click();
    await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar Talentos' });
    await dialog.getByLabel('Planilha (XLSX ou CSV)').first().click();
    await (await chooser).setFiles({ name: 'talentos.xlsx', mimeType: XLSX, buffer: await workbook(personColumns, rows) });
    await dialog.getByRole('button', { name: 'Analisar' }).click();

    await dialog.getByRole('button', { name: 'Conferir de novo' }).waitFor({ timeout: TASK });
    expect(await dialog.getByRole('status').first().textContent()).toContain('47 linhas válidas de 50. 3 linhas com erro.');
    const faults = dialog.getByRole('table', { name: 'Erros da planilha' }).getByRole('row');
    const line = (number: number) => faults.filter({ has: page.getByRole('cell', { name: String(number), exact: true }) });
    await seen(line(4).filter({ hasText: 'CPF' }));
    await seen(line(8).filter({ hasText: 'Nome é obrigatório' }));
    await seen(line(13).filter({ hasText: 'Data de admissão' }));

    await dialog.getByRole('textbox', { name: 'CPF, linha 4' }).fill(cpf(711_111_111));
    await dialog.getByRole('textbox', { name: 'Nome, linha 8' }).fill('Pessoa Importada Corrigida');
    await dialog.getByRole('textbox', { name: 'Data de admissão, linha 13' }).fill('28/02/2023');
    await dialog.getByRole('button', { name: 'Conferir correções' }).click();
    await dialog.getByText('Nenhum erro encontrado.').waitFor({ timeout: TASK });
    await dialog.getByRole('button', { name: 'Importar 50 registros' }).click();
    await dialog.getByText(/Importação concluída\./).waitFor({ timeout: TASK });
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('searchbox', { name: 'Pesquisar' }).fill('pessoa importada');
    await seen(page.getByText('50 registro(s) encontrado(s).'));
    await seen(page.getByRole('cell', { name: /Jurídico/ }));
    await page.getByRole('searchbox', { name: 'Pesquisar' }).fill('importada corrigida');
    await seen(page.getByText('1 registro(s) encontrado(s).'));
  });

  it('corrige áreas parecidas de uma vez, cria a que falta e desfaz pela lista', async () => {
    const rows = people(6).map((row, index) => ({
      ...row,
      nome: `Pessoa da Tela ${index + 1}`,
      cpf: cpf(720_000_001 + index * 37),
      matricula: `TEL-${index + 1}`,
      sexo: 'fem.',
      admissao: '1º de março de 2023',
      area: index < 3 ? 'Jurídco' : index === 3 ? 'Área da Importação' : 'Jurídico',
    }));
    const page = await at.visit({ as: 'admin', at: '/gestao-talentos/talentos/importacao-colaborador' });
    const chooser = nextFileChooser(page);
    await page.getByLabel('Planilha (XLSX ou CSV)').first().click();
    await (await chooser).setFiles({ name: 'pela-tela.xlsx', mimeType: XLSX, buffer: await workbook(personColumns, rows) });
    await page.getByRole('radio', { name: 'Incluir e atualizar' }).check();
    await page.getByRole('button', { name: 'Analisar' }).click();
    await page.getByText('2 linhas válidas de 6. 4 linhas com erro.').waitFor({ timeout: TASK });
    await page.getByRole('button', { name: 'Usar "Jurídico"', exact: true }).click();
    await page.getByText('5 linhas válidas de 6. 1 linha com erro.').waitFor({ timeout: TASK });
    await page.getByRole('checkbox', { name: /Área Organizacional: criar 1 registro/ }).click();
    await page.getByText('Nenhum erro encontrado.').waitFor({ timeout: TASK });
    await page.getByRole('button', { name: 'Importar 6 registros' }).click();
    await page.getByText('Importação concluída. 6 registros importados').waitFor({ timeout: TASK });
    await seen(page.getByRole('link', { name: '6 incluídos' }));
    await page.getByRole('button', { name: 'Concluir' }).click();
    const past = page.getByRole('table', { name: 'Importações anteriores' });
    await seen(past.getByRole('row').filter({ hasText: 'pela-tela.xlsx' }).filter({ hasText: 'Importada' }));
    await past.getByRole('button', { name: 'Desfazer pela-tela.xlsx' }).click();
    await page.getByRole('dialog', { name: 'Desfazer' }).getByRole('button', { name: 'Desfazer', exact: true }).click();
    await page.getByText('Importação desfeita com sucesso.').waitFor({ timeout: TASK });
    const undone = past.getByRole('row').filter({ hasText: 'pela-tela.xlsx' }).filter({ hasText: 'Desfeita' });
    await expect.poll(() => undone.count(), { timeout: PATIENCE }).toBe(1);
  });

  it('importa áreas e desfaz o lote inteiro, só pelo teclado', async () => {
    const rows: Row[] = Array.from({ length: 12 }, (_, index) => ({
      nome: `Área da Planilha ${index + 1}`,
      mae: 'Diretoria Geral',
    }));
    const page = await at.visit({ as: 'admin', at: '/cargo-salario/areas-organizacionais' });
    const chooser = nextFileChooser(page);
    await tabTo(page, page.getByRole('button', { name: 'Exportar e importar' }));
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: 'Importar planilha' });
    await item.waitFor();
    const toItem = () => page.keyboard.press('ArrowDown').then(() => hasFocus(item));
    await expect.poll(toItem, { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Importar Áreas Organizacionais' });
    const file = dialog.getByLabel('Planilha (XLSX ou CSV)').first();
    await expect.poll(() => file.count().then((there) => there > 0 && hasFocus(file)), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('Enter');
    const sheet = await workbook([column('nome', 'Área'), column('mae', 'Área superior')], rows);
    await (await chooser).setFiles({ name: 'areas.xlsx', mimeType: XLSX, buffer: sheet });
    const press = async (name: string) => {
      await tabTo(page, dialog.getByRole('button', { name }), 30);
      await page.keyboard.press('Enter');
    };
    // Each step takes the focus of the one before.
    const panel = dialog.getByRole('group', { name: 'Importação' });
    await press('Analisar');
    await dialog.getByText('Nenhum erro encontrado.').waitFor({ timeout: TASK });
    await expect.poll(() => hasFocus(panel), { timeout: PATIENCE }).toBe(true);
    await press('Importar 12 registros');
    await dialog.getByText(/Importação concluída\./).waitFor({ timeout: TASK });
    await expect.poll(() => hasFocus(panel), { timeout: PATIENCE }).toBe(true);
    await press('Desfazer importação');
    const undo = page.getByRole('dialog', { name: 'Desfazer' }).getByRole('button', { name: 'Desfazer', exact: true });
    await seen(undo);
    await expect.poll(() => hasFocus(undo), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Importação desfeita com sucesso.').waitFor({ timeout: TASK });
    await dialog.waitFor({ state: 'hidden' });
    await settled(page);
    await page.getByRole('searchbox', { name: 'Pesquisar' }).fill('area da planilha');
    await expect.poll(() => page.getByText('Nenhum registro encontrado.').count(), { timeout: PATIENCE }).toBe(1);
  });
});
