import { expect, it } from 'vitest';
import { defineMessage } from '#kit/message/message.ts';
import { composed, composing, strayAddresses } from './compose.server.ts';

const redefinicao = defineMessage({
  id: 'utilitario/redefinicao',
  title: 'Redefinição',
  channels: ['mail'],
  variables: { nome: 'Nome', endereco: 'Endereço' },
  addresses: ['endereco'],
  subject: 'Redefinição',
  text: 'Olá, {{nome}}.\n\nAbra:\n{{endereco}}',
});
const endereco = 'https://rh.exemplo.com.br/redefinir?token=a&publico=b';
const anchors = (html: string) => html.match(/<a\s[^>]*>/g) ?? [];

it('an address that somebody typed as their name is no link in the mail of the house', () => {
  const nome = 'Ana https://evil.example/premio';
  const own = composed(redefinicao, undefined, { nome, endereco });
  expect(anchors(own.html)).toEqual(['<a href="https://rh.exemplo.com.br/redefinir?token=a&amp;publico=b">']);
  expect(own.html).toContain(nome);
  const template = { assunto: 'Oi', corpo: '<p>{{nome}}</p><p> {{endereco}}</p>' };
  expect(anchors(composed(redefinicao, template, { nome: 'https://evil.example', endereco }).html)).toHaveLength(1);
});

it('an address of the template is a link, and a link of the template stays one', () => {
  const corpo = '<p>Veja https://aurora.exemplo/rh</p><p><a href="https://aurora.exemplo/a">https://aurora.exemplo/b</a></p>';
  expect(anchors(composed(redefinicao, { assunto: 'Oi', corpo }, { nome: 'Ana', endereco }).html)).toEqual([
    '<a href="https://aurora.exemplo/rh">',
    '<a href="https://aurora.exemplo/a">',
  ]);
});

// The address sets a password: whoever writes a template must not have it sent to a host of theirs.
it.each([
  '<p><a href="https://evil.example/?{{endereco}}">Redefinir</a></p>',
  '<p>https://evil.example/?{{ endereco }}</p>',
  '<p><a href="https://evil.example/?%7B%7Bendereco%7D%7D">{{endereco}}</a></p>',
  '<p><a href="https://evil.example/">{{endereco}}</a></p>',
  '<p>https://evil.example/?{{endereco}}</p>',
  '<p>https://evil.example/?<strong>{{endereco}}</strong></p>',
  '<p>www.evil.example/\u200b{{endereco}}</p>',
  '<p>{{endereco}}@evil.example</p>',
  '<a href="https://evil.example/?q={{endereco}}">Criar<ul><li><a href="https://b.example/{{nome}}"></a></li></ul></a>',
  '<a href="https://evil.example/">Criar <a href="https://b.example/{{nome}}"></a> {{endereco}}</a>',
  '<p>https://evil.example/{<strong></strong>{<br>endereco}}</p><p>{{endereco}}</p>',
  '<p>https://evil.example/{<em>{endereco}</em>}</p><p>{{endereco}}</p>',
  '<p>https://evil.example/&#123;&#123;endereco&#125;&#125;</p><p>{{endereco}}</p>',
  '<p>{{nome}}{{endereco}}</p>',
])('%s is no template, and is not used where it stands', (corpo) => {
  const template = { assunto: 'Oi', corpo };
  expect(strayAddresses(redefinicao, template)).toEqual([{ field: 'corpo', name: 'endereco' }]);
  expect(composed(redefinicao, template, { nome: 'Ana', endereco })).toEqual(
    composed(redefinicao, undefined, { nome: 'Ana', endereco }),
  );
});

it('an address stands apart from other words, and not in the subject', () => {
  for (const corpo of [
    '<p>Abra:<br>{{endereco}}</p>',
    '<p>Abra ({{endereco}}).</p>',
    '<ul><li><em>{{ endereco }}</em></li></ul>',
  ])
    expect(strayAddresses(redefinicao, { assunto: 'Oi', corpo })).toEqual([]);
  expect(strayAddresses(redefinicao, { assunto: '{{endereco}}', corpo: '<p>{{endereco}}</p>' })).toEqual([
    { field: 'assunto', name: 'endereco' },
  ]);
});

it('a space of another kind before an address is a plain one in the text', () => {
  const corpo = '<p>https://evil.example/?\ufeff{{endereco}}</p><p>Abra:&nbsp;{{endereco}}</p>';
  const { texto } = composed(redefinicao, { assunto: 'Oi', corpo }, { nome: 'Ana', endereco });
  expect(texto).toBe(`https://evil.example/? ${endereco}\n\nAbra: ${endereco}`);
});

it('a sign that stands for an address is none in a name, nor in a template', () => {
  const template = { assunto: '\u0001', corpo: '<p>https://evil.example/\u0001&#1;</p><p>{{endereco}} {{nome}}</p>' };
  const { assunto, texto, html } = composed(redefinicao, template, { nome: 'Ana \u0001', endereco });
  expect(assunto).toBe('');
  expect(texto).toBe(`https://evil.example/\n\n${endereco} Ana `);
  expect(html).not.toContain('\u0001');
});

