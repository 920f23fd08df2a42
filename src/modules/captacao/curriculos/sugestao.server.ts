import sql, { type Sql } from 'sql-template-tag';
import { type Acting, makerColumns } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { formatMonth } from '#kit/br/date.ts';
import { fold } from '#kit/br/text.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { emptyOf, type Field, type Fields } from '#kit/fields/field.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { SEM_TEXTO, type SemTexto } from '#kit/text/text.ts';
import { VER_DOCUMENTOS } from '#modules/gestao-talentos/public.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { leTextos } from '../candidatos/textos.server.ts';
import { candidatosVisiveis } from '../candidatos/visiveis.server.ts';
import type { Trecho } from './folha.ts';
import { proposeFromCv } from './proposta.ts';
import type { Proposta, Proposto, Telefone } from './proposto.ts';
import type { Leitura, Sugestao } from './sugestao.ts';

const campos: Fields = candidatos.fields;

interface Nome {
  id: number;
  nome: string;
}

/** The company's lists from which rows of a record choose. */
interface Listas {
  areas: readonly Nome[];
  cargos: readonly Nome[];
  idiomas: readonly Nome[];
}

async function listasDe(db: Queryable, empresaId: number): Promise<Listas> {
  const nomes = (from: Sql) => db.query<Nome>(sql`select id, nome from ${from} order by nome_ord, id limit 3000`);
  return {
    areas: await nomes(sql`areas_formacao where empresa_id = ${empresaId}`),
    cargos: await nomes(sql`cargos where empresa_id = ${empresaId} and ativa`),
    idiomas: await nomes(sql`idiomas`),
  };
}

const MOST_EXCERPT = 160;
/** School up to the age of 17 is told by the schooling of the record, not by a row of it. */
const ESCOLA = /\b(ensino (medio|fundamental)|(primeiro|segundo|1o|2o) grau)\b/;

/** A month or a year of a CV as a day: the first one of it, or the last one where something ends. */
export function diaDe(ponto: string, fim = false): string {
  const [ano = '', mes] = ponto.split('-');
  if (!fim) return `${ano}-${mes ?? '01'}-01`;
  return new Date(Date.UTC(Number(ano), Number(mes ?? 12), 0)).toISOString().slice(0, 10);
}
const emPalavras = (ponto: string) => (ponto.includes('-') ? formatMonth(ponto) : ponto);

