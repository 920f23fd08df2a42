import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { semOpcionaisObrigatorios } from '../talentos/configuraveis.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { racasOferecidas } from './codigos.ts';

const hoje = '2026-11-20';
const base = {
  nome: 'Ana Souza',
  cpf: '529.982.247-25',
  sexo: 'F',
  vinculo: 'E',
  dataAdmissao: '2020-01-10',
  historicos: [{ data: '2020-01-10', motivo: 'C', areaOrganizacional: 1, faixaSalarial: 1, tipoSalario: '1' }],
};

/** Faults as the form, the API and the import hear them. */
function faltas(
  more: Record<string, unknown>,
  settings: Record<string, unknown> = {},
  before?: Record<string, unknown>,
): string[] {
  const result = check(talentos, { ...base, ...more }, { today: hoje, settings, can: program, ...(before ? { before } : {}) });
  return result.ok ? [] : result.issues.map(({ field, message }) => `${field}: ${message}`);
}
const valor = (more: Record<string, unknown>) => {
  const result = check(talentos, { ...base, ...more }, { today: hoje, settings: {}, can: program });
  return result.ok ? (result.value as Record<string, unknown>) : {};
};

const experiencia = { empresa: 'Aurora', dataAdmissao: '2015-01-05' };
const certificado = { titulo: 'NR-10', organizacao: 'SENAI', tipo: 'Curso', dataInicio: '2024-01-01', dataFim: '2024-01-05' };
const formacao = { areaFormacao: 1, curso: 'Direito', local: 'UFC', tipo: 'GRADUACAO', situacao: 'COMPLETO' };

it('takes the least that a talent needs', () => expect(faltas({})).toEqual([]));

describe('person', () => {
  it('RUL-051: race 9 is offered only to whom it describes already', () => {
    expect(Object.keys(racasOferecidas('2'))).not.toContain('9');
    expect(Object.keys(racasOferecidas('9'))).toContain('9');
  });
  it('RUL-104: the check digit of PIS', () => expect(faltas({ pis: '12345678901' })).toEqual(['pis: O número PIS é inválido']));
  it.each([
    ['RUL-105', { ddd: '8', foneFixo: '32221100' }, ['ddd: Inválido']],
    ['RUL-105', { dddCelular: '085', foneCelular: '988887777' }, ['dddCelular: Inválido']],
    ['RUL-106', { ddd: '85', foneFixo: '3222110' }, ['foneFixo: Inválido']],
    ['RUL-107', { dddCelular: '85', foneCelular: '88887777' }, ['foneCelular: Inválido']],
    ['RUL-106', { ddd: '85', foneFixo: '3222-1100' }, []],
    ['RUL-107', { foneCelular: '988887777' }, ['dddCelular: Informe o DDD do celular']],
    ['RUL-106', { ddd: '85' }, ['foneFixo: Informe o número do telefone fixo']],
  ])('%s: %j', (_id, more, expected) => expect(faltas(more)).toEqual(expected));
  it('RUL-109: relatives are told when there are some', () => {
    expect(faltas({ possuiParentes: true })).toEqual(['parentesAmigos: Parentes ou amigos na empresa são obrigatórios']);
    expect(faltas({ possuiParentes: true, parentesAmigos: 'José, primo' })).toEqual([]);
  });
  it('RUL-111: repeated and wrong CPF digits', () => {
    expect(faltas({ cpf: '111.111.111-11' })).toEqual(['cpf: CPF inválido.']);
    expect(faltas({ cpf: '529.982.247-26' })).toEqual(['cpf: CPF inválido.']);
  });
  it('RUL-112: sex is required', () => expect(faltas({ sexo: null })).toEqual(['sexo: Sexo é obrigatório']));
  it.each([
    ['RUL-113', 'uf', 'Estado é obrigatório'],
    ['RUL-114', 'cidade', 'Cidade é obrigatória'],
    ['RUL-115', 'logradouro', 'Logradouro é obrigatório'],
    ['RUL-116', 'numero', 'Número é obrigatório'],
    ['RUL-117', 'bairro', 'Bairro é obrigatório'],
  ])('%s: an address is whole or there is none', (_id, field, message) => {
    const endereco = { logradouro: 'Rua A', numero: '1', bairro: 'Centro', uf: 1, cidade: 1 };
    expect(faltas(endereco)).toEqual([]);
    expect(faltas({ ...endereco, [field]: null })).toEqual([`${field}: ${message}`]);
    expect(faltas({}, { camposColaboradorObrigatorio: [field] })).toEqual([`${field}: ${message}`]);
  });
  it('RUL-116, RUL-118: number up to 10 characters, complement up to 30', () => {
    const endereco = { logradouro: 'Rua A', bairro: 'Centro', uf: 1, cidade: 1 };
    expect(faltas({ ...endereco, numero: '12345678901' })).toHaveLength(1);
    expect(faltas({ ...endereco, numero: '1', complemento: 'x'.repeat(31) })).toHaveLength(1);
  });
  it('empties what its question no longer asks', () =>
    expect(valor({ pagaPensao: false, quantidade: 2, valor: 300, nacionalidade: 'B', paisNacionalidade: 'Peru' })).toMatchObject({
      quantidade: null,
      valor: null,
      paisNacionalidade: null,
    }));
  it('asks which disabilities a multiple one is made of', () =>
    expect(faltas({ deficiencia: 'U', deficienciasMultiplas: ['F'] })).toEqual([
      'deficienciasMultiplas: Informe ao menos dois tipos de deficiência',
    ]));
});

