import { activity, boolean, choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { classes } from './classes.ts';

/** Kinds of leave: the reasons of leaves of absence. */
export const afastamentos = defineRegistry({
  id: 'afastamentos',
  title: 'Tipos de Afastamento',
  singular: 'Tipo de Afastamento',
  authority: 'ROLE_CAD_AFASTAMENTO',
  scope: 'empresa',
  most: 1_000,
  fields: {
    descricao: text('Descrição', 100),
    classe: having(choice('Classe', classes), {
      initial: 'SIMPLES',
      hint: 'Decide o que o afastamento pede: CNPJ e ônus, acidente, período aquisitivo.',
    }),
    ativo: activity(),
    absenteismo: having(boolean('Considerar no absenteísmo'), {
      hint: 'Os dias do afastamento contam como faltas no indicador.',
    }),
    inss: boolean('Afastamento pelo INSS'),
    mandatoSindical: boolean('Mandato sindical'),
    mandatoEletivo: boolean('Mandato eletivo'),
    codigoAC: optional(text('Código no sistema de pessoal', 20)),
  },
  columns: ['descricao', 'classe', 'absenteismo', 'inss', 'ativo'],
  unique: [['descricao']],
  *rules({ classe, mandatoSindical, mandatoEletivo }) {
    if (mandatoSindical && classe !== 'MANDATO_SINDICAL')
      yield { field: 'mandatoSindical', message: 'Só a classe Mandato sindical é de mandato sindical' };
    if (mandatoEletivo && classe !== 'MANDATO_ELETIVO')
      yield { field: 'mandatoEletivo', message: 'Só a classe Mandato eletivo é de mandato eletivo' };
  },
});
