import { expect, test } from 'vitest';
import { presentOf } from './side-menu.web.tsx';

const items = [
  { titulo: 'Talentos', caminho: '/gestao-talentos/talentos' },
  { titulo: 'Importação de Talentos', caminho: '/gestao-talentos/talentos/importacao-colaborador' },
  { titulo: 'Ocorrências', caminho: '/gestao-talentos/ocorrencias' },
  { titulo: 'Providências da Ocorrência', caminho: '/gestao-talentos/ocorrencia-providencia' },
];

test.each([
  ['/gestao-talentos/talentos', 'Talentos'],
  ['/gestao-talentos/talentos/113', 'Talentos'],
  ['/gestao-talentos/talentos/importacao-colaborador', 'Importação de Talentos'],
  ['/gestao-talentos/ocorrencias', 'Ocorrências'],
  ['/gestao-talentos/ocorrencia', undefined],
])('%s belongs to one item of the menu: %s', (path, titulo) => {
  const found = presentOf(items, path);
  expect(items.find(({ caminho }) => caminho === found)?.titulo).toBe(titulo);
});
