import type { ExternalActing } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Visit } from '#kit/door/doors.server.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { insertJoined } from '#platform/externo/joined-accounts.server.ts';
import { NOBODY } from '#platform/externo/outsiders.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { candidatoDa } from './cadastro.server.ts';
import { abreLugar } from './comecos.server.ts';
import { contaCadastro } from './contagem.server.ts';
import type { Dados, Opcao } from './dados.ts';
import { DA_EMPRESA, empresaDe, opcoesDaLista } from './empresa.server.ts';
import { LISTAS } from './formulario.server.ts';
import { type Par, pares } from './meus-dados-no-papel.server.ts';
import { respondido } from './passos.ts';
import type { portas } from './portas.ts';
import { guardaRascunho } from './rascunho.server.ts';
import { camposQueSeLevam, secoesQueSeLevam } from './secoes.ts';
import { aceita, demandaTermo, termoDe } from './termo.server.ts';

type Secao = keyof typeof secoesQueSeLevam;
const SECOES = Object.keys(secoesQueSeLevam) as Secao[];
/** They are not ticked beforehand: nobody needs them to apply. */
const SENSIVEIS = new Set<Secao>(['documentos', 'inclusao']);

const fields: Fields = candidatos.fields;

/** One's own answers in the words of another company: what stands in a list of each company is found there by its name, or left out. */
function tradutor(db: Queryable, empresaId: number) {
  const lidas = new Map<string, Promise<Map<string, Opcao>>>();
  const opcoes = (lista: string) => {
    const lida =
      lidas.get(lista) ??
      db
        .query<Opcao>(opcoesDaLista(DA_EMPRESA[lista] as (typeof DA_EMPRESA)[string], empresaId))
        .then((rows) => new Map(rows.map((uma) => [fold(uma.nome), uma])));
    lidas.set(lista, lida);
    return lida;
  };

  async function opcao(target: string | undefined, valor: unknown): Promise<Opcao | null> {
    const lista = target === undefined ? undefined : LISTAS[target];
    if (lista === undefined || typeof valor !== 'object' || valor === null) return null;
    const { id, nome } = valor as Opcao;
    if (!DA_EMPRESA[lista]) return { id, nome };
    return (await opcoes(lista)).get(fold(nome)) ?? null;
  }

  async function valor(field: Field, dado: unknown): Promise<unknown> {
    if (field.kind === 'ref') return opcao(field.target, dado);
    if (field.kind === 'refs') {
      const todas = await Promise.all((Array.isArray(dado) ? dado : []).map((uma) => opcao(field.target, uma)));
      return todas.filter((uma) => uma !== null);
    }
    if (field.kind === 'rows')
      return Promise.all((Array.isArray(dado) ? dado : []).map((uma: Dados) => linha(field.fields, uma)));
    return dado;
  }

  async function linha(campos: Fields, dados: Dados): Promise<Dados> {
    const dita = await traduz(campos, Object.keys(campos), dados);
    // A position that the other company does not list is written out.
    const cargo = dados.cargo as Opcao | null | undefined;
    return campos.nomeMercado && cargo && !dita.cargo ? { ...dita, checkNomeCargo: true, nomeMercado: cargo.nome } : dita;
  }

  async function traduz(campos: Fields, nomes: readonly string[], dados: Dados): Promise<Dados> {
    const pronto: Dados = {};
    for (const nome of nomes) {
      const field = campos[nome];
      const novo = field && respondido(dados[nome]) ? await valor(field, dados[nome]) : null;
      if (respondido(novo)) pronto[nome] = novo;
    }
    return pronto;
  }
  return (nomes: readonly string[], dados: Dados) => traduz(fields, nomes, dados);
}

const semCaixas = (campos: Fields): Fields =>
  Object.fromEntries(Object.entries(campos).filter(([, { kind }]) => kind !== 'boolean'));

/** What a person reads before they take it along: a line for each answer, and for each row of a list. */
const emLinhas = (dados: Dados): Par[] =>
  Object.entries(dados).flatMap(([nome, valor]): Par[] => {
    const field = fields[nome];
    if (field?.kind !== 'rows' || !Array.isArray(valor)) return pares(fields, { [nome]: valor });
    return valor.map((linha: Dados) => [
      field.label,
      pares(semCaixas(field.fields), linha)
        .map(([, texto]) => texto)
        .join(' · '),
    ]);
  });