const emPalavrasSoltas = (texto: string) =>
  ` ${fold(texto)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/** The longest name of a list that stands in a text as words of it. The list is folded once, however many texts are looked at. */
function achadoEm(lista: readonly Nome[]): (texto: string) => Nome | null {
  const ditos = lista
    .map((um) => ({ um, palavras: emPalavrasSoltas(um.nome) }))
    .sort((a, b) => b.um.nome.length - a.um.nome.length);
  return (texto) => {
    const dentro = emPalavrasSoltas(texto);
    return ditos.find(({ palavras }) => dentro.includes(palavras))?.um ?? null;
  };
}
function mesmoEm(lista: readonly Nome[]): (nome: string) => Nome | null {
  const dito = new Map([...lista].reverse().map((um) => [fold(um.nome), um]));
  return (nome) => dito.get(fold(nome)) ?? null;
}

const rotuloDe = (nome: string) => campos[nome]?.label ?? nome;

/** A whole row of a list of the record, and what it needs besides. */
function linhaDe(lista: string, sabida: Readonly<Record<string, unknown>>) {
  const fields: Record<string, Field> = campos[lista]?.fields ?? {};
  const linha = Object.fromEntries(Object.entries(fields).map(([nome, field]) => [nome, sabida[nome] ?? emptyOf(field)]));
  const falta = Object.entries(fields)
    .filter(([nome, { required, kind }]) => required && kind !== 'boolean' && (linha[nome] ?? '') === '')
    .map(([, { label }]) => label);
  return { linha, falta };
}

/** What a CV proposes, as suggestions for the fields of a candidate's record. */
export function sugestoesDe(proposta: Proposta, texto: string, { areas, cargos, idiomas }: Listas, hoje: string): Sugestao[] {
  const trechoDe = ({ inicio, fim }: Trecho) => {
    const inteiro = texto.slice(inicio, fim).replace(/\s+/g, ' ').trim();
    return inteiro.length > MOST_EXCERPT ? `${inteiro.slice(0, MOST_EXCERPT)}…` : inteiro;
  };
  /** What the record's own field would refuse is not suggested. */
  const valido = (valores: Readonly<Record<string, unknown>>) =>
    Object.entries(valores).every(([nome, valor]) => campos[nome]?.schema.safeParse(valor).success === true);
  const deValor = (campo: string, valores: Readonly<Record<string, unknown>>, dito: string, onde: Trecho): Sugestao[] =>
    valido(valores) ? [{ campo, rotulo: rotuloDe(campo), dito, trecho: trechoDe(onde), valores, falta: [] }] : [];
  const deTexto = (campo: string, proposto: Proposto<string> | undefined) =>
    proposto ? deValor(campo, { [campo]: proposto.valor }, proposto.valor, proposto.trecho) : [];
  const telefone = (tipo: Telefone['tipo'], ddd: string, fone: string) => {
    const um = proposta.telefones.find(({ valor }) => valor.tipo === tipo);
    return um
      ? deValor(fone, { [ddd]: um.valor.ddd, [fone]: um.valor.numero }, `(${um.valor.ddd}) ${um.valor.numero}`, um.trecho)
      : [];
  };
  const deLinha = (
    campo: string,
    sabida: Readonly<Record<string, unknown>>,
    dito: readonly unknown[],
    onde: Trecho,
  ): Sugestao => ({
    campo,
    rotulo: rotuloDe(campo),
    dito: dito.filter(Boolean).join(' · '),
    trecho: trechoDe(onde),
    ...linhaDe(campo, sabida),
  });
  const areaEm = achadoEm(proposta.formacoes.length > 0 ? areas : []);
  const cargoDito = mesmoEm(proposta.experiencias.length > 0 ? cargos : []);
  const idiomaDito = mesmoEm(idiomas);
  const opcao = (lista: string, nome: string, codigo: string | undefined) =>
    codigo === undefined ? undefined : campos[lista]?.fields?.[nome]?.options?.[codigo];

  return [
    ...deTexto('nome', proposta.nome),
    ...(proposta.cpf ? deValor('cpf', { cpf: proposta.cpf.valor }, CPF.format(proposta.cpf.valor), proposta.cpf.trecho) : []),
    ...deTexto('email', proposta.email),
    ...telefone('celular', 'dddCelular', 'foneCelular'),
    ...telefone('fixo', 'ddd', 'foneFixo'),
    ...proposta.formacoes.flatMap(({ valor: { curso, tipo, local, situacao, conclusao }, trecho }) =>
      tipo === undefined && ESCOLA.test(fold(curso))
        ? []
        : [
            deLinha(
              'formacoes',
              { areaFormacao: areaEm(curso), curso, tipo, local, situacao, conclusao },
              [curso, local, opcao('formacoes', 'situacao', situacao), conclusao],
              trecho,
            ),
          ],
    ),
    ...proposta.experiencias.map(({ valor: { empresa, cargo, periodo }, trecho }) => {
      const daLista = cargoDito(cargo);
      const fim = periodo.fim === null ? null : diaDe(periodo.fim, true);
      return deLinha(
        'experiencias',
        {
          empresa,
          cargo: daLista,
          checkNomeCargo: daLista === null,
          nomeMercado: daLista === null ? cargo : null,
          dataAdmissao: diaDe(periodo.inicio),
          // A job that ended this month ended by today.
          dataDesligamento: fim !== null && fim > hoje ? hoje : fim,
        },
        [cargo, empresa, `${emPalavras(periodo.inicio)} a ${periodo.fim === null ? 'hoje' : emPalavras(periodo.fim)}`],
        trecho,
      );
    }),
    ...proposta.idiomas.flatMap(({ valor: { idioma, nivel }, trecho }) => {
      const daLista = idiomaDito(idioma);
      return daLista
        ? [deLinha('idiomas', { idioma: daLista, nivel }, [daLista.nome, opcao('idiomas', 'nivel', nivel)], trecho)]
        : [];
    }),
  ];
}

/** A CV that the actor sent, or that HR sees in a record; anything else is not found. */
async function curriculoDe(tx: Tx, acting: Acting, arquivoId: number): Promise<void> {
  const [usuario, externo] = makerColumns(acting);
  const noCadastro =
    acting.kind === 'usuario' && acting.can(candidatos.authority)
      ? sql`exists (select from candidatos_candidato_curriculos k join candidatos t on t.id = k.registro_id
          where k.curriculo_id = a.id and ${candidatosVisiveis(acting)})`
      : sql`false`;
  const achado = await tx.one(sql`
    select 1 from arquivos a where a.id = ${arquivoId} and a.empresa_id = ${acting.empresaId} and a.uso = 'envio'
      and (a.criado_por = ${usuario} or a.externo = ${externo} or ${noCadastro}) for key share`);
  if (!achado) throw refuse.notFound();
  if (externo === null) return;
  const { total } = await tx.only<{ total: number }>(sql`
    select count(*)::int as total from textos_de_arquivos x join arquivos a on a.id = x.arquivo_id
    where a.externo = ${externo} and a.empresa_id = ${acting.empresaId} and a.id <> ${arquivoId} and x.situacao = 'A'`);
  if (total >= MOST_WAITING)
    throw new Refusal(
      'MUITAS_LEITURAS',
      'Os currículos que você enviou ainda estão sendo lidos. Espere um pouco e tente de novo.',
      409,
    );
}

/** CVs of one candidate that may wait to be read: a reading takes a processor for seconds, or minutes. */
const MOST_WAITING = 3;

/** Has a CV read, and answers what it suggests once its text is there; asked again meanwhile. */
export async function leCurriculo(db: Database, acting: Acting, arquivoId: number): Promise<Leitura> {
  await db.tx(async (tx) => {
    await curriculoDe(tx, acting, arquivoId);
    await leTextos(tx, acting.empresaId, [arquivoId]);
  });
  const lido = await db.one<{ situacao: Leitura['situacao']; texto: string | null; motivo: SemTexto | null }>(
    sql`select situacao, texto, motivo from textos_de_arquivos where arquivo_id = ${arquivoId}`,
  );
  if (!lido) throw refuse.notFound();
  const { situacao, texto, motivo } = lido;
  if (texto === null) return { situacao, motivo: motivo && SEM_TEXTO[motivo], sugestoes: [] };
  const { cpf, ...proposta } = proposeFromCv(texto, acting.today);
  // The CPF of an account is its own, and at HR it is guarded.
  const vistas = cpf && acting.kind === 'usuario' && acting.can(VER_DOCUMENTOS) ? { ...proposta, cpf } : proposta;
  if ('cpf' in vistas) await tellHourly(db, acting, { table: 'arquivos', id: arquivoId, columns: ['CPF'] });
  return { situacao, motivo: null, sugestoes: sugestoesDe(vistas, texto, await listasDe(db, acting.empresaId), acting.today) };
}
