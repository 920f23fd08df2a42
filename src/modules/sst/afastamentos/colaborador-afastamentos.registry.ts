import { z } from 'zod';
import { addDays, isDate } from '#kit/br/date.ts';
import { byName } from '#kit/fields/by-name.ts';
import { choice, yesNo } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Field, type Fields, field, having, optional, readOnly } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { cnpj } from '#kit/fields/identity.ts';
import { integer } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import {
  type CampoDaClasse,
  type Classe,
  cabe,
  camposDaClasse,
  classes,
  exige,
  pagadores,
  papeisDaCessao,
  situacoesDaIntegracao,
  tiposDeAcidente,
} from './classes.ts';
import { faltasDoAfastamento, integracaoDoAfastamento } from './colaborador-afastamentos.rules.ts';

const CID = text('CID', 4);
/** Three or four places, no dot: a letter, two digits, and one more place. */
const cid = {
  ...CID,
  schema: CID.schema
    .transform((value) => value.toUpperCase())
    .refine((value) => /^[A-Z]\d{2}[0-9X]?$/.test(value), 'CID inválido'),
};

const semInicio = 'Data de início do período é obrigatória.';
const inicio = field(
  'date',
  'Data de início do período',
  z
    .string(semInicio)
    .min(1, semInicio)
    .refine((value) => value === '' || (isDate(value) && value >= '1900' && value < '2200'), 'Data inválida'),
);

/**
 * The reason of an absence is health data, or reveals a union's office, or reveals by exclusion (LGPD, art. 5, II): others see
 * only the days.
 */
const doMotivo = <F extends Field>(one: F) => having(one, { sensitive: 'ROLE_VER_SAUDE' });

/** 'Ana – Doença – de 01/03/2026 a 10/03/2026' → 'Ana – de 01/03/2026 a 10/03/2026' */
const semMotivo = (resumo: string): string => resumo.replace(/^(.*?) – .* – (de|desde) (?=\d)/, '$1 – $2 ');

const fields = {
  colaborador: ref('Talento', 'gestao-talentos/talentos'),
  afastamento: doMotivo(ref('Motivo', 'sst/afastamentos')),
  // Follows from the reason; the form shows it, the server computes it.
  classe: doMotivo(optional(choice('Classe', classes))),
  inicio,
  fim: having(optional(date('Data de fim do período')), { hint: 'Vazia: o afastamento ainda não terminou.' }),
  tipoAcidente: doMotivo(having(optional(choice('Acidente de trânsito', tiposDeAcidente)), { hint: 'Somente se houve.' })),
  cid: doMotivo(having(optional(cid), { hint: '3 ou 4 caracteres, sem ponto.' })),
  cnpj: doMotivo(optional(cnpj())),
  papelCessao: doMotivo(optional(choice('Ônus da cessão ou requisição', papeisDaCessao))),
  onus: doMotivo(optional(choice('Ônus da remuneração', pagadores))),
  optouRemuneracaoCargo: doMotivo(yesNo('Optou pela remuneração do cargo')),
  periodoAquisitivoIni: doMotivo(optional(date('Início do período aquisitivo'))),
  periodoAquisitivoFim: doMotivo(optional(date('Fim do período aquisitivo'))),
  afastamentoAnterior: having(optional(ref('Vinculado ao afastamento', 'sst/colaborador-afastamentos')), {
    hint: 'O afastamento anterior do mesmo talento, quando este é a continuação dele.',
  }),
  atestados: doMotivo(
    optional(
      rows('Atestados', {
        data: date('Data'),
        dias: optional(integer('Dias', { min: 1, max: 999 })),
        cid: optional(cid),
        profissional: optional(text('Profissional de saúde', 100)),
        registroProfissional: optional(text('Registro no conselho', 20)),
        anexo: optional(file('Anexo')),
      }),
    ),
  ),
  observacao: doMotivo(optional(longText('Observação', 2_000))),
  statusAC: readOnly(choice('Integração', situacoesDaIntegracao)),
  // The trail of older versions contains the reason.
  resumo: having(readOnly(text('Talento e período', 220)), { masked: semMotivo }),
} satisfies Fields;

type Visivel = { classe?: Classe | null };
const paraCada = <T>(make: (campo: CampoDaClasse) => T) => byName(camposDaClasse, make);

/** Leaves of absence of the talents (documents 2 §3 and 3 §3). */
export const colaboradorAfastamentos = defineRegistry({
  id: 'colaborador-afastamentos',
  table: 'colaboradores_afastamentos',
  title: 'Afastamentos de Talentos',
  singular: 'Afastamento de Talento',
  authority: 'ROLE_CAD_COLABORADOR_AFASTAMENTO',
  scope: 'empresa',
  fields,
  // Leaves of one talent never overlap.
  sample: (_, n) => ({ inicio: addDays('2021-01-01', n), fim: addDays('2021-01-01', n), cid: 'M545' }),
  columns: ['colaborador', 'afastamento', 'inicio', 'fim', 'statusAC'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'inicio', order: 'desc' },
  calendar: { from: 'inicio', to: 'fim', goesOn: true, title: 'colaborador' },
  visibleWhen: paraCada((campo) => (input: Visivel) => cabe(campo, input.classe)),
  requiredWhen: paraCada((campo) => (input: Visivel) => exige(campo, input.classe)),
  rules: faltasDoAfastamento,
  lifecycle: integracaoDoAfastamento,
});
