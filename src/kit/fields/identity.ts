import type { z } from 'zod';
import { caepf as CAEPF } from '#kit/br/caepf.ts';
import { cei as CEI } from '#kit/br/cei.ts';
import { cep as CEP } from '#kit/br/cep.ts';
import { cno as CNO } from '#kit/br/cno.ts';
import { cnpj as CNPJ } from '#kit/br/cnpj.ts';
import { cns as CNS } from '#kit/br/cns.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { pis as PIS } from '#kit/br/pis.ts';
import { processoAdministrativo } from '#kit/br/processo-administrativo.ts';
import { processoJudicial } from '#kit/br/processo-judicial.ts';
import { telefone as TELEFONE } from '#kit/br/telefone.ts';
import { tituloEleitor as TITULO } from '#kit/br/titulo-eleitor.ts';
import { field, type Kind, says } from './field.ts';
import { anyText } from './text.ts';

/** How one kind of number is checked, stored and shown. */
interface Identity {
  isValid(text: string): boolean;
  normalize(text: string): string;
  format(text: string): string;
  sample(n: number): string;
}

const processo: Identity = {
  isValid: (value) => processoJudicial.isValid(value) || processoAdministrativo.isValid(value),
  normalize: processoJudicial.normalize,
  format: (value) => (processoJudicial.normalize(value).length === 17 ? processoAdministrativo : processoJudicial).format(value),
  sample: processoJudicial.sample,
};

/** The numbers by kind of field; stored without their mask. */
export const identities = {
  cpf: CPF,
  cnpj: CNPJ,
  pis: PIS,
  cns: CNS,
  tituloEleitor: TITULO,
  cno: CNO,
  caepf: CAEPF,
  cei: CEI,
  cep: CEP,
  telefone: TELEFONE,
  processo,
} as const satisfies Partial<Record<Kind, Identity>>;

export type IdentityKind = keyof typeof identities;

export const isIdentity = (kind: Kind): kind is IdentityKind => kind in identities;

function identity(kind: IdentityKind, label: string, fault: string) {
  const { isValid, normalize } = identities[kind];
  const schema = anyText(label).trim().min(1, says(label)).max(40, fault).refine(isValid, fault).transform(normalize);
  return field(kind, label, schema as z.ZodType<string, string>);
}

export const cpf = (label = 'CPF') => identity('cpf', label, 'CPF inválido.');
export const cnpj = (label = 'CNPJ') => identity('cnpj', label, 'CNPJ inválido.');
export const pis = (label = 'PIS') => identity('pis', label, 'O número PIS é inválido');
/** The national health card. */
export const cns = (label = 'Cartão Nacional de Saúde (CNS)') => identity('cns', label, 'O número do CNS é inválido');
export const tituloEleitor = (label = 'Título de eleitor') =>
  identity('tituloEleitor', label, 'O número do título eleitoral é inválido');
export const cno = (label = 'CNO') => identity('cno', label, 'CNO inválido');
export const caepf = (label = 'CAEPF') => identity('caepf', label, 'CAEPF inválido');
export const cei = (label = 'CEI') => identity('cei', label, 'CEI inválido');
export const cep = (label = 'CEP') => identity('cep', label, 'CEP inválido');
export const telefone = (label = 'Telefone') => identity('telefone', label, 'Número inválido');
/** A judicial (20 digits, CNJ) or administrative (17, NUP) process. */
export const processoNumero = (label: string) => identity('processo', label, 'Número de processo inválido');
