import { expect, it } from 'vitest';
import { goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const QUESTIONARIOS = '/pesquisa/questionarios';
const TITULO = 'Pulso da jornada';

/** The personal links that were mailed. */
const links = async () =>
  (await at.mailed(`Sua opinião: ${TITULO}`)).flatMap((texto) => /\/publico\/responder\S+/.exec(texto) ?? []);

it('o RH pergunta por um modelo pronto; alguém responde no celular, em dois aparelhos; encerrado, só grupos aparecem', async () => {
  const rh = await at.visit({ as: 'admin', at: '/pesquisa/pesquisas' });
  await rh.getByRole('button', { name: 'Modelos prontos' }).click();
  await rh.getByRole('button', { name: 'Usar eNPS' }).click();
  await seen(rh.getByRole('heading', { level: 1, name: /^eNPS/ }));
  await rh.getByRole('link', { name: 'Enviar a pessoas' }).click();
  await seen(rh.getByText(/pessoas responderiam$/));
  await rh.getByRole('textbox', { name: 'Título' }).fill(TITULO);
  // The promise stands on a further tab of the form.
  await rh.getByRole('tab', { name: 'O que se promete' }).click();
  await rh.getByRole('radio', { name: 'Confidencial' }).check();
  await seen(rh.getByText(/^Confidencial: O sistema sabe/));
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByRole('heading', { level: 1, name: TITULO }));
  await rh.getByRole('button', { name: 'Liberar' }).click();
  await rh.getByRole('dialog').getByRole('button', { name: 'Liberar' }).click();
  await seen(rh.getByText('Questionário liberado.'));
  const record = new URL(rh.url()).pathname;
  await expect.poll(async () => (await links()).length, { timeout: PATIENCE }).toBeGreaterThan(0);
  const [link = ''] = await links();

  const phone = await at.visit({ at: link, width: 360 });
  await seen(phone.getByText(TITULO));
  await phone.getByRole('radio', { name: /^9 de 10/ }).check();
  await phone.getByRole('button', { name: 'Continuar' }).click();
  await phone.getByRole('textbox').fill('Gosto das pessoas');
  await seen(phone.getByText('Guardado', { exact: true }));
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const other = await at.visit({ at: link, width: 360, dark: true });
  // It goes on where the phone was left.
  await expect.poll(() => other.getByRole('textbox').inputValue(), { timeout: PATIENCE }).toBe('Gosto das pessoas');
  await other.getByRole('button', { name: 'Voltar' }).click();
  await expect.poll(() => other.getByRole('radio', { name: /^9 de 10/ }).isChecked(), { timeout: PATIENCE }).toBe(true);
  await other.getByRole('button', { name: 'Continuar' }).click();
  await other.getByRole('button', { name: 'Enviar' }).click();
  await seen(other.getByText('Recebemos as suas respostas. Obrigado!'));

  await goTo(rh, record);
  await rh.getByRole('button', { name: 'Encerrar' }).click();
  await rh.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
  await seen(rh.getByText('Questionário encerrado.'));
  await expect
    .poll(
      async () => {
        await rh.reload();
        await settled(rh);
        return rh.getByRole('link', { name: 'Ver os resultados' }).count();
      },
      { timeout: PATIENCE },
    )
    .toBe(1);
  await seen(rh.getByText(/^1 de \d+ pessoas responderam$/));
  await rh.getByRole('link', { name: 'Ver os resultados' }).click();
  // One answer is told of to nobody.
  await seen(rh.getByText(/^Não mostrado para proteger quem respondeu/));
  await goTo(rh, QUESTIONARIOS);
  await seen(rh.getByRole('row').filter({ hasText: TITULO }).filter({ hasText: 'Encerrado' }));
});
