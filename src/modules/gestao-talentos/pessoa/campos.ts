import { boolean, choice, choices } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Fields, field, having, havingEach, optional } from '#kit/fields/field.ts';
import { cns, pis, tituloEleitor } from '#kit/fields/identity.ts';
import { integer, money } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { anyText, email, longText, text } from '#kit/fields/text.ts';
import { escolaridades } from '#modules/estrutura/public.ts';
import { endereco } from '#platform/endereco/endereco.ts';
import { categoriasHabilitacao, deficiencias, estadosCivis, etniasRacas, nacionalidades, tiposDeficiencia } from './codigos.ts';
import { VER_DEFICIENCIA, VER_DOCUMENTOS, VER_RACA } from './sensiveis.ts';

/** Only digits, within these lengths, else 'Inválido' (RUL-105 to RUL-107). */
const digitos = (label: string, quantos: RegExp, max: number) =>
  field('text', label, anyText(label).trim().transform(semMascara).pipe(anyText(label).regex(quantos, 'Inválido')), { max });
const semMascara = (texto: string) => texto.replace(/[\s().-]/g, '');

/** Read and written with the record alone: lists of 100,000 people leave these fields out. */
const noRegistro = <F extends Fields>(fields: F, span?: number): F =>
  havingEach(fields, { detail: true, ...(span === undefined ? {} : { span }) });

export const camposFamilia = noRegistro({
  estadoCivil: optional(choice('Estado civil', estadosCivis)),
  escolaridade: optional(choice('Escolaridade', escolaridades)),
  nacionalidade: optional(choice('Nacionalidade', nacionalidades)),
  paisNacionalidade: optional(text('País de nacionalidade', 60)),
  dataChegada: optional(date('Data de chegada ao Brasil')),
  naturalidade: having(optional(text('Naturalidade', 100)), { span: 4 }),
  mae: optional(text('Nome da mãe', 100)),
  profissaoMae: optional(text('Profissão da mãe', 60)),
  pai: optional(text('Nome do pai', 100)),
  profissaoPai: optional(text('Profissão do pai', 60)),
  conjuge: optional(text('Nome do cônjuge', 100)),
  profissaoConjuge: optional(text('Profissão do cônjuge', 60)),
  qtdFilhos: optional(integer('Quantidade de filhos', { min: 0, max: 50 })),
  possuiParentes: boolean('Possui parentes ou amigos na empresa'),
  parentesAmigos: optional(text('Parentes ou amigos na empresa', 200)),
  indicadoPor: optional(text('Indicado por', 100)),
});

export const camposRaca = havingEach(noRegistro({ etniaRaca: optional(choice('Etnia/Raça', etniasRacas)) }), {
  sensitive: VER_RACA,
});

export const camposDeficiencia = havingEach(
  noRegistro({
    deficiencia: having(optional(choice('Deficiência', deficiencias)), { initial: 'N' }),
    deficienciasMultiplas: optional(choices('Tipos de deficiência', tiposDeficiencia)),
    reabilitado: boolean('Reabilitado pelo INSS'),
    cotaPcd: having(boolean('Conta para a cota de pessoas com deficiência'), {
      hint: 'Lei 8.213/1991, art. 93: depende de laudo ou do certificado de reabilitação.',
    }),
    laudoDeficiencia: optional(date('Data do laudo')),
    observacaoDeficiencia: optional(longText('Adaptações e observações', 2_000)),
  }),
  { sensitive: VER_DEFICIENCIA },
);

export const camposDocumentos = havingEach(
  noRegistro(
    {
      rg: having(optional(text('RG', 20)), { alsoCalled: ['Identidade', 'Carteira de identidade', 'Registro geral'] }),
      rgOrgaoEmissor: optional(text('Órgão emissor do RG', 20)),
      rgUfId: optional(ref('Estado do RG', 'geral/estados')),
      rgDataExpedicao: optional(date('Data de expedição do RG')),
      pis: optional(pis()),
      cns: optional(cns()),
      ctpsNumero: having(optional(text('Número da CTPS', 11)), {
        alsoCalled: ['CTPS', 'Carteira de trabalho', 'Carteira profissional'],
      }),
      ctpsSerie: optional(text('Série da CTPS', 5)),
      ctpsDv: optional(text('Dígito da série', 2)),
      ctpsUfId: optional(ref('Estado da CTPS', 'geral/estados')),
      ctpsDataExpedicao: optional(date('Data de expedição da CTPS')),
      titEleitNumero: optional(tituloEleitor('Número do título eleitoral')),
      titEleitZona: optional(text('Zona eleitoral', 4)),
      titEleitSecao: optional(text('Seção eleitoral', 4)),
      certMilNumero: optional(text('Número do certificado militar', 15)),
      certMilTipo: optional(text('Tipo do certificado militar', 30)),
      certMilSerie: optional(text('Série do certificado militar', 10)),
      numeroHab: optional(text('Número da habilitação', 20)),
      registro: optional(text('Registro da habilitação', 20)),
      categoria: optional(choice('Categoria da habilitação', categoriasHabilitacao)),
      emissao: optional(date('Emissão da habilitação')),
      vencimento: optional(date('Vencimento da habilitação')),
      ufHab: optional(ref('Estado da habilitação', 'geral/estados')),
    },
    4,
  ),
  { sensitive: VER_DOCUMENTOS },
);

export const camposContato = {
  email: optional(email('E-mail')),
  ...noRegistro(
    {
      ddd: optional(digitos('DDD', /^\d{2}$/, 2)),
      foneFixo: having(optional(digitos('Telefone fixo', /^\d{8,9}$/, 10)), { areaCode: 'ddd' }),
    },
    3,
  ),
  dddCelular: having(optional(digitos('DDD do celular', /^\d{2}$/, 2)), { span: 3 }),
  foneCelular: having(optional(digitos('Celular', /^\d{9}$/, 10)), { span: 3, areaCode: 'dddCelular' }),
  ...noRegistro({ nomeContato: having(optional(text('Nome para contato', 100)), { hint: 'Quem avisar numa emergência.' }) }),
};

const { cidade, ...enderecoSemCidade } = endereco;
export const camposEndereco = { ...noRegistro(enderecoSemCidade), cidade };

export const camposSocioEconomicos = noRegistro({
  pagaPensao: boolean('Paga pensão'),
  quantidade: optional(integer('Quantidade de pensões', { min: 1, max: 50 })),
  valor: optional(money('Valor da pensão')),
  possuiVeiculo: boolean('Possui veículo'),
});
