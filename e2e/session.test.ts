import { describe, expect, it } from 'vitest';
import { DEMO_CANDIDATE } from '#app/demo-users.server.ts';
import { inspect } from './inspect.ts';
import { chooseCompany, cpfOf, enter, goTo, hasFocus, journeys, PASSWORD, PATIENCE, seen, tabTo, typeLogin } from './product.ts';

const at = journeys({ isAlwaysNew: true });

describe('sessão', () => {
  it('entra só pelo teclado, é recebido na página inicial com dois gráficos e suas tabelas, e sai', async () => {
    const page = await at.visit();
    await page.waitForURL(/\/login$/);
    await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'CPF' })), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.type(cpfOf('admin'));
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    const company = page.getByRole('combobox', { name: 'Empresa' });
    await expect.poll(() => company.isEnabled(), { timeout: PATIENCE }).toBe(true);
    await tabTo(page, company, 4);
    await chooseCompany(page, 'Logística Aurora');
    await tabTo(page, page.getByRole('button', { name: 'Entrar' }), 4);
    await page.keyboard.press('Enter');

    await seen(page.getByRole('heading', { level: 1, name: /^(Bom dia|Boa tarde|Boa noite), Mariana$/ }));
    await seen(page.getByRole('button', { name: 'Empresa: Logística Aurora' }));
    for (const title of ['Colaboradores por área', 'Admissões e desligamentos por mês']) {
      const chart = page.getByRole('region', { name: title });
      await seen(chart.getByRole('img'));
      await tabTo(page, chart.getByRole('button', { name: 'Ver tabela' }));
      await page.keyboard.press('Enter');
      await seen(chart.getByRole('table'));
      expect(await chart.getByRole('row').count()).toBeGreaterThan(1);
    }

    await tabTo(page, page.getByRole('button', { name: /menu de Mariana/ }), 200);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    // The key counts once the opened menu has taken the focus.
    const toLast = () => page.keyboard.press('End').then(() => hasFocus(page.getByRole('menuitem', { name: 'Sair' })));
    await expect.poll(toLast, { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('Enter');
    // The login is a page of its own, which replaces the application.
    await seen(page.getByRole('textbox', { name: 'CPF' }));
    await page.goto('/captacao/areas-interesse');
    await page.waitForURL(/\/login\?voltar=/);
  });

  it('pesa menos de 220 KiB na página de entrada, com o que ela busca adiante', async () => {
    const page = await at.visit();
    const fetched = async () => {
      const all = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize] as const),
      );
      return new Map(all);
    };
    const hasProgram = async () => [...(await fetched())].some(([name, size]) => /\/index-[^/]+\.js$/.test(name) && size > 0);
    await expect.poll(hasProgram, { timeout: PATIENCE }).toBe(true);
    const weight = [...(await fetched()).values()].reduce((sum, size) => sum + size, 0);
    expect(weight / 1_024).toBeLessThan(220);
    // Who begins to type is about to enter: the start page comes with its styles and letters meanwhile.
    await page.getByRole('textbox', { name: 'CPF' }).fill('5');
    const hasRest = async () => {
      const names = [...(await fetched())].filter(([, size]) => size > 0).map(([name]) => name);
      return [/\/home-[^/]+\.js$/, /\/index-[^/]+\.css$/, /\.woff2$/].every((part) => names.some((name) => part.test(name)));
    };
    await expect.poll(hasRest, { timeout: PATIENCE }).toBe(true);
  });

  it('recusa a senha errada com uma frase e pede o que falta', async () => {
    const page = await at.visit();
    await page.getByRole('button', { name: 'Entrar' }).click();
    await seen(page.getByText('CPF é obrigatório'));
    await seen(page.getByText('Senha é obrigatória'));
    await typeLogin(page, cpfOf('admin'), 'Errada#2026');
    await seen(page.getByRole('alert'));
    expect(await page.getByRole('alert').textContent()).toMatch(/inválid|incorret/i);
    await page.getByRole('textbox', { name: 'CPF' }).fill('111.111.111-11');
    await page.keyboard.press('Enter');
    await seen(page.getByText('Cpf inválido.'));
  });

  it('RUL-019, 020: recebe o candidato na área externa, que nada mostra a visitantes nem aceita empresa inválida', async () => {
    const page = await at.visit({ at: '/externo/candidatos/1' });
    await page.waitForURL(/\/externo\/login\?voltar=/);
    expect(await page.getByText('Passo 1 de').count()).toBe(0);
    await page.goto('/externo?empresaId=abc');
    await seen(page.getByText('Empresa ID inválido. Revise ou solicite novamente o link'));
    await page.goto('/externo?empresaId=1');
    await page.waitForURL(/\/externo\/login\?empresaId=1$/);
    await page.getByRole('textbox', { name: 'CPF' }).fill(DEMO_CANDIDATE.cpf);
    await page.getByLabel('Senha', { exact: false }).first().fill(DEMO_CANDIDATE.senha);
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { level: 1, name: 'Vagas abertas' }));
    await page.getByRole('link', { name: 'Editar Cadastro' }).click();
    await seen(page.getByText('Passo 1 de'));
    await page.getByRole('link', { name: 'Meus dados', exact: true }).click();
    const erase = page.getByRole('button', { name: 'Apagar os meus dados' });
    await erase.press('Enter');
    await seen(page.getByRole('dialog', { name: 'Confirmação' }));
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(erase), { timeout: PATIENCE }).toBe(true);
    await page.goto('/geral/estados');
    await page.waitForURL(/\/login\?voltar=/);
    await page.goto('/externo/login');
    await page.waitForURL(/\/externo\/anuncios\?empresaId=1$/);
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.waitForURL(/\/externo\/login\?empresaId=1$/);
  });

  it('a conta do candidato serve a outra empresa do grupo, com o que ele escolher levar, e a lista junta as duas', async () => {
    const page = await at.visit({ at: '/externo/login?empresaId=1' });
    await page.getByRole('textbox', { name: 'CPF' }).fill(DEMO_CANDIDATE.cpf);
    await page.getByLabel('Senha', { exact: false }).first().fill(DEMO_CANDIDATE.senha);
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { level: 1, name: 'Vagas abertas' }));
    await page.goto('/externo/anuncios?empresaId=2');
    await page.getByRole('link', { name: 'Usar minha conta de Indústria Aurora' }).click();
    const papers = page.getByRole('checkbox', { name: 'Inclusão' });
    await seen(papers);
    expect(await papers.isChecked()).toBe(false);
    await page.getByText('Ver o que vai').first().click();
    await seen(page.getByText(DEMO_CANDIDATE.nome));
    expect(await inspect(page, 'usar a conta')).toEqual([]);
    const begin = page.getByRole('button', { name: 'Começar em Logística Aurora' });
    await begin.click();
    await seen(page.getByText('Leia e aceite o termo para continuar.'));
    await page.getByRole('checkbox', { name: /^Li e aceito/ }).check();
    await begin.click();
    await seen(page.getByText('Aqui está o que você trouxe.'));
    await page.getByRole('combobox', { name: 'Ir para o passo' }).selectOption({ label: 'Endereço' });
    await expect.poll(() => page.getByLabel('Cidade').inputValue(), { timeout: PATIENCE }).not.toBe('');
    await page.goto('/externo/candidato-solicitacoes');
    await page.getByRole('button', { name: 'Continuar em Indústria Aurora' }).first().click();
    await seen(page.getByRole('button', { name: 'Desistir' }).first());
    await page.getByRole('link', { name: 'Empresas', exact: true }).click();
    await seen(page.getByRole('button', { name: 'Continuar em Logística Aurora' }));
    expect(await inspect(page, 'minhas empresas')).toEqual([]);
    await page.getByLabel('Senha').fill(DEMO_CANDIDATE.senha);
    await page.getByRole('button', { name: 'Separar' }).click();
    await seen(page.getByText('Conta separada das outras.'));
  });

  it('diz a outra aba que a empresa foi alterada', async () => {
    const page = await at.visit({ as: 'admin' });
    const other = await page.context().newPage();
    await other.goto('/captacao/areas-interesse/new');
    await other.getByRole('textbox', { name: 'Nome' }).fill('Digitado antes da troca');
    // A tab opened by hand is no arrival from another site.
    expect(await other.getByRole('dialog', { name: /^Você está conectado como/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Empresa: Indústria Aurora' }).click();
    await page.getByRole('menuitem', { name: 'Serviços Aurora' }).click();
    await seen(page.getByRole('button', { name: 'Empresa: Serviços Aurora' }));

    const dialog = other.getByRole('dialog', { name: 'Atenção! A empresa foi alterada em outra aba' });
    await seen(dialog);
    await dialog.getByRole('button', { name: 'Manter' }).click();
    expect(await other.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe('Digitado antes da troca');
    await other.getByRole('button', { name: 'Salvar', exact: true }).click();
    await seen(other.getByText('Preencha os campos indicados'));
  });

  it('pergunta antes de trocar de empresa só quando algo se perderia', async () => {
    const page = await at.visit({ as: 'admin', at: '/captacao/areas-interesse' });
    const change = async (from: string, to: string) => {
      await page.getByRole('button', { name: `Empresa: ${from}` }).click();
      await page.getByRole('menuitem', { name: to }).click();
    };
    await change('Indústria Aurora', 'Serviços Aurora');
    await seen(page.getByRole('button', { name: 'Empresa: Serviços Aurora' }));
    // The screen stays, in the other company, and its address says so.
    await page.waitForURL((url) => url.pathname === '/captacao/areas-interesse' && url.searchParams.has('empresaId'));

    await goTo(page, '/captacao/areas-interesse/new');
    await page.getByRole('textbox', { name: 'Nome' }).fill('Digitado antes da troca');
    await change('Serviços Aurora', 'Indústria Aurora');
    await page.getByRole('button', { name: 'Continuar editando' }).click();
    expect(await page.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe('Digitado antes da troca');
    await change('Serviços Aurora', 'Indústria Aurora');
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await seen(page.getByRole('button', { name: 'Empresa: Indústria Aurora' }));
  });

  it('renova a sessão expirada no lugar e mantém o que foi digitado', async () => {
    const page = await at.visit({ as: 'admin', at: '/sst/vacinas/new' });
    await page.getByRole('textbox', { name: 'Nome' }).fill('Hepatite da sessão expirada');
    await page.getByRole('textbox', { name: 'Quantidade de doses' }).fill('1');
    await page.getByRole('button', { name: 'Adicionar: Doses' }).click();
    await page.getByRole('textbox', { name: 'Número da dose' }).fill('1');
    await page.getByRole('textbox', { name: 'Dias para a próxima dose' }).fill('30');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'Sessão expirada.' });
    await seen(dialog);
    await dialog.getByRole('button', { name: 'Permanecer' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Nome', exact: true }).inputValue()).toBe('Hepatite da sessão expirada');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Senha' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await seen(page.getByText('Registro salvo com sucesso.'));
    await seen(page.getByRole('heading', { level: 1, name: 'Hepatite da sessão expirada' }));
  });
});

describe('acesso', () => {
  it('mostra à recrutadora só os menus do seu perfil e nega o endereço digitado', async () => {
    const page = await at.visit({ as: 'recrutador' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await seen(menu.getByRole('button', { name: 'Captação' }));
    expect(await menu.getByRole('button', { name: 'SST' }).count()).toBe(0);
    expect(await menu.getByRole('button', { name: 'Utilitário' }).count()).toBe(0);
    await page.goto('/sst/vacinas');
    await seen(
      page.getByText(
        'Você não tem autorização para acessar esta página. Entre em contato com o responsável pelo cadastro de perfis do sistema na sua empresa.',
      ),
    );
    await page.getByRole('link', { name: 'Voltar à página inicial' }).click();
    await seen(page.getByRole('heading', { level: 1, name: /Rafael$/ }));
  });

  it('diz que um endereço desconhecido não existe e volta depois do login ao que foi pedido', async () => {
    const page = await at.visit({ as: 'admin', at: '/sst/nada-aqui' });
    await seen(page.getByText('ERRO 404 - PÁGINA NÃO ENCONTRADA'));
    await page.goto('/nem-aqui');
    await seen(page.getByText('ERRO 404 - PÁGINA NÃO ENCONTRADA'));
    await page.context().clearCookies();
    await enter(page, 'sst', '/sst/vacinas');
    expect(new URL(page.url()).pathname).toBe('/sst/vacinas');
    await seen(page.getByRole('heading', { level: 1, name: 'Vacinas' }));
  });
});