it('a variable of very many spaces is looked at once', () => {
  const corpo = `<p>{{endereco}} {{${' '.repeat(300_000)}x</p>`;
  expect(strayAddresses(redefinicao, { assunto: `{{${' '.repeat(300_000)}`, corpo })).toEqual([]);
});

it('a variable without a value leaves no empty paragraph', () => {
  const recusa = defineMessage({
    id: 'captacao/recusa',
    title: 'Recusa',
    channels: ['mail'],
    variables: { nome: 'Nome', recado: 'Recado', onde: 'Onde' },
    subject: 'Sobre a vaga',
    text: 'Olá, {{nome}}.\n\n{{recado}}\n\nAté logo.\n{{onde}}',
  });
  const vazios = { nome: 'Ana', recado: '', onde: '' };
  expect(composed(recusa, undefined, vazios)).toEqual({
    assunto: 'Sobre a vaga',
    texto: 'Olá, Ana.\n\nAté logo.',
    html: '<p>Olá, Ana.</p><p>Até logo.</p>',
  });
  expect(composed(recusa, undefined, { ...vazios, recado: 'Um\n\n\ndia', onde: 'Aqui' }).texto).toBe(
    'Olá, Ana.\n\nUm\n\n\ndia\n\nAté logo.\nAqui',
  );
  const corpo = '<p>Olá, {{nome}}.</p><p><em>{{ recado }}</em></p><ul><li>{{onde}}</li></ul><p></p><p>Até logo.</p>';
  const own = composed(recusa, { assunto: 'Oi', corpo }, vazios);
  expect(own.texto).toBe('Olá, Ana.\n\nAté logo.');
  expect(own.html).not.toMatch(/<em>|<li>/);
  expect(composed(recusa, { assunto: 'Oi', corpo }, { ...vazios, recado: 'Um dia' }).html).toContain('<em>Um dia</em>');
});

const convite = defineMessage({
  id: 'pesquisa/convite',
  title: 'Convite',
  channels: ['mail'],
  variables: { prazo: 'Prazo', link: 'Endereço' },
  addresses: ['link'],
  subject: 'Pesquisa',
  text: '{{prazo}}\n\n{{link}}',
});

// The link is somebody's own: whoever has it answers in their place.
it.each([
  '<p>Responda aqui:</p>https://mau.example/?t=<p>{{prazo}}</p>{{link}}',
  'https://mau.example/?t=<p>{{prazo}}</p>{{link}}<br><p>{{prazo}}</p>.mau.example',
  '<blockquote>https://mau.example/?t=<p>{{prazo}}</p>{{link}}</blockquote>',
  '<ul><li>https://mau.example/?t=<ul><li>{{prazo}}</li></ul>{{link}}</li></ul>',
  '<h2>{{prazo}}</h2><ul><li>x<p>https://mau.example/?t=</p><ul><li>{{prazo}}</li></ul>{{link}}</li></ul>',
])('no host comes to stand before a personal link where nothing is left of a block: %s', (corpo) => {
  const template = { assunto: 'Oi', corpo };
  expect(strayAddresses(convite, template)).toEqual([]);
  const { texto, html } = composed(convite, template, { prazo: '', link: endereco });
  expect(texto.split(/\s+/)).toContain(endereco);
  expect(anchors(html)).toEqual([
    '<a href="https://mau.example/?t=">',
    '<a href="https://rh.exemplo.com.br/redefinir?token=a&amp;publico=b">',
  ]);
});

it('of nested lists only what says nothing goes', () => {
  const { texto, html } = composed(
    convite,
    {
      assunto: 'Oi',
      corpo:
        '<ul><li>{{prazo}}<ul><li>{{prazo}}</li></ul>Texto</li><li>{{prazo}}</li><li>Fim</li></ul><ol><li>{{prazo}}</li></ol>',
    },
    { prazo: '', link: endereco },
  );
  expect(html).toBe('<ul><li>\nTexto</li><li>Fim</li></ul>');
  expect(texto).toBe('- \nTexto\n- Fim');
});

it('what stands deep in lists goes in one walk, once for all letters that say nothing there', () => {
  const corpo = `${'<ul><li>'.repeat(20)}{{prazo}}${'</li></ul>'.repeat(20)}<p>{{link}}</p>${'<p>a</p>'.repeat(2_000)}`;
  const compose = composing(convite, { assunto: 'Oi', corpo });
  const before = process.cpuUsage();
  const letters = Array.from({ length: 500 }, () => compose({ prazo: '', link: endereco }));
  const { user } = process.cpuUsage(before);
  expect(new Set(letters.map(({ html }) => html)).size).toBe(1);
  expect(letters[0]?.html).not.toContain('<ul>');
  expect(compose({ prazo: 'Hoje', link: endereco }).html).toContain('<ul><li>Hoje</li></ul>');
  // 40 s where each letter walks through the template once for each list.
  expect(user / 1_000).toBeLessThan(8_000);
});

it('a quotation mark ends an address that becomes a link', () => {
  const corpo = '<p>https://mau.example/"onmouseover="alert(1)"style="position:fixed;inset:0" {{link}}</p>';
  expect(anchors(composed(convite, { assunto: 'Oi', corpo }, { prazo: '', link: endereco }).html)).toEqual([
    '<a href="https://mau.example/">',
    '<a href="https://rh.exemplo.com.br/redefinir?token=a&amp;publico=b">',
  ]);
});