export function portasDeOutraEmpresaAbertas({ db, store }: Services) {
  type V<N extends keyof typeof portas> = Visit<(typeof portas)[N]>;

  async function outra(acting: ExternalActing, id: number) {
    if (id === acting.empresaId) throw refuse.notFound();
    return empresaDe(db, id);
  }

  /** The own record; a registration that was not sent yet is not taken along. */
  async function registroDe(acting: ExternalActing): Promise<Dados> {
    const id = await candidatoDa(db, acting.pessoa.id);
    return id === undefined ? {} : store('captacao/candidatos').readWhole(db, acting, id);
  }

  return {
    async oQueLevar({ acting, request }: V<'oQueLevar'>) {
      queryOf(request, {});
      const { id, nome } = await outra(acting, recordIdOf(request));
      const registro = await registroDe(acting);
      const traduz = tradutor(db, id);
      const secoes = [];
      for (const secao of SECOES) {
        const campos = emLinhas(await traduz(camposQueSeLevam(secao), registro));
        if (campos.length > 0)
          secoes.push({ id: secao, titulo: secoesQueSeLevam[secao], sensivel: SENSIVEIS.has(secao), campos });
      }
      return { empresa: { id, nome }, secoes };
    },

    async usarConta({ acting, request, reply, values }: V<'usarConta'>) {
      const empresa = await outra(acting, recordIdOf(request));
      // Always accepted, whatever the company demands of others: here data go from one to another.
      const termo = { ...termoDe({ settings: empresa.settings, empresaNome: empresa.nome }), exigido: true };
      demandaTermo(termo, values);
      const registro = await registroDe(acting);
      const id = await db.tx(async (tx) => {
        const conta = await insertJoined(tx, acting.pessoa.id, empresa.id, abreLugar);
        // It is one more registration from this network, without a bot check of its own; one that was refused is none.
        await contaCadastro(tx, request);
        await aceita(tx, empresa.id, conta, termo, request.ip);
        // As every registration is told to the company: where the person comes from is theirs to say.
        const trilha = auditor({ usuarioId: null, usuarioNome: NOBODY, empresaId: empresa.id, requestId: request.id });
        await trilha(tx, { table: 'contas_externas', id: conta, action: 'I', changes: { nome: [null, acting.pessoa.nome] } });
        return conta;
      });
      const para = { id, empresaId: empresa.id };
      const escolhidas = (values.secoes ?? []) as Secao[];
      const dados = await comArquivos(await tradutor(db, empresa.id)(escolhidas.flatMap(camposQueSeLevam), registro));
      if (Object.keys(dados).length > 0) await db.tx((tx) => guardaRascunho(tx, id, JSON.stringify(dados)));
      await request.server.external.move(request, reply, acting.pessoa.id, id);
      return para;

      /** Files as new ones of the new account; those that somebody else put there stay where they are. */
      async function comArquivos(levado: Dados): Promise<Dados> {
        const { foto, candidatoCurriculos, ...resto } = levado;
        const novaFoto = foto && (await copia(foto));
        const curriculos = [];
        for (const { curriculo, descricao } of (candidatoCurriculos ?? []) as Dados[]) {
          const novo = await copia(curriculo);
          if (novo) curriculos.push({ curriculo: novo, descricao: descricao ?? null });
        }
        return {
          ...resto,
          ...(novaFoto ? { foto: novaFoto } : {}),
          ...(curriculos.length > 0 ? { candidatoCurriculos: curriculos } : {}),
        };
      }

      async function copia(arquivo: unknown) {
        const { id: velho } = arquivo as { id: number };
        const novo = await request.server.copyExternalFile(request, velho, acting, para).catch((error: unknown) => {
          request.log.warn({ err: error }, 'a file did not come along to the other company');
          return undefined;
        });
        return novo && { id: novo.id, nome: novo.nome, tamanho: novo.tamanho, tipo: novo.tipo };
      }
    },
  };
}
