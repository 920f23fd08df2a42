import { z } from 'zod';
import { defineDoor } from '#kit/door/door.ts';
import { boolean } from '#kit/fields/choice.ts';
import { field, having, optional } from '#kit/fields/field.ts';
import { file, image } from '#kit/fields/file.ts';
import { cpf } from '#kit/fields/identity.ts';
import { anyText, email, longText, personName, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { leituraNoFio } from '../curriculos/leitura.wire.ts';
import { portasDeAvaliacoes } from './portas-de-avaliacoes.ts';
import { portasDeDocumentos, TIPOS_DE_CURRICULO } from './portas-de-documentos.ts';
import { portasDeOutraEmpresa } from './portas-de-outra-empresa.ts';
import { proprio } from './proprio.ts';
import { vagaNoFio } from './vaga.wire.ts';

const senha = () =>
  field('text', 'Senha', anyText('Senha', 200).max(200, 'Senha deve ter no máximo 200 caracteres'), { max: 200 });
const emailCurto = (label: string) =>
  field('email', label, email(label).schema.max(50, `${label} deve ter no máximo 50 caracteres`), { max: 50 });
/** The solution of the puzzle, or the token of a captcha. */
const robo = () => text('Verificação', 8_000);
const qualquer = z.looseObject({});
const lista = z.array(qualquer);

const publico = { who: 'publico' } as const;

/** CALL-033 to CALL-038: one list of the own record. */
const parte = (nome: string, summary: string) =>
  defineDoor({ ...proprio, method: 'GET', path: `/api/externo/candidatos/:id/${nome}`, summary, answers: lista });

export const portas = {
  ...portasDeAvaliacoes,
  ...portasDeDocumentos,
  ...portasDeOutraEmpresa,
  cadastrar: defineDoor({
    ...publico,
    method: 'POST',
    path: '/api/externo/candidatos',
    summary: 'Começar o cadastro de candidato',
    // Also those that solve no puzzle, or say something wrong; what begins a registration has a count of its own.
    limits: { address: 300 },
    form: defineForm({
      fields: {
        cpf: cpf(),
        nome: personName('Nome', 100),
        email: email('E-mail'),
        senha: optional(senha()),
        confirmaSenha: optional(senha()),
        aceitoPoliticaSeguranca: boolean('Li e aceito o Termo de Privacidade e Política de Segurança'),
        versaoPolitica: optional(text('Versão do termo', 64)),
        recaptcha: robo(),
      },
      *rules({ senha, confirmaSenha }) {
        if (senha !== confirmaSenha) yield { field: 'confirmaSenha', message: 'As senhas devem ser iguais' };
      },
    }),
    answers: z.object({ id: z.int(), nome: z.string(), empresaId: z.int() }),
  }),
  formulario: defineDoor({
    ...publico,
    method: 'GET',
    path: '/api/externo/formulario',
    summary: 'O que o cadastro de candidato pergunta',
    answers: z.object({ secoes: lista, minimo: z.array(z.string()) }),
  }),
  anuncios: defineDoor({
    ...publico,
    method: 'GET',
    path: '/api/externo/anuncios',
    summary: 'Vagas abertas',
    answers: z.array(vagaNoFio),
  }),
  anuncio: defineDoor({
    ...publico,
    method: 'GET',
    path: '/api/externo/anuncios/:id',
    summary: 'Uma vaga aberta',
    answers: vagaNoFio,
  }),
  enviarAmigo: defineDoor({
    ...publico,
    method: 'POST',
    path: '/api/externo/anuncios/:id/enviar-amigo',
    summary: 'Enviar a vaga a um amigo',
    limits: { address: 5 },
    form: defineForm({
      fields: {
        nome: personName('Seu nome', 100),
        email: emailCurto('Seu e-mail'),
        nomeAmigo: personName('Nome do amigo', 100),
        emailAmigo: emailCurto('E-mail do amigo'),
        recaptcha: robo(),
      },
    }),
    answers: 'nothing',
  }),
  completo: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidatos/:id/completo',
    summary: 'Meu cadastro inteiro',
    answers: z.object({
      candidato: qualquer.nullable(),
      rascunho: qualquer.nullable(),
      termo: z.object({ versao: z.string(), pendente: z.boolean() }),
      banco: z.boolean(),
      oQueNaoEsta: z.string(),
      uniao: z.string().nullable(),
    }),
  }),
  conhecimentos: parte('conhecimentos', 'Meus conhecimentos'),
  formacoes: parte('formacoes', 'Minhas formações'),
  certificados: parte('certificados', 'Meus certificados'),
  idiomas: parte('idiomas', 'Meus idiomas'),
  experiencias: parte('experiencias', 'Minhas experiências'),
  areasInteresse: parte('areas-interesses', 'Minhas áreas de interesse'),
  salvar: defineDoor({
    ...proprio,
    method: 'PUT',
    path: '/api/externo/candidatos/:id/completo',
    summary: 'Salvar o meu cadastro',
    // Each save stands in the trail, before and after.
    bodyLimit: 128 * 1024,
    limits: { person: 30 },
    answers: z.object({ versao: z.int() }),
  }),
  rascunho: defineDoor({
    ...proprio,
    method: 'PUT',
    path: '/api/externo/candidatos/:id/rascunho',
    summary: 'Guardar o cadastro para continuar depois',
    bodyLimit: 128 * 1024,
    limits: { person: 600 },
    answers: 'nothing',
  }),
  foto: defineDoor({
    ...proprio,
    method: 'PUT',
    path: '/api/externo/candidatos/:id/foto',
    summary: 'Trocar a minha foto',
    form: defineForm({ fields: { foto: image('Foto') } }),
    answers: 'nothing',
  }),
  verFoto: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidatos/:id/foto',
    summary: 'Minha foto',
    answers: 'file',
  }),
  curriculo: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/candidatos/:id/curriculos',
    summary: 'Anexar um currículo',
    form: defineForm({
      fields: {
        curriculo: having(file('Currículo'), { accept: TIPOS_DE_CURRICULO }),
        descricao: optional(text('Descrição', 100)),
      },
    }),
    answers: 'nothing',
  }),
  lerCurriculo: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/candidatos/:id/curriculos/:arquivo/ler',
    summary: 'O que o meu currículo sugere para o cadastro',
    limits: { person: 600 },
    answers: leituraNoFio,
  }),
  aceitar: defineDoor({
    ...proprio,
    method: 'PATCH',
    path: '/api/externo/candidatos/:id/aceita-termo',
    summary: 'Aceitar o termo de privacidade',
    form: defineForm({ fields: { versao: text('Versão do termo', 64) } }),
    answers: 'nothing',
  }),
  consentir: defineDoor({
    ...proprio,
    method: 'PUT',
    path: '/api/externo/candidatos/:id/consentimentos',
    summary: 'Permitir, ou deixar de permitir, que outras vagas me considerem',
    form: defineForm({ fields: { banco: boolean('Considerar o meu currículo em outras vagas') } }),
    // Each withdrawal is told to recruiters.
    limits: { person: 6 },
    answers: 'nothing',
  }),
  candidaturas: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidato-solicitacoes',
    summary: 'Minhas candidaturas',
    answers: lista,
  }),
  candidatar: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/candidato-solicitacoes',
    summary: 'Candidatar-me a uma vaga',
    query: z.object({ solicitacaoId: z.int(), fonte: z.string().max(60).optional() }),
    answers: z.object({ id: z.int() }),
  }),
  desistir: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/candidato-solicitacoes/:id/desistir',
    summary: 'Desistir de uma candidatura',
    form: defineForm({ fields: { motivo: optional(longText('Motivo', 500)) } }),
    answers: 'nothing',
  }),
  historico: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/historico-candidatos',
    summary: 'O meu histórico nas seleções',
    answers: lista,
  }),
  meusDados: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidatos/:id/meus-dados',
    summary: 'Levar os meus dados',
    limits: { person: 20 },
    answers: qualquer,
  }),
  meusDadosImpressos: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidatos/:id/meus-dados/pdf',
    summary: 'Os meus dados em PDF',
    limits: { person: 20 },
    answers: 'file',
  }),
  apagar: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/candidatos/:id/apagar-meus-dados',
    summary: 'Pedir que apaguem os meus dados',
    limits: { person: 10 },
    form: defineForm({ fields: { confirmo: boolean('Confirmo') } }),
    answers: z.object({ protocolo: z.string(), atendidoEm: z.string().nullable() }),
  }),
};
