import { bare } from '#kit/fields/bare.ts';
import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Fields, having, optional } from '#kit/fields/field.ts';
import { telefone } from '#kit/fields/identity.ts';
import { money } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import type { ImportColumns } from '#kit/import/import.ts';
import { rowsIn } from '#kit/registry/record.ts';
import { VER_SALARIO } from '../pessoa/sensiveis.ts';
import { motivos } from './codigos.ts';
import { semOpcionaisObrigatorios } from './configuraveis.ts';

/** The columns of a spreadsheet of employees about their position. */
const fields = {
  areaOrganizacional: having(optional(ref('Área Organizacional', 'cargo-salario/areas-organizacionais')), {
    alsoCalled: ['Área', 'Setor', 'Departamento', 'Depto.', 'Seção', 'Lotação', 'Centro de custo'],
  }),
  faixaSalarial: having(optional(ref('Faixa Salarial', 'cargo-salario/faixas-salariais')), {
    alsoCalled: ['Cargo', 'Cargo/Função', 'Função/Cargo', 'Cargo atual', 'Faixa'],
  }),
  estabelecimento: having(optional(ref('Estabelecimento', 'utilitario/estabelecimentos')), {
    alsoCalled: ['Unidade', 'Filial', 'Loja'],
  }),
  ambiente: optional(ref('Ambiente', 'sst/ambientes')),
  funcao: optional(ref('Função', 'sst/funcoes')),
  dataHistorico: optional(date('Data do cargo')),
  motivo: optional(choice('Motivo', motivos)),
  salario: having(optional(money('Salário')), {
    sensitive: VER_SALARIO,
    alsoCalled: ['Salário base', 'Salário atual', 'Salário mensal', 'Salário nominal', 'Remuneração', 'Vencimentos'],
  }),
  telefone: having(optional(telefone('Telefone')), { alsoCalled: ['Fone', 'Tel', 'Contato'] }),
  celular: having(optional(telefone('Telefone celular')), { alsoCalled: ['Celular', 'Cel.', 'WhatsApp'] }),
} satisfies Fields;

type Registro = Readonly<Record<string, unknown>>;

/** An entry of the history, as it is read or as the form sends it. */
interface Linha extends Registro {
  data?: unknown;
}

/**
 * Spreadsheets hold a telephone in one cell: area code and number, a landline by eight digits, a mobile by nine. A column called
 * 'Celular' or 'Telefone fixo' fills the form's own number, and may hold the area code too; an area code in a column of its own
 * wins.
 */
function contato(input: Registro): Registro {
  const partes: Record<string, unknown> = {};
  const digitosDe = (nome: string) => (typeof input[nome] === 'string' ? input[nome].replace(/\D/g, '') : '');
  for (const nome of ['telefone', 'celular']) {
    const digitos = digitosDe(nome);
    if (digitos.length === 11) Object.assign(partes, { dddCelular: digitos.slice(0, 2), foneCelular: digitos.slice(2) });
    else if (digitos.length === 10) Object.assign(partes, { ddd: digitos.slice(0, 2), foneFixo: digitos.slice(2) });
  }
  for (const [ddd, fone, quantos] of [
    ['dddCelular', 'foneCelular', 11],
    ['ddd', 'foneFixo', 10],
  ] as const) {
    const digitos = digitosDe(fone);
    if (digitos.length === quantos && !dita(input[ddd]))
      Object.assign(partes, { [ddd]: digitos.slice(0, 2), [fone]: digitos.slice(2) });
  }
  return partes;
}

const mesmo = (a: unknown, b: unknown) => (bare(a) ?? null) === (bare(b) ?? null);
const dita = (value: unknown) => value !== null && value !== undefined && value !== '';

/** The fields of an entry that a row may change, except reason and date. */
const mudancas = ['areaOrganizacional', 'faixaSalarial', 'estabelecimento', 'ambiente', 'funcao', 'salario'] as const;

const historicosDe = (registro: Registro): Linha[] => rowsIn(registro, 'historicos');

/** The entry in force on a day: the last that has begun, or the first of all. */
function vigenteEm(linhas: readonly Linha[], dia: string): Linha | undefined {
  const emOrdem = linhas.toSorted((a, b) => String(a.data).localeCompare(String(b.data)));
  return emOrdem.findLast(({ data }) => typeof data === 'string' && data <= dia) ?? emOrdem[0];
}

/** True when the entry already has every value of the row's position. */
function diz(input: Registro, linha: Linha, salarioAtual: unknown): boolean {
  return mudancas.every((nome) => {
    if (!Object.hasOwn(input, nome)) return true;
    if (nome !== 'salario') return mesmo(input[nome], linha[nome]);
    const presente = linha.tipoSalario === '3' ? linha.salario : salarioAtual;
    return Number(input.salario) === Number(presente ?? Number.NaN);
  });
}

const ultimaData = '9999-12-31';

/** The past or present entry that the row would contradict or follow. */
function comparada(input: Registro, before: Registro): { linha: Linha | undefined; atual: boolean } {
  const linhas = historicosDe(before);
  const dia = dita(input.dataHistorico) ? String(input.dataHistorico) : ultimaData;
  const linha = vigenteEm(linhas, dia);
  return { linha, atual: linha === vigenteEm(linhas, ultimaData) };
}

