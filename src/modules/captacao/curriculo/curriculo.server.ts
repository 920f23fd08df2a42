import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { telefone } from '#kit/br/telefone.ts';
import { counted } from '#kit/br/text.ts';
import { gathered } from '#kit/document/document.server.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { printedFields } from '#kit/print/table.ts';
import { rowsIn } from '#kit/registry/record.ts';
import type { DocumentQuery, Reading } from '#kit/report/report.server.ts';
import { formatCell } from '#kit/sheet/format.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { camposSocioEconomicos, nomesExtras } from '#modules/gestao-talentos/public.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';
import { aptidoes, situacoesDaCandidatura } from '../candidaturas/codigos.ts';
import { historico } from '../candidaturas/historico.registry.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';

interface Opcoes {
  candidatosIds: readonly number[];
  exibirCabecalho: boolean;
  exibirSolicitacaoPessoal: boolean;
  exibirHistorico: boolean;
  exibirFormacao: boolean;
  exibirExperiencia: boolean;
  exibirCertificados: boolean;
  exibirIdioma: boolean;
  exibirConhecimento: boolean;
  exibirCurso: boolean;
  exibirSocioEconomica: boolean;
  exibirCamposExtras: boolean;
  exibirObservacoes: boolean;
  exibirOcrTexto: boolean;
  exibirAssinatura1: boolean;
  assinatura1: string | null;
  exibirAssinatura2: boolean;
  assinatura2: string | null;
  exibirAssinatura3: boolean;
  assinatura3: string | null;
}

type Par = [nome: string, valor: string];
/** A part of the page: pairs, a table, or a text. */
interface Secao {
  titulo: string;
  campos?: Par[];
  colunas?: string[];
  linhas?: string[][];
  texto?: string;
}

const { fields } = candidatos;
const PESSOAIS = ['dataNascimento', 'estadoCivil', 'escolaridade', 'nacionalidade', 'colocacao', 'pretencaoSalarial'];
const CONTATO = ['email', 'logradouro', 'numero', 'complemento', 'bairro', 'cidade', 'uf', 'cep'];

const fone = (nome: string, ddd: unknown, numero: unknown): Par[] =>
  numero ? [[nome, telefone.format(`${formatCell('text', ddd)}${formatCell('text', numero)}`)]] : [];

/** The rows of a list of the record, in the words of their fields. */
function tabela(titulo: string, candidato: Record_, lista: keyof typeof fields, nomes: readonly string[]): Secao[] {
  const linhas = rowsIn(candidato, lista);
  const campos = nomes.flatMap((nome) => {
    const campo = fields[lista].fields?.[nome];
    return campo ? [[nome, campo] as const] : [];
  });
  if (linhas.length === 0) return [];
  return [
    {
      titulo,
      colunas: campos.map(([, campo]) => campo.label),
      linhas: linhas.map((linha) =>
        campos.map(([nome, campo]) =>
          nome === 'cargo' && linha.checkNomeCargo === true
            ? formatCell('text', linha.nomeMercado)
            : fieldText(campo, linha[nome]),
        ),
      ),
    },
  ];
}

const texto = (titulo: string, valor: unknown): Secao[] =>
  typeof valor === 'string' && valor.trim() !== '' ? [{ titulo, texto: valor }] : [];

const nomes = (valor: unknown): string =>
  Array.isArray(valor) ? valor.map((um: { nome?: unknown }) => formatCell('text', um.nome)).join(', ') : '';

/** Over `s`: the requests that the reader sees. */
const vistas = (acting: Acting): Sql => solicitacoesVisiveis(acting) ?? sql`true`;

async function selecoesDe({ db }: Reading, acting: Acting, candidato: number): Promise<Secao[]> {
  const linhas = await db.query<{
    vaga: string;
    inscrita: string;
    etapa: string | null;
    situacao: keyof typeof situacoesDaCandidatura;
  }>(sql`
    select s.descricao as vaga, hoje(k.inscrita_em) as inscrita, e.nome as etapa, k.situacao
    from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id left join etapas_seletivas e on e.id = k.etapa_seletiva_id
    where k.candidato_id = ${candidato} and ${vistas(acting)} order by k.inscrita_em desc, k.id desc limit 200`);
  if (linhas.length === 0) return [];
  return [
    {
      titulo: 'Solicitações de pessoal',
      colunas: ['Vaga', 'Desde', 'Etapa', 'Situação'],
      linhas: linhas.map(({ vaga, inscrita, etapa, situacao }) => [
        vaga,
        formatCell('date', inscrita),
        etapa ?? 'Inscritos',
        situacoesDaCandidatura[situacao],
      ]),
    },
  ];
}

