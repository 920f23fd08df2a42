import { z } from 'zod';
import { boolean } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { type Context, defineForm } from '#kit/form/form.ts';
import { defineDocument } from '#kit/report/report.ts';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';
import { historico } from '../candidaturas/historico.registry.ts';

/** The most CVs of one document. */
const MAIS_CURRICULOS = 100;

/** RUL-167; RUL-320 has the same sentence from another document. */
const NENHUM = 'Selecione ao menos um candidato';
const candidatos = refIds('Candidatos', 'captacao/candidatos', 1, MAIS_CURRICULOS);

const parte = (label: string, sim = true) => having(boolean(label, sim), { span: 4 });
const assinatura = (n: number) => having(optional(text(`Quem assina (${n}ª)`, 100)), { span: 6 });
const assina = (n: number) => having(boolean(`${n}ª assinatura`), { span: 6 });

/** ENT-020: what a printed CV tells, and who signs it. */
export const opcoesDoCurriculo = {
  exibirCabecalho: parte('Cabeçalho'),
  exibirSolicitacaoPessoal: parte('Solicitações de pessoal', false),
  exibirHistorico: parte('Histórico', false),
  exibirFormacao: parte('Formação'),
  exibirExperiencia: parte('Experiência'),
  exibirCertificados: parte('Certificados'),
  exibirIdioma: parte('Idiomas'),
  exibirConhecimento: parte('Conhecimentos'),
  exibirCurso: parte('Cursos'),
  exibirSocioEconomica: parte('Informações socioeconômicas', false),
  exibirCamposExtras: parte('Campos extras', false),
  exibirObservacoes: parte('Observações', false),
  exibirOcrTexto: having(boolean('Texto do currículo', false), { span: 12 }),
  exibirAssinatura1: assina(1),
  assinatura1: assinatura(1),
  exibirAssinatura2: assina(2),
  assinatura2: assinatura(2),
  exibirAssinatura3: assina(3),
  assinatura3: assinatura(3),
};

type Opcoes = Readonly<Record<string, unknown>>;
const escolhas = {
  exibirSolicitacaoPessoal: (_opcoes: Opcoes, { can }: Context) => can(candidaturas.authority),
  exibirHistorico: (_opcoes: Opcoes, { can }: Context) => can(historico.authority),
  assinatura1: (opcoes: Opcoes) => opcoes.exibirAssinatura1 === true,
  assinatura2: (opcoes: Opcoes) => opcoes.exibirAssinatura2 === true,
  assinatura3: (opcoes: Opcoes) => opcoes.exibirAssinatura3 === true,
};

/** The dialog 'Imprimir Currículo' (SCR-342). */
export const imprimirCurriculo = defineForm({ fields: opcoesDoCurriculo, visibleWhen: escolhas });

/** REP-010: the CVs of candidates, each on pages of its own. */
export const curriculoCandidato = defineDocument({
  id: 'curriculo-candidato',
  title: 'Currículo do Candidato',
  authority: 'ROLE_REL_CURRICULO_CANDIDATO',
  menu: false,
  filter: {
    candidatosIds: { ...candidatos, schema: z.array(z.unknown(), NENHUM).min(1, NENHUM).pipe(candidatos.schema) },
    ...opcoesDoCurriculo,
  },
  visibleWhen: escolhas,
  also: { path: 'candidatos/:candidatosIds/imprimir-curriculo', format: 'pdf', method: 'POST' },
});