function motivoDe(input: Registro, linha: Linha): keyof typeof motivos {
  const mudou = (nome: (typeof mudancas)[number]) => Object.hasOwn(input, nome) && !mesmo(input[nome], linha[nome]);
  if (mudou('faixaSalarial')) return 'P';
  if (mudou('areaOrganizacional') || mudou('estabelecimento')) return 'T';
  return Object.hasOwn(input, 'salario') ? 'R' : 'O';
}

function primeira(input: Registro): Linha {
  return {
    data: dita(input.dataHistorico) ? input.dataHistorico : input.dataAdmissao,
    motivo: dita(input.motivo) ? input.motivo : 'C',
    areaOrganizacional: input.areaOrganizacional,
    faixaSalarial: input.faixaSalarial,
    estabelecimento: dita(input.estabelecimento) ? input.estabelecimento : null,
    ambiente: dita(input.ambiente) ? input.ambiente : null,
    funcao: dita(input.funcao) ? input.funcao : null,
    tipoSalario: dita(input.salario) ? '3' : '1',
    indice: null,
    quantidadeIndice: null,
    salario: dita(input.salario) ? input.salario : null,
  };
}

/**
 * The first entry of a new talent begins on the admission; a later date of the position adds a second entry with the same values.
 */
function primeiras(input: Registro): Linha[] {
  const linha = primeira(input);
  const admissao = input.dataAdmissao;
  if (!dita(admissao) || String(linha.data) <= String(admissao)) return [linha];
  return [{ ...linha, data: admissao, motivo: 'C' }, dita(input.motivo) ? linha : { ...linha, motivo: 'O' }];
}

/** A further entry: values that the row lacks are copied from the present one. */
function seguinte(input: Registro, linha: Linha): Linha {
  const { id: _id, ate: _ate, ...mantida } = linha;
  const dela = Object.fromEntries(mudancas.filter((nome) => Object.hasOwn(input, nome)).map((nome) => [nome, input[nome]]));
  const salario = Object.hasOwn(dela, 'salario') ? { tipoSalario: '3', indice: null, quantidadeIndice: null } : {};
  return {
    ...mantida,
    ...dela,
    ...salario,
    data: String(input.dataHistorico),
    motivo: dita(input.motivo) ? input.motivo : motivoDe(input, linha),
  };
}

const falaDoCargo = (input: Registro) => mudancas.some((nome) => Object.hasOwn(input, nome));

/**
 * Columns of area, band, establishment and salary become an entry of the history: the first one of a new talent; for an existing
 * talent a further entry on the row's date, only when something changes. Past entries are never overwritten. A salary in the row
 * is an amount of its own (type 3); without it the band decides (type 1).
 */
export const importacaoDeTalentos: ImportColumns = {
  fields,
  // The first entry of a history says both.
  needed: ['areaOrganizacional', 'faixaSalarial'],
  compose(input, before) {
    const own = Object.entries(input).filter(([name]) => !Object.hasOwn(fields, name));
    const record = { ...Object.fromEntries(own), ...contato(input) };
    if (!before) return { ...record, historicos: falaDoCargo(input) ? primeiras(input) : [] };
    if (!falaDoCargo(input)) return record;
    const { linha, atual } = comparada(input, before);
    if (!linha) return { ...record, historicos: primeiras({ ...before, ...input }) };
    if (diz(input, linha, atual ? before.salarioAtual : null) || !dita(input.dataHistorico)) return record;
    return { ...record, historicos: [...historicosDe(before), seguinte(input, linha)] };
  },
  *faults(input, before) {
    const { linha, atual } = comparada(input, before);
    if (!linha || !falaDoCargo(input) || diz(input, linha, atual ? before.salarioAtual : null)) return;
    if (!dita(input.dataHistorico))
      yield {
        campo: 'dataHistorico',
        mensagem: 'Informe a Data do cargo: a partir de quando vale a mudança de cargo, lugar ou salário?',
      };
    else if (linha.data === input.dataHistorico)
      yield {
        campo: 'dataHistorico',
        mensagem:
          'Já existe um histórico nesta data, com outros dados. O que passou não é alterado pela importação: corrija-o no cadastro.',
      };
  },
  blame(path, input) {
    const name = /^historicos(?:\.\d+\.(\w+))?/.exec(path)?.[1];
    if (name === undefined) return path.startsWith('historicos') ? 'faixaSalarial' : undefined;
    // Without a date of its own the first entry begins on the day of admission, and a fault of its date is one of that column.
    if (name === 'data') return dita(input.dataHistorico) ? 'dataHistorico' : 'dataAdmissao';
    return Object.hasOwn(fields, name) ? name : 'faixaSalarial';
  },
  // Both roots of the spec answer (CALL-179).
  addresses: ['gestao-talentos/talentos', 'cargo-salario/colaboradores'].map((root) => `/api/${root}/importa-colaboradores`),
  relax: semOpcionaisObrigatorios,
};