describe('authorities', () => {
  const before = { rg: '123', etniaRaca: '2', deficiencia: 'F', cotaPcd: true, dependentes: [{ id: 5, cpf: '39053344705' }] };
  const dependente = { id: 5, nome: 'Davi', dataNascimento: '2018-05-04', parentesco: '03' };
  it('keeps what somebody may not see, whatever they send', () => {
    const given = {
      ...base,
      rg: 'outro',
      etniaRaca: null,
      deficiencia: 'N',
      cotaPcd: false,
      dependentes: [{ ...dependente, cpf: null }],
    };
    const result = check(talentos, given, { today: hoje, settings: {}, before, can: () => false });
    expect(result).toMatchObject({
      ok: true,
      value: { rg: '123', etniaRaca: '2', deficiencia: 'F', cotaPcd: true, dependentes: [{ cpf: '39053344705' }] },
    });
  });
  it('lets who may see them change them', () => {
    const result = check(
      talentos,
      { ...base, rg: 'outro', deficiencia: 'N' },
      { today: hoje, settings: {}, before, can: () => true },
    );
    expect(result).toMatchObject({ ok: true, value: { rg: 'outro', deficiencia: 'N', cotaPcd: false } });
  });
});

describe('education', () => {
  it.each([
    ['RUL-127', 'areaFormacao', 'Selecione a Área de Formação'],
    ['RUL-128', 'curso', 'Curso é obrigatório'],
    ['RUL-129', 'local', 'Instituição é obrigatória'],
    ['RUL-130', 'tipo', 'Tipo é obrigatório'],
    ['RUL-131', 'situacao', 'Situação é obrigatória'],
  ])('%s', (_id, field, message) => {
    expect(faltas({ formacoes: [formacao] })).toEqual([]);
    expect(faltas({ formacoes: [{ ...formacao, [field]: null }] })).toEqual([`formacoes.0.${field}: ${message}`]);
  });
  it('RUL-049: the end is free text of 20 characters', () =>
    expect(faltas({ formacoes: [{ ...formacao, conclusao: 'x'.repeat(21) }] })).toEqual([
      'formacoes.0.conclusao: Conclusão deve ter no máximo 20 caracteres',
    ]));
  it.each([
    ['12/2015', []],
    ['previsto para 2027', []],
    ['13/2015', ['formacoes.0.conclusao: Mês inválido']],
    ['0/2015', ['formacoes.0.conclusao: Mês inválido']],
  ])('RUL-049: a month is one of twelve: %s', (conclusao, expected) =>
    expect(faltas({ formacoes: [{ ...formacao, conclusao }] })).toEqual(expected),
  );
});

