import { cpf as CPF } from '#kit/br/cpf.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import type { Fields } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { textOfHtml } from '#kit/fields/html-text.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { situacoesDaCandidatura, situacoesDaEntrevista } from '../candidaturas/codigos.ts';
import type { comecoDe, Dados } from './meus-dados.server.ts';

export type Par = [nome: string, valor: string];
export interface Secao {
  titulo: string;
  campos?: Par[];
  itens?: Par[][];
  colunas?: string[];
  linhas?: string[][];
  texto?: string;
}

/** Longer texts stand below their own title. */
const LONGO = 120;
const FINALIDADES: Readonly<Record<string, string>> = { termo: 'Termo de privacidade', banco: 'Considerar em outras vagas' };
const instante = (valor: string | null) => (valor === null ? '' : formatCell('instant', valor));
const dia = (valor: string | null) => (valor === null ? '' : formatCell('date', valor));

export const pares = (fields: Fields, dados: Dados): Par[] =>
  Object.entries(dados).flatMap(([nome, valor]): Par[] => {
    const field = fields[nome];
    const texto = field && field.kind !== 'rows' ? fieldText(field, valor) : '';
    return field && texto !== '' ? [[field.label, texto]] : [];
  });

/** A registration on paper: its single values, its lists, and its long texts. */
function doCadastro(titulo: string, fields: Fields, dados: Dados | undefined): Secao[] {
  if (!dados) return [];
  const valores = pares(fields, dados);
  const curtos = valores.filter(([, valor]) => valor.length <= LONGO);
  const listas = Object.entries(dados).flatMap(([nome, linhas]): Secao[] => {
    const field = fields[nome];
    if (field?.kind !== 'rows' || !Array.isArray(linhas)) return [];
    // A draft is kept as it came: a row of it may be anything.
    const ditas = linhas.filter((linha: unknown): linha is Dados => typeof linha === 'object' && linha !== null);
    return [{ titulo: field.label, itens: ditas.map((linha) => pares(field.fields ?? {}, linha)) }];
  });
  return [
    ...(curtos.length > 0 ? [{ titulo, campos: curtos }] : []),
    ...listas,
    ...valores.filter(([, valor]) => valor.length > LONGO).map(([nome, texto]) => ({ titulo: nome, texto })),
  ];
}

/** The same as the file, for reading: what `meus-dados.typ` draws. */
export function emSecoes(
  {
    conta,
    oQueNaoEsta: naoEsta,
    uniao,
    cadastro,
    cadastroComecado,
    antesDaUniao: antes,
    candidaturas,
    historico,
    entrevistas,
    mensagens,
    documentos,
    avaliacoes,
    consentimentos,
  }: Awaited<ReturnType<typeof comecoDe>>['dados'],
  settings: Dados,
): Secao[] {
  const fields: Fields = fieldsIn(candidatos, settings);
  const vagaDe = new Map(candidaturas.map(({ id, vaga }) => [id, vaga]));
  return [
    {
      titulo: 'Conta',
      campos: [
        ['Nome', conta.nome],
        ['CPF', CPF.format(conta.cpf)],
        ['E-mail', conta.email ?? ''],
        ['Criada em', instante(conta.criadaEm)],
      ],
    },
    { titulo: 'O que não está aqui', texto: naoEsta },
    ...(uniao === null ? [] : [{ titulo: 'Cadastro unificado', texto: uniao }]),
    ...doCadastro('Cadastro', fields, cadastro),
    ...doCadastro('Cadastro começado, ainda não enviado', fields, cadastroComecado),
    ...antes.flatMap((um) => doCadastro(`Outro cadastro, antes da união em ${instante(um.unificadoEm)}`, fields, um.cadastro)),
    ...(candidaturas.length > 0
      ? [
          {
            titulo: 'Candidaturas',
            colunas: ['Vaga', 'Situação', 'Inscrita em', 'Encerrada em', 'Resposta até', 'Recado da empresa'],
            linhas: candidaturas.map(({ vaga, situacao, inscritaEm, encerradaEm, respostaAte, recado }) => [
              vaga,
              situacoesDaCandidatura[situacao],
              instante(inscritaEm),
              instante(encerradaEm),
              dia(respostaAte),
              recado ?? '',
            ]),
          },
        ]
      : []),
    ...(historico.length > 0
      ? [
          {
            titulo: 'Histórico',
            colunas: ['Data', 'Vaga', 'Etapa'],
            linhas: historico.map(({ data, candidatura, etapa }) => [dia(data), vagaDe.get(candidatura ?? 0) ?? '', etapa]),
          },
        ]
      : []),
    ...(entrevistas.length > 0
      ? [
          {
            titulo: 'Entrevistas',
            colunas: ['Vaga', 'Quando', 'Onde', 'Situação'],
            linhas: entrevistas.map(({ candidatura, data, hora, local, endereco, situacao }) => [
              vagaDe.get(candidatura) ?? '',
              `${dia(data)} às ${hora}`,
              [local, endereco].filter(Boolean).join(' · '),
              situacoesDaEntrevista[situacao],
            ]),
          },
        ]
      : []),
    ...(mensagens.length > 0
      ? [
          {
            titulo: 'E-mails da seleção',
            colunas: ['Enviado em', 'Vaga', 'Assunto', 'Mensagem'],
            linhas: mensagens.map(({ candidatura, assunto, texto, enviadaEm }) => [
              instante(enviadaEm),
              vagaDe.get(candidatura) ?? '',
              assunto,
              texto ?? '',
            ]),
          },
        ]
      : []),
    ...(documentos.length > 0
      ? [
          {
            titulo: 'Documentos anexados',
            colunas: ['Descrição', 'Data', 'Arquivo', 'Endereço', 'Observação'],
            linhas: documentos.map(({ descricao, data, anexo, url, observacao }) => [
              descricao,
              dia(data),
              anexo?.nome ?? '',
              url ?? '',
              observacao ?? '',
            ]),
          },
        ]
      : []),
    ...avaliacoes.map(({ titulo, candidatura, respondidaEm, respostas }) => ({
      titulo: `Avaliação ${titulo}, de ${vagaDe.get(candidatura) ?? ''}, respondida em ${dia(respondidaEm)}`,
      colunas: ['Pergunta', 'Resposta'],
      linhas: respostas.map(({ pergunta, resposta }) => [pergunta, resposta]),
    })),
    ...(consentimentos.length > 0
      ? [
          {
            titulo: 'Consentimentos',
            colunas: ['Para quê', 'Dado em', 'Retirado em', 'Endereço de rede', 'Versão'],
            linhas: consentimentos.map(({ finalidade, aceitoEm, retiradoEm, endereco, versao }) => [
              FINALIDADES[finalidade] ?? finalidade,
              instante(aceitoEm),
              instante(retiradoEm),
              endereco ?? '',
              versao ?? '',
            ]),
          },
        ]
      : []),
    ...[...new Map(consentimentos.flatMap(({ versao, texto }) => (versao && texto ? [[versao, texto] as const] : [])))].map(
      ([versao, texto]) => ({ titulo: `Termo aceito, versão ${versao}`, texto: textOfHtml(texto) }),
    ),
  ];
}
