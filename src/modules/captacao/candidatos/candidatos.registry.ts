import { maskCpf } from '#kit/br/cpf.ts';
import { byName } from '#kit/fields/by-name.ts';
import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { file, image } from '#kit/fields/file.ts';
import { cpf } from '#kit/fields/identity.ts';
import { money } from '#kit/fields/number.ts';
import { ref, refs, rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import type { Context } from '#kit/form/form.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import {
  camposContato,
  camposDeficiencia,
  camposDocumentos,
  camposEndereco,
  camposExtras,
  camposFamilia,
  camposRaca,
  camposSocioEconomicos,
  certificados,
  experiencias,
  extrasDe,
  formacoes,
  idiomas,
  mudaOEndereco,
  nomesExtras,
  pedeParteDoEndereco,
  VER_DOCUMENTOS,
} from '#modules/gestao-talentos/public.ts';
import { atosDoCandidato } from './atos.ts';
import { faltasDoCandidato } from './candidatos.rules.ts';
import { colocacoes, contaNoPortal, outrasVagas, sexosDoCandidato } from './codigos.ts';
import { secoes } from './secoes.ts';

type Candidato = Readonly<Record<string, unknown>>;

const extras = extrasDe('candidato');

/** RUL-113 to RUL-117: an address is complete or absent; one that lacked a part before is asked for when it changes. */
const doEndereco =
  (campo: string) =>
  (candidato: Candidato, { before }: Context) =>
    (before === undefined || Boolean(before[campo]) || mudaOEndereco(candidato, before)) && pedeParteDoEndereco(candidato);

const vazio = (valor: unknown) => valor === null || valor === undefined || valor === '';

