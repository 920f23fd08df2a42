import type { World } from '#kit/acting/world.ts';
import { parseMonth } from '#kit/br/date.ts';
import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { field, having, optional, says } from '#kit/fields/field.ts';
import { cpf, telefone } from '#kit/fields/identity.ts';
import { money, number } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { anyText, longText, text, url } from '#kit/fields/text.ts';
import { motivosEstabilidade, niveisIdioma, parentescos, situacoesFormacao, tiposFormacao, tiposTreinamento } from './codigos.ts';
import { VER_DOCUMENTOS, VER_SALARIO, VER_SAUDE } from './sensiveis.ts';

/** RUL-049: free text of at most 20 characters, usually `MM/aaaa`. */
const conclusao = field(
  'text',
  'Conclusão',
  anyText('Conclusão')
    .trim()
    .min(1, says('Conclusão'))
    .max(20, 'Conclusão deve ter no máximo 20 caracteres')
    .refine((texto) => !/^\d{1,2}\/\d{4}$/.test(texto) || parseMonth(texto) !== null, 'Mês inválido'),
  {
    max: 20,
  },
);

export const formacoes = optional(
  rows('Formações', {
    areaFormacao: ref('Área de Formação', 'captacao/areas-formacao', 'Selecione a Área de Formação'),
    curso: having(text('Curso', 100), { span: 8 }),
    local: having(text('Instituição', 100), { span: 8 }),
    tipo: choice('Tipo', tiposFormacao),
    situacao: choice('Situação', situacoesFormacao),
    conclusao: optional(conclusao),
  }),
);

export const idiomas = optional(
  rows('Idiomas', {
    idioma: ref('Idioma', 'captacao/idiomas'),
    nivel: choice('Nível', niveisIdioma),
  }),
);

export const camposDaExperiencia = {
  empresa: text('Empresa', 100),
  contatoEmpresa: optional(telefone('Contato da empresa')),
  cargo: optional(ref('Cargo', 'cargo-salario/cargos')),
  checkNomeCargo: boolean('Outro cargo, fora da lista'),
  nomeMercado: optional(text('Outro cargo', 100)),
  salario: having(optional(money('Salário')), { sensitive: VER_SALARIO }),
  dataAdmissao: date('Data de Admissão'),
  dataDesligamento: optional(date('Data de Desligamento')),
  motivoSaida: optional(text('Motivo da saída', 100)),
  observacao: optional(longText('Observação', 2_000)),
};

/** Former jobs; whether the position is required differs between talents and candidates. */
export const experiencias = (cargoObrigatorio: (world: World) => boolean) =>
  optional(
    rows('Experiências profissionais', camposDaExperiencia, 0, {
      visibleWhen: { cargo: (row) => row.checkNomeCargo !== true, nomeMercado: (row) => row.checkNomeCargo === true },
      requiredWhen: {
        // Required of new entries only: older ones may lack it.
        cargo: (row, world) => row.checkNomeCargo !== true && typeof row.id !== 'number' && cargoObrigatorio(world),
        nomeMercado: (row) => row.checkNomeCargo === true,
      },
    }),
  );

export const certificados = optional(
  rows(
    'Certificados',
    {
      titulo: text('Título', 150),
      organizacao: text('Organização', 150),
      tipo: choice('Tipo', tiposTreinamento),
      emAndamento: boolean('Em andamento'),
      dataInicio: optional(date('Data de início')),
      dataFim: optional(date('Data de término')),
      validade: optional(date('Validade')),
      cargaHorariaTotal: optional(number('Carga horária total', 2, { min: 0, max: 99_999 })),
      cargaHorariaDiaria: optional(number('Carga horária diária', 2, { min: 0 })),
      urlCertificado: optional(url('Endereço do certificado')),
    },
    0,
    {
      requiredWhen: { dataInicio: (row) => row.emAndamento !== true, dataFim: (row) => row.emAndamento !== true },
    },
  ),
);

export const dependentes = optional(
  rows('Dependentes', {
    nome: text('Nome', 100),
    cpf: having(optional(cpf()), { sensitive: VER_DOCUMENTOS }),
    dataNascimento: date('Data de nascimento'),
    parentesco: choice('Parentesco', parentescos),
    irrf: boolean('Deduz no imposto de renda'),
    salarioFamilia: boolean('Recebe salário-família'),
    planoSaude: boolean('Incluído no plano de saúde'),
  }),
);

export const estabilidades = optional(
  rows('Períodos de estabilidade', {
    // A pregnancy, an accident, a union's office: others see only the dates.
    motivo: having(choice('Motivo', motivosEstabilidade), { sensitive: VER_SAUDE }),
    inicio: date('Início'),
    fim: optional(date('Término')),
    observacao: having(optional(text('Observação', 200)), { sensitive: VER_SAUDE }),
  }),
);
