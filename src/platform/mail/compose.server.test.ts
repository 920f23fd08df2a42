import { expect, it } from 'vitest';
import { defineMessage } from '#kit/message/message.ts';
import { composed } from './compose.server.ts';

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
  const inside = composed(
    redefinicao,
    { assunto: 'Oi', corpo: '<a href="https://aurora.exemplo/a">{{endereco}}</a>' },
    { nome: '', endereco },
  );
  expect(anchors(inside.html)).toHaveLength(1);
});