describe('languages', () => {
  const idioma = { id: 7, idioma: 1, nivel: 'BASICO' };
  it('RUL-132, RUL-133: language and level are required', () =>
    expect(faltas({ idiomas: [{}] })).toEqual([
      'idiomas.0.idioma: Idioma é obrigatório',
      'idiomas.0.nivel: Nível é obrigatório',
    ]));
  it('RUL-134: a saved language is locked', () => {
    const before = { idiomas: [{ id: 7, idioma: { id: 1, nome: 'Inglês' }, nivel: 'BASICO' }] };
    expect(faltas({ idiomas: [{ ...idioma, nivel: 'AVANCADO' }] }, {}, before)).toEqual([]);
    expect(faltas({ idiomas: [{ ...idioma, idioma: 2 }] }, {}, before)).toEqual([
      'idiomas.0.idioma: O idioma não pode ser trocado: remova este e adicione o outro',
    ]);
    expect(faltas({ idiomas: [idioma, { ...idioma, id: null }] })).toEqual(['idiomas.1.idioma: Idioma já adicionado']);
  });
});

describe('experience', () => {
  it.each([
    ['RUL-120', { empresa: null }, 'empresa: Empresa é obrigatória'],
    ['RUL-122', { checkNomeCargo: true }, 'nomeMercado: Outro cargo é obrigatório'],
    ['RUL-123', { dataAdmissao: null }, 'dataAdmissao: Data de Admissão é obrigatória'],
    ['RUL-124', { dataAdmissao: '2026-11-21' }, 'dataAdmissao: A data de admissão deve ser igual ou anterior à data atual'],
    ['RUL-125', { dataDesligamento: '2015-01-04' }, 'dataDesligamento: Data de desligamento inferior à data de admissão.'],
    ['RUL-126', { motivoSaida: 'x'.repeat(101) }, 'motivoSaida: Motivo da saída deve ter no máximo 100 caracteres'],
  ])('%s', (_id, more, expected) => {
    expect(faltas({ experiencias: [experiencia] })).toEqual([]);
    expect(faltas({ experiencias: [{ ...experiencia, ...more }] })).toEqual([`experiencias.0.${expected}`]);
  });
  it('RUL-121, RUL-326: the position is asked when configured, unless it is free text', () => {
    const settings = { camposColaboradorObrigatorio: ['cargoExperiencia'] };
    expect(faltas({ experiencias: [experiencia] }, settings)).toEqual(['experiencias.0.cargo: Cargo é obrigatório']);
    expect(faltas({ experiencias: [{ ...experiencia, checkNomeCargo: true, nomeMercado: 'Torneiro' }] }, settings)).toEqual([]);
  });
  it('RUL-110, RUL-327: an entry is asked when configured, unless it is the first job', () => {
    const settings = { camposColaboradorObrigatorio: ['experiencias'] };
    expect(faltas({}, settings)).toEqual(['experiencias: Experiências profissionais são obrigatórias']);
    expect(faltas({ primeiroEmprego: true }, settings)).toEqual([]);
  });
  it('RUL-068: the first job leaves no experiences', () =>
    expect(valor({ primeiroEmprego: true, experiencias: [experiencia] }).experiencias).toEqual([]));
});

describe('certificates', () => {
  it.each([
    ['RUL-328', { titulo: null }, 'titulo: Título é obrigatório'],
    ['RUL-328', { organizacao: null }, 'organizacao: Organização é obrigatória'],
    ['RUL-328', { tipo: null }, 'tipo: Tipo é obrigatório'],
    ['RUL-329', { dataInicio: null }, 'dataInicio: Data de início é obrigatória'],
    ['RUL-329', { dataFim: null }, 'dataFim: Data de término é obrigatória'],
    ['RUL-330', { cargaHorariaDiaria: 24.5 }, 'cargaHorariaDiaria: Carga horária diária não pode ser maior que 24 horas'],
    [
      'RUL-331',
      { cargaHorariaDiaria: 8, cargaHorariaTotal: 4 },
      'cargaHorariaTotal: Carga horária total não pode ser menor que a carga horária diária',
    ],
  ])('%s', (_id, more, expected) => {
    expect(faltas({ certificados: [certificado] })).toEqual([]);
    expect(faltas({ certificados: [{ ...certificado, ...more }] })).toEqual([`certificados.0.${expected}`]);
  });
  it('RUL-329: a course under way needs no dates', () =>
    expect(faltas({ certificados: [{ ...certificado, emAndamento: true, dataInicio: null, dataFim: null }] })).toEqual([]));
});