/** Candidates (ENT-004): everybody who has applied, or whose CV was entered. */
export const candidatos = defineRegistry({
  id: 'candidatos',
  title: 'Candidatos',
  singular: 'Candidato',
  authority: 'ROLE_CAD_CANDIDATO',
  scope: 'empresa',
  empty: { why: 'Aqui ficam as pessoas que querem trabalhar na empresa, com o currículo e o caminho de cada uma.' },
  fields: {
    nome: text('Nome', 100),
    nomeSocial: optional(text('Nome social', 100)),
    cpf: having(optional(cpf()), { sensitive: VER_DOCUMENTOS, masked: maskCpf }),
    dataNascimento: optional(date('Data de nascimento')),
    sexo: having(choice('Sexo', sexosDoCandidato), { initial: 'I' }),
    foto: optional(image('Foto')),
    ...camposContato,
    ...camposEndereco,
    ...camposFamilia,
    ...camposRaca,
    ...camposDocumentos,
    ...camposDeficiencia,
    ...camposSocioEconomicos,
    cargos: having(refs('Cargo/Função Pretendida', 'cargo-salario/cargos', 1, 50), {}),
    areasInteresse: optional(refs('Áreas de Interesse', 'captacao/areas-interesse', 0)),
    conhecimentos: optional(refs('Conhecimentos', 'cargo-salario/conhecimentos', 0)),
    colocacao: having(optional(choice('Colocação pretendida', colocacoes)), { detail: true }),
    pretencaoSalarial: having(optional(money('Pretensão salarial')), { detail: true }), // spelled so in the spec
    comoFicouSabendoVaga: optional(ref('Como ficou sabendo da vaga', 'captacao/como-ficou-sabendo-vaga')),
    etiquetas: optional(refs('Etiquetas', 'captacao/etiquetas-candidato', 0)),
    formacoes,
    idiomas,
    primeiroEmprego: having(boolean('Primeiro emprego'), { detail: true }),
    experiencias: experiencias(() => true),
    certificados,
    cursos: having(optional(longText('Outros cursos', 4_000)), { detail: true }),
    observacao: having(optional(longText('Observação', 4_000)), { detail: true }),
    observacaoRH: having(optional(longText('Observação do RH', 4_000)), {
      detail: true,
      hint: 'O candidato não vê.',
    }),
    candidatoCurriculos: optional(
      rows('Currículos', {
        curriculo: having(file('Currículo'), { span: 8 }),
        descricao: having(optional(text('Descrição', 100)), { span: 4 }),
      }),
    ),
    ocrTexto: having(optional(longText('Texto do currículo', 100_000)), {
      detail: true,
      hint: 'É nele que se procura: copie aqui o que um currículo em papel diz.',
    }),
    ...camposExtras,
    disponivel: having(boolean('Disponível', true), {}),
    // What they said at the portal; who has no account there was not asked.
    outrasVagas: having(computed(choice('Outras vagas', outrasVagas)), {
      tones: { S: 'good', N: 'waiting', R: 'bad', I: 'quiet' },
    }),
    contaNoPortal: having(computed(choice('Conta no portal', contaNoPortal)), { tones: { S: 'good', N: 'waiting', I: 'quiet' } }),
    // The record that has the CPF of this one's account: whoever may not read CPFs would learn by trying them whose they are.
    mesmoCpf: having(computed(optional(ref('Outro cadastro com o CPF', 'captacao/candidatos'))), {
      sensitive: VER_DOCUMENTOS,
      detail: true,
      hint: 'Quem fez este cadastro no portal deu o CPF do outro. Confira se é a mesma pessoa, e unifique os dois.',
    }),
    contratado: readOnly(boolean('Contratado')),
    // Found by the CPF: whoever may not read CPFs would learn by trying them who has worked here.
    jaFoiColaborador: having(readOnly(boolean('Já foi talento da empresa')), { sensitive: VER_DOCUMENTOS }),
    // The record of the employment, once hired.
    talento: having(optional(readOnly(ref('Talento', 'gestao-talentos/talentos'))), { detail: true }),
    // When the record was last changed by the candidate or by HR: retention counts from here.
    atualizadoEm: readOnly(date('Atualizado em')),
    // The blocklist: until that day, or until somebody lifts it.
    bloqueado: readOnly(boolean('Na lista de bloqueio')),
    bloqueadoAte: optional(readOnly(date('Bloqueado até'))),
    motivoBloqueio: having(optional(readOnly(longText('Motivo do bloqueio', 2_000))), { detail: true }),
  },
  columns: ['nome', 'cargos', 'cidade', 'disponivel', 'contratado', 'atualizadoEm'],
  filters: [
    'nome',
    'cpf',
    'cargos',
    'areasInteresse',
    'conhecimentos',
    'etiquetas',
    'cidade',
    'disponivel',
    'outrasVagas',
    'contratado',
    'bloqueado',
    'atualizadoEm',
  ],
  search: ['nome', 'nomeSocial', 'cpf'],
  orders: ['atualizadoEm', 'disponivel', 'contratado'],
  findable: { place: 2, detail: ['cidade'] },
  privateNames: true,
  apart: ['cidade', 'email'],
  people: {},
  lockedWhen: {
    remove: ({ contratado }) => contratado === true && 'Quem foi contratado não é excluído: a ficha do talento veio desta.',
  },
  headline: { photo: 'foto', lines: ['nomeSocial', 'cidade'], asks: true },
  called: extras.titulos,
  unique: [['cpf']],
  sections: secoes,
  visibleWhen: {
    paisNacionalidade: ({ nacionalidade }) => nacionalidade === 'E',
    dataChegada: ({ nacionalidade }) => nacionalidade === 'E',
    deficienciasMultiplas: ({ deficiencia }) => deficiencia === 'U',
    parentesAmigos: ({ possuiParentes }) => possuiParentes === true,
    quantidade: ({ pagaPensao }) => pagaPensao === true,
    valor: ({ pagaPensao }) => pagaPensao === true,
    experiencias: ({ primeiroEmprego }) => primeiroEmprego !== true,
    ...byName(
      nomesExtras,
      (nome) =>
        (_candidato: Candidato, { settings }: Context) =>
          extras.extra(nome, settings) !== undefined,
    ),
  },
  requiredWhen: {
    ...byName(
      nomesExtras,
      (nome) =>
        (_candidato: Candidato, { settings, before }: Context) =>
          (before === undefined || !vazio(before[nome])) && extras.exige(nome, settings),
    ),
    ...byName(['logradouro', 'numero', 'bairro', 'uf', 'cidade'], doEndereco),
    paisNacionalidade: ({ nacionalidade }) => nacionalidade === 'E',
    deficienciasMultiplas: ({ deficiencia }) => deficiencia === 'U',
    // RUL-109
    parentesAmigos: ({ possuiParentes }) => possuiParentes === true,
  },
  sample: () => ({
    dataNascimento: '1990-01-01',
    ddd: '85',
    foneFixo: '32221100',
    dddCelular: '85',
    foneCelular: '988887777',
    cns: '',
    titEleitNumero: '',
    deficiencia: 'N',
  }),
  deeds: atosDoCandidato,
  rules: faltasDoCandidato,
});
