import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { alreadyThere, bytes, composed, fold, isWellFormedText, obrigatorio, visible } from './text.ts';

it.each([
  [['CPF'], 'este CPF'],
  [['Matrícula'], 'esta Matrícula'],
  [['Áreas'], 'estas Áreas'],
  [['Cargos'], 'estes Cargos'],
  [['Talento', 'Matrícula'], 'este Talento e esta Matrícula'],
])('of what stands already, each of %j is named in its gender and number', (labels, named) => {
  expect(alreadyThere(labels)).toBe(`Já existe um registro com ${named}`);
});

describe('fold', () => {
  it.each([
    ['Ação', 'acao'],
    ['  JOSÉ   da\tSilva\n', 'jose da silva'],
    ['Ônix', 'onix'],
    ['acao\u0303', 'acao'],
    ['pingüim ÇÑ', 'pinguim cn'],
    ['', ''],
  ])('%j is found as %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is stable, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
    expect(fold(undefined as unknown as string)).toBe('');
    expect(fold('é'.repeat(100_000))).toHaveLength(100_000);
  });

  it('ends soon, however many marks a sign has', () => {
    expect(fold(`á${'\u0301\u0316'.repeat(500_000)}b`)).toBe('ab');
  });
});

describe('composed', () => {
  it('is the text with composed accents', () => {
    expect(composed('ac\u0327a\u0303o')).toBe('ação');
    expect(composed(`a${'\u0301'.repeat(30)}`)).toBe(`á${'\u0301'.repeat(29)}`);
  });

  it('ends soon, however many marks a sign has: those beyond thirty are dropped', () => {
    expect(composed(`a${'\u0301\u0316'.repeat(500_000)}b`)).toBe(composed(`a${'\u0301\u0316'.repeat(15)}b`));
  });
});

describe('isWellFormedText', () => {
  it('accepts any text a database keeps', () => {
    for (const text of ['', 'ação', '👩🏽‍🏭', 'a\nb\tc', '\u200b']) expect(isWellFormedText(text)).toBe(true);
  });

  it('refuses a sign with more marks than any script has', () => {
    expect(isWellFormedText(`a${'\u0301'.repeat(30)}b`)).toBe(true);
    for (const text of [`a${'\u0301'.repeat(31)}`, `ação ${'\u0e31'.repeat(200_000)}`])
      expect(isWellFormedText(text)).toBe(false);
  });

  it('refuses NUL, halves of surrogate pairs and what is no text', () => {
    for (const text of ['a\0b', '\ud83d', 'x\udc00y', 5 as unknown as string]) expect(isWellFormedText(text)).toBe(false);
  });
});

describe('obrigatorio', () => {
  const labels = (text: string) => text.split('|');

  it.each(
    labels(
      'Data|Data de Admissão|Data de início do período|Data da realização|data a partir de|A partir de|Área|Descrição|Situação|Vacina|Cidade|Quantidade|Cor|Imagem|Foto|' +
        'Pergunta|meta em horas|Senha|Empresa|Função|Faixa Salarial|Razão Social|Matrícula|Mãe|Mão de obra|Certidão|Questão|Região|Reunião|Origem|Ordem|Classe|Base|Dose|' +
        'Análise|Equipe|Filial|Matriz|Raiz|Turma|Norma|Fonte Geradora|Sede|Série|Idade mínima|UF|CNH|CTPS|CAT|CIPA|CBO|Raça/Cor|Nova senha|Atividade|Gravidade|Auto-avaliação|' +
        'A data *|Gravidez|Conexão|Entrevista|Lista de presença',
    ),
  )('%s é obrigatória', (label) => {
    expect(obrigatorio(label)).toBe(`${label.replace(' *', '')} é obrigatória`);
  });

  it.each(
    labels(
      'Nome|CPF|CNPJ|CNS|PIS|CEP|CA|Nº do CA|Cargo|Nível|Idioma|E-mail|Dia|Programa|Estado|Talento|Motivo|Tipo de avaliação|Tipo de Risco|Valor|Título|Telefone|Órgão|Cartão|Balcão|Botão|' +
        'Padrão|Sistema|Problema|Organograma|Motorista|Mês|Mês/Ano|País|Status|Lote|Ambiente|Limite|Interesse|Repasse|Percentual|Responsável|Setor|Índice|Gestor|Mapa|Exame|Curso|Homem|Item|Campo',
    ),
  )('%s é obrigatório', (label) => {
    expect(obrigatorio(label)).toBe(`${label} é obrigatório`);
  });

  it.each(
    labels(
      'Áreas Organizacionais|Funções|Vacinas|Doses|Cores|Imagens|Questões|Classes|Matrizes|Férias|Fontes|As datas|Equipes|Capitais|Mães',
    ),
  )('%s são obrigatórias', (label) => {
    expect(obrigatorio(label)).toBe(`${label} são obrigatórias`);
  });

  it.each(
    labels(
      'Cargos|Idiomas|Dias|Níveis|Itens|Valores|Setores|Meses|Países|Cartões|Exames|Papéis|Lençóis|EPIs|Talentos|Responsáveis|Programas',
    ),
  )('%s são obrigatórios', (label) => {
    expect(obrigatorio(label)).toBe(`${label} são obrigatórios`);
  });

  it('says something sensible without a label, and never throws', () => {
    expect([obrigatorio(''), obrigatorio('  * '), obrigatorio(null as unknown as string)]).toEqual(
      Array(3).fill('Campo é obrigatório'),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(obrigatorio(text)).toMatch(/ (?:é obrigatóri[oa]|são obrigatóri[oa]s)$/);
      }),
    );
  });
});

describe('bytes', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Byte'],
    [1023, '1.023 Bytes'],
    [1024, '1 KB'],
    [1536, '1,5 KB'],
    [1_048_575, '1 MB'],
    [10 * 1024 ** 2, '10 MB'],
    [5 * 1024 ** 3, '5 GB'],
    [2048 * 1024 ** 3, '2.048 GB'],
    [-1, '0 Bytes'],
    [Number.NaN, '0 Bytes'],
  ])('%d are %s', (n, text) => {
    expect(bytes(n)).toBe(text);
  });
});

it('marks that stood behind unseen signs are no more than thirty of a letter, in what is seen of a text', () => {
  const hidden = `a${`${'\u0301\u0316'.repeat(15)}\u00ad`.repeat(40)}`;
  expect(isWellFormedText(hidden)).toBe(true);
  expect(visible(hidden)).toBe(`a${'\u0301\u0316'.repeat(15)}`);
});
