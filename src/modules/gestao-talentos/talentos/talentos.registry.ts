import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { image } from '#kit/fields/file.ts';
import { cep, cpf, telefone } from '#kit/fields/identity.ts';
import { money, number } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { email, text } from '#kit/fields/text.ts';
import { type Context, defineRegistry } from '#kit/registry/registry.ts';
import { tipoSalario } from '#modules/cargo-salario/public.ts';
import { faltasDoTalento } from './talentos.rules.ts';

export const vinculos = {
  E: 'Emprego',
  S: 'Estágio',
  A: 'Aprendiz',
  T: 'Temporário',
  O: 'Sócio',
  ED: 'Empregado Doméstico',
  TA: 'Trabalhador Avulso',
  SE: 'Segurado Especial',
} as const;

/** Codes by the dates alone; the personnel integration adds its own later. */
export const situacoes = { A: 'Ativo', D: 'Desligado' } as const;

export const motivos = {
  C: 'Contratação',
  P: 'Promoção',
  T: 'Transferência',
  R: 'Reajuste salarial',
  O: 'Outro',
} as const;

/** Fields that the system parameters may make required (document 2 §5); the names of `utilitario/parametros-sistema`. */
const camposConfiguraveis = [
  'nomeSocial',
  'matricula',
  'dataNascimento',
  'email',
  'telefone',
  'cep',
  'logradouro',
  'numero',
  'bairro',
  'uf',
  'cidade',
];

const exigidos = (settings: Context['settings']): readonly unknown[] =>
  Array.isArray(settings.camposColaboradorObrigatorio) ? settings.camposColaboradorObrigatorio : [];

export const talentos = defineRegistry({
  id: 'talentos',
  title: 'Talentos',
  singular: 'Talento',
  authority: 'ROLE_CAD_TALENTO',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 100),
    nomeSocial: optional(text('Nome social', 100)),
    cpf: cpf(),
    matricula: optional(text('Matrícula', 30)),
    dataNascimento: optional(date('Data de nascimento')),
    sexo: choice('Sexo', { M: 'Masculino', F: 'Feminino' }),
    vinculo: having(choice('Vínculo', vinculos), { initial: 'E' }),
    dataAdmissao: date('Data de admissão'),
    dataDesligamento: optional(date('Data de desligamento')),
    foto: optional(image('Foto')),
    email: optional(email('E-mail')),
    telefone: optional(telefone()),
    cep: optional(cep()),
    logradouro: optional(text('Logradouro', 100)),
    numero: optional(text('Número', 10)),
    complemento: optional(text('Complemento', 30)),
    bairro: optional(text('Bairro', 100)),
    uf: optional(ref('Estado', 'geral/estados')),
    cidade: optional(ref('Cidade', 'geral/cidades')),
    historicos: having(
      rows(
        'Histórico de cargos e salários',
        {
          data: date('A partir de'),
          motivo: choice('Motivo', motivos),
          areaOrganizacional: ref('Área Organizacional', 'cargo-salario/areas-organizacionais'),
          faixaSalarial: ref('Faixa Salarial', 'cargo-salario/faixas-salariais'),
          estabelecimento: optional(ref('Estabelecimento', 'utilitario/estabelecimentos')),
          tipoSalario: tipoSalario('Tipo do salário'),
          indice: optional(ref('Índice', 'cargo-salario/indices')),
          quantidadeIndice: optional(number('Quantidade do índice', 4)),
          salario: having(optional(money('Salário')), { sensitive: true }),
        },
        1,
      ),
      { sensitive: true },
    ),
    // The entry in force today, kept beside the record so that lists of 100,000 filter and sort by it; see atuais.server.ts.
    areaAtual: readOnly(ref('Área Organizacional', 'cargo-salario/areas-organizacionais')),
    cargoAtual: readOnly(ref('Cargo', 'cargo-salario/cargos')),
    faixaAtual: readOnly(ref('Faixa Salarial', 'cargo-salario/faixas-salariais')),
    estabelecimentoAtual: readOnly(ref('Estabelecimento', 'utilitario/estabelecimentos')),
    salarioAtual: having(readOnly(money('Salário')), { sensitive: true }),
    situacao: readOnly(choice('Situação', situacoes)),
  },
  columns: ['nome', 'matricula', 'cpf', 'areaAtual', 'cargoAtual', 'dataAdmissao', 'situacao'],
  filters: ['nome', 'cpf', 'matricula', 'areaAtual', 'cargoAtual', 'estabelecimentoAtual', 'dataAdmissao', 'situacao'],
  search: ['nome', 'nomeSocial', 'matricula', 'cpf'],
  label: 'nome',
  unique: [['cpf'], ['matricula']],
  sections: [
    {
      title: 'Dados pessoais',
      fields: ['nome', 'nomeSocial', 'cpf', 'dataNascimento', 'sexo', 'foto', 'email', 'telefone'],
    },
    {
      title: 'Dados funcionais',
      fields: [
        'matricula',
        'vinculo',
        'dataAdmissao',
        'dataDesligamento',
        'situacao',
        'areaAtual',
        'cargoAtual',
        'faixaAtual',
        'estabelecimentoAtual',
        'salarioAtual',
        'historicos',
      ],
    },
    { title: 'Endereço', fields: ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'cidade'] },
  ],
  requiredWhen: Object.fromEntries(
    camposConfiguraveis.map((name) => [name, (_talento: unknown, { settings }: Context) => exigidos(settings).includes(name)]),
  ),
  rules: faltasDoTalento,
});