async function historicoDe({ db }: Reading, acting: Acting, candidato: number): Promise<Secao[]> {
  const linhas = await db.query<{
    data: string;
    vaga: string | null;
    etapa: string | null;
    responsavel: string | null;
    apto: keyof typeof aptidoes;
    observacao: string | null;
  }>(sql`
    select h.data, s.descricao as vaga, e.nome as etapa, h.responsavel, h.apto, h.observacao from candidatos_historicos h
      left join solicitacoes_pessoal s on s.id = h.solicitacao_id left join etapas_seletivas e on e.id = h.etapa_seletiva_id
    where h.candidato_id = ${candidato} and (s.id is null or ${vistas(acting)}) order by h.data desc, h.id desc limit 500`);
  if (linhas.length === 0) return [];
  return [
    {
      titulo: 'Histórico',
      colunas: ['Data', 'Vaga', 'Etapa', 'Responsável', 'Situação', 'Observação'],
      linhas: linhas.map(({ data, vaga, etapa, responsavel, apto, observacao }) => [
        formatCell('date', data),
        vaga ?? '',
        etapa ?? '',
        responsavel ?? '',
        aptidoes[apto],
        observacao ?? '',
      ]),
    },
  ];
}

/** One candidate on paper. The store applies what its reader may see, and records the reading. */
async function curriculoDe(reading: Reading, id: number, opcoes: Opcoes, acting: Acting) {
  const candidato: Record_ = await reading.store('captacao/candidatos').show(reading.db, acting, id);
  const sim = (vale: boolean, secoes: Secao[]) => (vale ? secoes : []);
  const pares = (titulo: string, campos: Par[]): Secao[] => (campos.length > 0 ? [{ titulo, campos }] : []);
  const extras = fieldsIn(candidatos, acting.settings);
  return {
    nome: formatCell('text', candidato.nomeSocial ?? candidato.nome),
    cargos: nomes(candidato.cargos),
    secoes: [
      ...pares('Dados pessoais', printedFields(fields, candidato, PESSOAIS) as Par[]),
      ...pares('Contato', [
        ...fone('Celular', candidato.dddCelular, candidato.foneCelular),
        ...fone('Telefone', candidato.ddd, candidato.foneFixo),
        ...(printedFields(fields, candidato, CONTATO) as Par[]),
      ]),
      ...sim(
        opcoes.exibirFormacao,
        tabela('Formação', candidato, 'formacoes', ['curso', 'local', 'tipo', 'situacao', 'conclusao']),
      ),
      ...sim(
        opcoes.exibirExperiencia,
        tabela('Experiência profissional', candidato, 'experiencias', [
          'empresa',
          'cargo',
          'dataAdmissao',
          'dataDesligamento',
          'motivoSaida',
        ]),
      ),
      ...sim(
        opcoes.exibirCertificados,
        tabela('Certificados', candidato, 'certificados', ['titulo', 'organizacao', 'tipo', 'dataFim', 'validade']),
      ),
      ...sim(opcoes.exibirIdioma, tabela('Idiomas', candidato, 'idiomas', ['idioma', 'nivel'])),
      ...sim(opcoes.exibirConhecimento, texto('Conhecimentos', nomes(candidato.conhecimentos))),
      ...sim(opcoes.exibirCurso, texto('Outros cursos', candidato.cursos)),
      ...sim(
        opcoes.exibirSocioEconomica,
        pares('Informações socioeconômicas', printedFields(fields, candidato, Object.keys(camposSocioEconomicos)) as Par[]),
      ),
      ...sim(
        opcoes.exibirCamposExtras,
        pares(
          'Outras informações',
          printedFields(
            extras,
            candidato,
            nomesExtras.filter((nome) => extras[nome] !== undefined),
          ) as Par[],
        ),
      ),
      ...sim(opcoes.exibirObservacoes, [
        ...texto('Observação', candidato.observacao),
        // What HR keeps for itself is for whoever may open the registry that it comes from.
        ...sim(acting.can(candidatos.authority), texto('Observação do RH', candidato.observacaoRH)),
      ]),
      ...(opcoes.exibirSolicitacaoPessoal && acting.can(candidaturas.authority) ? await selecoesDe(reading, acting, id) : []),
      ...(opcoes.exibirHistorico && acting.can(historico.authority) ? await historicoDe(reading, acting, id) : []),
      ...sim(opcoes.exibirOcrTexto, texto('Texto do currículo', candidato.ocrTexto)),
    ],
  };
}

/** CVs that a request prints itself. */
const MAIS_NO_PEDIDO = 10;

/** One that may not be seen refuses them all: nobody hands out a document that lacks somebody in silence. */
export const curriculoDocumento: DocumentQuery = {
  template: new URL('./curriculo.typ', import.meta.url),
  filters: false,
  isLong: ({ candidatosIds }: Opcoes) => candidatosIds.length > MAIS_NO_PEDIDO,
  async data(reading, opcoes: Opcoes, acting) {
    const curriculos = await gathered(new Set(opcoes.candidatosIds), (id) => curriculoDe(reading, id, opcoes, acting));
    curriculos.sort((a, b) => a.nome.localeCompare(b.nome, 'pt-BR'));
    const [um] = curriculos;
    return {
      titulo: um && curriculos.length === 1 ? `Currículo - ${um.nome}` : counted(curriculos.length, 'currículo', 'currículos'),
      curriculos,
      cabecalho: opcoes.exibirCabecalho,
      assinaturas: [
        ...(opcoes.exibirAssinatura1 ? [opcoes.assinatura1 ?? ''] : []),
        ...(opcoes.exibirAssinatura2 ? [opcoes.assinatura2 ?? ''] : []),
        ...(opcoes.exibirAssinatura3 ? [opcoes.assinatura3 ?? ''] : []),
      ],
    };
  },
};