describe('settings of an import that ignores what is only asked by configuration', () => {
  const exigente = {
    camposColaboradorObrigatorio: ['email'],
    campoExtraColaborador: true,
    camposExtras: [{ campo: 'texto1', titulo: 'Camisa', ordem: 1, ativoColaborador: true, obrigatorioColaborador: true }],
  };
  it('asks neither configured fields nor extra ones, and takes an address in part', () => {
    expect(faltas({ bairro: 'Centro' }, exigente)).toContain('email: E-mail é obrigatório');
    expect(faltas({ bairro: 'Centro' }, exigente)).toContain('logradouro: Logradouro é obrigatório');
    expect(faltas({ email: 'a@b.co' }, exigente)).toEqual(['texto1: Camisa é obrigatório']);
    expect(faltas({ bairro: 'Centro' }, semOpcionaisObrigatorios(exigente))).toEqual([]);
  });
});

describe('a record from before the company asked for more', () => {
  const exigente = {
    camposColaboradorObrigatorio: ['rg', 'email', 'experiencias', 'cargoExperiencia', 'logradouro'],
    campoExtraColaborador: true,
    camposExtras: [{ campo: 'texto1', titulo: 'Camisa', ordem: 1, ativoColaborador: true, obrigatorioColaborador: true }],
  };
  const antes = { email: 'a@b.co', rg: null, texto1: '', experiencias: [], logradouro: null, cidade: { id: 1, nome: 'Sobral' } };
  it('is saved without what it went without', () => expect(faltas({ email: 'c@d.co', cidade: 1 }, exigente, antes)).toEqual([]));
  it('does not lose what is asked', () =>
    expect(faltas({ cidade: 1 }, exigente, antes)).toEqual(['email: E-mail é obrigatório']));
  it('says the whole address once another is said', () =>
    expect(faltas({ email: 'a@b.co', cidade: 2 }, exigente, antes)).toContain('logradouro: Logradouro é obrigatório'));
  it('keeps an experience without the position that is asked of new ones', () => {
    const experiencia = { empresa: 'Porto', dataAdmissao: '2015-01-05', checkNomeCargo: false };
    const todas = { email: 'a@b.co', cidade: 1, experiencias: [{ ...experiencia, id: 7 }, experiencia] };
    expect(faltas(todas, exigente, { ...antes, experiencias: [{ ...experiencia, id: 7 }] })).toEqual([
      'experiencias.1.cargo: Cargo é obrigatório',
    ]);
  });
});

describe('dependants', () => {
  const dependente = { nome: 'Bia', cpf: '111.444.777-35', dataNascimento: '2020-01-01', parentesco: '03' };
  it.each([
    [{ dataNascimento: '2030-01-01' }, 'dataNascimento: Data de nascimento posterior à data atual.'],
    [{ cpf: base.cpf }, 'cpf: CPF repetido'],
  ])('%j', (more, expected) => {
    expect(faltas({ dependentes: [dependente] })).toEqual([]);
    expect(faltas({ dependentes: [{ ...dependente, ...more }] })).toEqual([`dependentes.0.${expected}`]);
  });
  it('no two have one CPF', () =>
    expect(faltas({ dependentes: [dependente, dependente] })).toEqual(['dependentes.1.cpf: CPF repetido']));
});

describe('extra fields', () => {
  const campo = { campo: 'texto1', titulo: 'Tamanho da camisa', ordem: 1, ativoColaborador: true, obrigatorioColaborador: true };
  it('RUL-101: a required extra field is called by its title', () =>
    expect(faltas({}, { campoExtraColaborador: true, camposExtras: [campo] })).toEqual([
      'texto1: Tamanho da camisa é obrigatório',
    ]));
  it('asks nothing where the company does not use them', () => {
    expect(faltas({}, { campoExtraColaborador: false, camposExtras: [campo] })).toEqual([]);
    expect(valor({ texto1: 'GG' }).texto1).toBeNull();
  });
});

describe('payroll integration', () => {
  const before = { codigoAC: 'P1', cpf: '52998224725', matricula: null, vinculo: 'E', dataAdmissao: '2020-01-10' };
  it('locks what the personnel system owns', () => {
    expect(faltas({ codigoAC: 'P1', matricula: '9' }, { acIntegra: true }, before)).toEqual([
      'matricula: Este campo vem do sistema de pessoal e não pode ser alterado aqui.',
    ]);
    expect(faltas({ matricula: '9' }, { acIntegra: false }, before)).toEqual([]);
  });
});
