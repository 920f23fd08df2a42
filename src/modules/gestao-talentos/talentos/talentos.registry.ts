import { maskCpf } from '#kit/br/cpf.ts';
import { byName } from '#kit/fields/by-name.ts';
import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, type RowCondition, readOnly } from '#kit/fields/field.ts';
import { image } from '#kit/fields/file.ts';
import { cpf } from '#kit/fields/identity.ts';
import { money } from '#kit/fields/number.ts';
import { ref, rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { type Context } from '#kit/form/form.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import {
  comTipo,
  guardadoDoTalento,
  MAIS_HISTORICOS,
  quantidadeDoIndice,
  statusDoHistorico,
  tipoSalario,
} from '#modules/estrutura/public.ts';
import {
  camposContato,
  camposDeficiencia,
  camposDocumentos,
  camposEndereco,
  camposFamilia,
  camposRaca,
  camposSocioEconomicos,
} from '../pessoa/campos.ts';
import { camposExtras, extrasDe, nomesExtras } from '../pessoa/campos-extras.ts';
import { sexos } from '../pessoa/codigos.ts';
import { certificados, dependentes, estabilidades, experiencias, formacoes, idiomas } from '../pessoa/curriculo.ts';
import { mudaOEndereco, pedeParteDoEndereco } from '../pessoa/pessoa.rules.ts';
import { VER_DOCUMENTOS, VER_SALARIO } from '../pessoa/sensiveis.ts';
import { atosDoTalento } from './atos.ts';
import { esperas, motivos, situacaoDita, situacoes, tonsDaSituacao, vinculos, vinculosDitos } from './codigos.ts';
import { aceitaEnderecoEmPartes, type CampoConfiguravel, camposConfiguraveis, ehExigido, faltava } from './configuraveis.ts';
import { secoes } from './secoes.ts';
import { faltasDoTalento, quemFica } from './talentos.rules.ts';

type Talento = Readonly<Record<string, unknown>>;
type Condicao = (talento: Talento, context: Context) => boolean;

const exigido =
  (campo: CampoConfiguravel): Condicao =>
  (_talento, { settings, before }) =>
    !faltava(campo, before) && ehExigido(campo, settings);

const extras = extrasDe('talento');

const integrada: Condicao = (_talento, { settings }) => settings.acIntegra === true;

const configurados = byName(
  camposConfiguraveis.filter((campo) => campo !== 'cargoExperiencia'),
  exigido,
);

/**
 * RUL-113 to RUL-117: fields that the configuration does not require are required as soon as another part of the address is
 * filled.
 */
const doEndereco =
  (campo: CampoConfiguravel): Condicao =>
  (talento, { settings, before }) =>
    (!faltava(campo, before) || mudaOEndereco(talento, before)) &&
    (ehExigido(campo, settings) || (!aceitaEnderecoEmPartes(settings) && pedeParteDoEndereco(talento)));

/** If the company requires it, it is required of new entries only: older ones may lack it. */
const ambienteEFuncao: RowCondition = (row, { settings }) =>
  settings.obrigarAmbienteFuncao === true && (row.id === undefined || row.id === null);

export const talentos = defineRegistry({
  id: 'talentos',
  title: 'Talentos',
  singular: 'Talento',
  authority: 'ROLE_CAD_TALENTO',
  scope: 'empresa',
  empty: { why: 'Aqui ficam as pessoas da empresa, com a ficha e o histórico de cada uma.' },
  fields: {
    nome: having(text('Nome', 100), { alsoCalled: ['Funcionário', 'Colaborador', 'Empregado', 'Talento', 'Nome civil'] }),
    nomeSocial: optional(text('Nome social', 100)),
    // Search, lists and exports mask it for readers who may not see documents; only readers who may can insert talents.
    cpf: having(cpf(), { sensitive: VER_DOCUMENTOS, masked: maskCpf }),
    matricula: having(optional(text('Matrícula', 30)), { span: 4, alsoCalled: ['Registro', 'Chapa', 'Matr.', 'RE', 'Crachá'] }),
    dataNascimento: having(optional(date('Data de nascimento')), { alsoCalled: ['Nasc.', 'Nascto.', 'Dt. Nascto.'] }),
    sexo: having(choice('Sexo', sexos), { alsoCalled: ['Gênero'] }),
    vinculo: having(choice('Vínculo', vinculos), { initial: 'E', alsoSaid: vinculosDitos }),
    dataAdmissao: having(date('Data de admissão'), { alsoCalled: ['Adm.', 'Dt. Adm.', 'Início do contrato'] }),
    dataDesligamento: having(optional(date('Data de desligamento')), { alsoCalled: ['Demissão', 'Rescisão', 'Dt. Demissão'] }),
    codigoAC: having(optional(text('Código no sistema de pessoal', 20)), { detail: true, span: 4 }),
    foto: optional(image('Foto')),
    ...camposContato,
    ...camposEndereco,
    ...camposFamilia,
    ...camposRaca,
    ...camposDocumentos,
    ...camposDeficiencia,
    ...camposSocioEconomicos,
    dependentes,
    formacoes,
    idiomas,
    primeiroEmprego: having(boolean('Primeiro emprego'), { detail: true }),
    experiencias: experiencias(({ settings }) => ehExigido('cargoExperiencia', settings)),
    certificados,
    cursos: optional(longText('Outros cursos', 4_000)),
    observacao: optional(longText('Observação', 4_000)),
    ...camposExtras,
    estabilidades,
    historicos: rows(
      'Histórico de cargos e salários',
      {
        data: date('A partir de'),
        motivo: choice('Motivo', motivos),
        areaOrganizacional: ref('Área Organizacional', 'cargo-salario/areas-organizacionais'),
        faixaSalarial: ref('Faixa Salarial', 'cargo-salario/faixas-salariais'),
        estabelecimento: optional(ref('Estabelecimento', 'utilitario/estabelecimentos')),
        ambiente: optional(ref('Ambiente', 'sst/ambientes')),
        funcao: optional(ref('Função', 'sst/funcoes')),
        // Bands and indices are open to whoever maintains them, so that somebody is paid by one would reveal the salary.
        tipoSalario: having(tipoSalario('Tipo do salário'), { sensitive: VER_SALARIO, initial: '1' }),
        indice: having(optional(ref('Índice', 'cargo-salario/indices')), { sensitive: VER_SALARIO }),
        quantidadeIndice: having(optional(quantidadeDoIndice()), { sensitive: VER_SALARIO }),
        salario: having(optional(money('Salário')), { sensitive: VER_SALARIO }),
        // The status of the entry with the personnel system, and the realignment that wrote it.
        status: readOnly(choice('Status', statusDoHistorico)),
        tabelaReajuste: readOnly(ref('Realinhamento', 'cargo-salario/tabelas-reajustes-colaboradores')),
      },
      1,
      {
        dated: 'data',
        max: MAIS_HISTORICOS,
        anew: ['motivo'],
        lockedWhen: guardadoDoTalento,
        visibleWhen: { indice: comTipo('2'), quantidadeIndice: comTipo('2'), salario: comTipo('3') },
        requiredWhen: {
          ambiente: ambienteEFuncao,
          funcao: ambienteEFuncao,
          indice: (row, world) => comTipo('2')(row, world) && 'Índice é requerido',
          quantidadeIndice: (row, world) => comTipo('2')(row, world) && 'Quantidade não pode ser 0 (zero) ou menor',
          salario: (row, world) => comTipo('3')(row, world) && 'Valor é obrigatório',
        },
      },
    ),
    // The values of the entry in force today, stored beside the record so that lists of 100,000 filter and sort by them; see
    // atuais.server.ts.
    areaAtual: readOnly(ref('Área Organizacional', 'cargo-salario/areas-organizacionais')),
    cargoAtual: readOnly(ref('Cargo', 'cargo-salario/cargos')),
    faixaAtual: readOnly(ref('Faixa Salarial', 'cargo-salario/faixas-salariais')),
    estabelecimentoAtual: readOnly(ref('Estabelecimento', 'utilitario/estabelecimentos')),
    salarioAtual: having(readOnly(money('Salário')), { sensitive: VER_SALARIO }),
    situacao: having(readOnly(choice('Situação', situacoes)), { tones: tonsDaSituacao }),
    // The part that an integrated personnel system has not confirmed yet; null when nothing waits.
    statusAC: having(readOnly(choice('Aguarda do sistema de pessoal', esperas)), { detail: true }),
  },
  sample: ({ historicos }, n) => ({
    dataDesligamento: null,
    dataNascimento: '1990-01-01',
    dataAdmissao: '2020-01-10',
    ddd: '85',
    foneFixo: '32221100',
    dddCelular: '85',
    foneCelular: '988887777',
    cns: '',
    titEleitNumero: '',
    codigoAC: `P${n}`,
    deficiencia: 'N',
    historicos: (historicos as object[]).map((row) => ({
      ...row,
      data: '2020-01-10',
      motivo: 'C',
      tipoSalario: '3',
      salario: 1500,
      indice: null,
      quantidadeIndice: null,
    })),
  }),
  columns: ['nome', 'areaAtual', 'cargoAtual', 'dataAdmissao', 'situacao'],
  secondary: 'matricula',
  filters: ['nome', 'cpf', 'matricula', 'areaAtual', 'cargoAtual', 'estabelecimentoAtual', 'dataAdmissao', 'situacao'],
  search: ['nome', 'nomeSocial', 'matricula', 'cpf'],
  findable: {
    place: 1,
    detail: ['cargoAtual', 'areaAtual', 'matricula', 'situacao'],
    past: { field: 'situacao', values: ['D', 'C'] },
  },
  label: 'nome',
  asOf: 'em',
  headline: {
    photo: 'foto',
    lines: ['nomeSocial', 'cargoAtual', 'areaAtual', 'estabelecimentoAtual', 'matricula'],
    state: 'situacao',
    says: situacaoDita,
    since: { from: 'dataAdmissao', until: 'dataDesligamento' },
    asks: true,
  },
  called: extras.titulos,
  everything: { situacao: 'T' },
  unique: [['cpf'], ['matricula'], ['codigoAC']],
  // Each record is one employment: somebody who returns gets another one, with a registration number of its own (eSocial S-2200).
  successive: { from: 'dataAdmissao', until: 'dataDesligamento', never: { field: 'statusAC', value: 'C' } },
  people: { stays: quemFica },
  sections: secoes,
  visibleWhen: {
    paisNacionalidade: ({ nacionalidade }) => nacionalidade === 'E',
    dataChegada: ({ nacionalidade }) => nacionalidade === 'E',
    deficienciasMultiplas: ({ deficiencia }) => deficiencia === 'U',
    parentesAmigos: ({ possuiParentes }) => possuiParentes === true,
    quantidade: ({ pagaPensao }) => pagaPensao === true,
    valor: ({ pagaPensao }) => pagaPensao === true,
    experiencias: ({ primeiroEmprego }) => primeiroEmprego !== true,
    codigoAC: integrada,
    statusAC: integrada,
    ...byName(
      nomesExtras,
      (nome): Condicao =>
        (_talento, { settings }) =>
          extras.extra(nome, settings) !== undefined,
    ),
  },
  requiredWhen: {
    ...configurados,
    ...Object.fromEntries(
      nomesExtras.map((nome) => [
        nome,
        (_talento: unknown, { settings, before }: Context) => !faltava(nome, before) && extras.exige(nome, settings),
      ]),
    ),
    logradouro: doEndereco('logradouro'),
    numero: doEndereco('numero'),
    bairro: doEndereco('bairro'),
    uf: doEndereco('uf'),
    cidade: doEndereco('cidade'),
    paisNacionalidade: ({ nacionalidade }) => nacionalidade === 'E',
    deficienciasMultiplas: ({ deficiencia }) => deficiencia === 'U',
    parentesAmigos: ({ possuiParentes }) => possuiParentes === true,
  },
  deeds: atosDoTalento,
  rules: faltasDoTalento,
});
