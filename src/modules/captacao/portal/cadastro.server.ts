import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Acting, ExternalActing } from '#kit/acting/acting.server.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import type { Visit } from '#kit/door/doors.server.ts';
import { emptyOf } from '#kit/fields/field.ts';
import { paramOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { type Store, UNASKED } from '#kit/store/store.server.ts';
import { hashOfNew, holdCpf, insertAccount } from '#platform/externo/new-account.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { avisoDaUniao, oQueNaoEsta } from './avisos.server.ts';
import { abreLugar, demandaLugar } from './comecos.server.ts';
import { contaCadastro } from './contagem.server.ts';
import { faltasDoPortal, formularioDe, MAIS_CURRICULOS } from './formulario.server.ts';
import type { portas } from './portas.ts';
import { esqueceRascunho, guardaRascunho, rascunhoDe } from './rascunho.server.ts';
import { camposDoPortal } from './secoes.ts';
import { aceita, aceitou, consente, consentiu, demandaAceite, demandaTermo, termoDe } from './termo.server.ts';

/** Somebody's own address; the id of any other account answers 404. */
export function demandaDono(request: FastifyRequest, { pessoa }: ExternalActing): number {
  if (paramOf(request, 'id') !== String(pessoa.id)) throw refuse.notFound();
  return pessoa.id;
}

/** The candidate's record of an account; undefined until the registration is sent. */
export async function candidatoDa(db: Queryable, contaId: number): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(sql`select candidato_id as id from candidatos_contas where conta_id = ${contaId}`);
  return row?.id;
}

/** Locks the record. While this waited, a merge or its end may have led the account to another one. */
export async function demandaAindaDela(tx: Tx, contaId: number, candidatoId: number): Promise<void> {
  await tx.query(sql`select 1 from candidatos where id = ${candidatoId} for no key update`);
  if ((await candidatoDa(tx, contaId)) !== candidatoId)
    throw new Refusal('CADASTRO_MUDOU', 'O seu cadastro mudou neste momento. Tente de novo.', 409);
}

export const recorte = (registro: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(camposDoPortal.map((nome) => [nome, registro[nome] ?? emptyOf(candidatos.fields[nome])]));

function objetoDe(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuse.invalid([{ field: '', message: 'Envie o cadastro' }]);
  return body as Record<string, unknown>;
}

const loja = ({ store }: Services): Store => store('captacao/candidatos');

/** Writes the record with the rights of its owner at the portal. */
function altera(tx: Tx, store: Store, acting: Acting, antes: Record_, mudancas: Record<string, unknown>): Promise<Record_> {
  return store.update(tx, acting, antes.id, { ...inputOf(candidatos, antes), ...mudancas }, UNASKED);
}

interface Conta {
  id: number;
  cpf: string;
  nome: string;
  email: string;
}

/** The account, locked; its holder may have had it erased a moment ago. */
async function contaPara(tx: Tx, id: number): Promise<Conta> {
  const conta = await tx.one<Conta>(sql`select id, cpf, nome, email from contas_externas where id = ${id} for update`);
  if (!conta) throw refuse.expired();
  return conta;
}

/**
 * A new record of an account. Its CPF may stand in another record, which the person must not be told: the new one is made without it,
 * and says to HR that may see documents which the other is (`mesmoCpf`), so that they compare the two and merge them.
 */
async function inclui(tx: Tx, store: Store, acting: Acting, conta: Conta, dados: Record<string, unknown>): Promise<Record_> {
  const outro = await tx.one<{ id: number }>(
    sql`select id from candidatos where empresa_id = ${acting.empresaId} and cpf = ${conta.cpf}`,
  );
  const salvo = await store.create(
    tx,
    acting,
    { ...dados, email: conta.email, cpf: outro ? null : conta.cpf, disponivel: true },
    UNASKED,
  );
  await tx.query(sql`insert into candidatos_contas (candidato_id, conta_id) values (${salvo.id}, ${conta.id})`);
  return salvo;
}

async function completoDe(db: Database, store: Store, acting: ExternalActing) {
  const conta = acting.pessoa.id;
  const id = await candidatoDa(db, conta);
  const registro = id === undefined ? undefined : await store.readWhole(db, acting, id);
  const termo = termoDe(acting);
  return {
    candidato: registro ? { ...recorte(registro), email: registro.email, versao: registro.versao } : null,
    rascunho: (await rascunhoDe(db, conta)) ?? null,
    termo: { versao: termo.versao, pendente: termo.exigido && !(await aceitou(db, conta, termo)) },
    banco: await consentiu(db, conta),
    oQueNaoEsta: await oQueNaoEsta(db, acting),
    uniao: await avisoDaUniao(db, acting, conta, id),
  };
}

/** NUL and halves of characters in JSON as it was written: a backslash that somebody typed is doubled there. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

export function portasDoCadastro(services: Services) {
  const { db } = services;
  const store = () => loja(services);
  type V<N extends keyof typeof portas> = Visit<(typeof portas)[N]>;

  return {
    async cadastrar({ acting, values, request, reply }: V<'cadastrar'>) {
      const { empresaId, empresaNome } = acting;
      const { cpf, nome, email, senha, aceitoPoliticaSeguranca, recaptcha } = values;
      const termo = termoDe(acting);
      demandaTermo(termo, values);
      const nova = { empresaId, empresaNome, cpf, nome, email, senha };
      // The bot check comes first: making a hash is dear, and only who passed it may ask for one.
      await request.server.robots.demand(recaptcha);
      // And the count after it: whoever solves nothing shuts nobody out who shares their address.
      await contaCadastro(db, request);
      const hash = await hashOfNew(nova);
      const id = await db.tx(async (tx) => {
        const conta = await insertAccount(tx, nova, hash, abreLugar);
        if (aceitoPoliticaSeguranca) await aceita(tx, empresaId, conta, termo, request.ip);
        await acting.audit(tx, { table: 'contas_externas', id: conta, action: 'I', changes: { nome: [null, nome] } });
        return conta;
      });
      await request.server.external.open(request, reply, hash, id);
      return { id, nome, empresaId };
    },

    formulario: ({ acting }: V<'formulario'>) => ({ secoes: formularioDe(acting), minimo: ['nome', 'cargos'] }),

    async completo({ acting, request }: V<'completo'>) {
      demandaDono(request, acting);
      return completoDe(db, store(), acting);
    },

    conhecimentos: parte('conhecimentos'),
    formacoes: parte('formacoes'),
    certificados: parte('certificados'),
    idiomas: parte('idiomas'),
    experiencias: parte('experiencias'),
    areasInteresse: parte('areasInteresse'),

    async salvar({ acting, request }: V<'salvar'>) {
      const contaId = demandaDono(request, acting);
      const dados = recorte(objetoDe(request.body));
      const { versao } = request.body as { versao?: unknown };
      await demandaAceite(db, acting, contaId);
      const faltas = faltasDoPortal(dados, acting.settings);
      if (faltas.length > 0) throw refuse.invalid(faltas);
      return db.tx(async (tx) => {
        // The CPF before the account, as registrations hold them.
        if ((await candidatoDa(tx, contaId)) === undefined)
          await holdCpf(tx, { empresaId: acting.empresaId, cpf: request.conta.cpf });
        const conta = await contaPara(tx, contaId);
        const id = await candidatoDa(tx, contaId);
        if (id === undefined) await demandaLugar(tx, { ...conta, empresaId: acting.empresaId });
        const salvo =
          id === undefined
            ? await inclui(tx, store(), acting, conta, dados)
            : await altera(tx, store(), acting, await store().readWhole(tx, acting, id, true), {
                ...dados,
                email: conta.email,
                ...(versao === undefined ? {} : { versao }),
              });
        await tx.query(sql`update contas_externas set nome = ${salvo.nome} where id = ${contaId} and nome <> ${salvo.nome}`);
        await esqueceRascunho(tx, contaId);
        return { versao: salvo.versao };
      });
    },

    async rascunho({ acting, request, reply }: V<'rascunho'>) {
      const contaId = demandaDono(request, acting);
      const dados = JSON.stringify(recorte(objetoDe(request.body)));
      if (UNSTORABLE.test(dados)) throw refuse.invalid([{ field: '', message: 'O texto contém caracteres inválidos' }]);
      await db.tx((tx) => guardaRascunho(tx, contaId, dados));
      return reply.status(204).send();
    },

    async foto({ acting, request, reply, values }: V<'foto'>) {
      await mudaArquivos(acting, request, () => ({ foto: { id: values.foto } }));
      return reply.status(204).send();
    },

    async verFoto({ acting, request, reply }: V<'verFoto'>) {
      const id = await candidatoDa(db, demandaDono(request, acting));
      const foto =
        id === undefined
          ? undefined
          : await db.one<{ id: number | null }>(sql`select foto_id as id from candidatos where id = ${id}`);
      if (!foto?.id) throw refuse.notFound();
      return reply.redirect(`/api/externo/arquivos/${foto.id}`);
    },

    async curriculo({ acting, request, reply, values }: V<'curriculo'>) {
      await mudaArquivos(acting, request, ({ candidatoCurriculos }) => {
        const antes = candidatoCurriculos as object[];
        if (antes.length >= MAIS_CURRICULOS)
          throw new Refusal('MUITOS_ARQUIVOS', `São permitidos no máximo ${MAIS_CURRICULOS} currículos.`);
        return { candidatoCurriculos: [...antes, { curriculo: { id: values.curriculo }, descricao: values.descricao }] };
      });
      return reply.status(204).send();
    },

    async aceitar({ acting, request, reply, values }: V<'aceitar'>) {
      const contaId = demandaDono(request, acting);
      const termo = termoDe(acting);
      if (values.versao !== termo.versao) throw refuse.invalid([{ field: 'versao', message: 'O termo mudou. Leia-o de novo.' }]);
      await db.tx(async (tx) => {
        if (!(await aceitou(tx, contaId, termo))) await aceita(tx, acting.empresaId, contaId, termo, request.ip);
      });
      return reply.status(204).send();
    },

    async consentir({ acting, request, reply, values }: V<'consentir'>) {
      demandaDono(request, acting);
      await db.tx((tx) => consente(tx, acting, values.banco, request.ip));
      return reply.status(204).send();
    },
  };

  /** Answers one list of the own record; before the registration is sent it is empty. */
  function parte(campo: 'conhecimentos' | 'formacoes' | 'certificados' | 'idiomas' | 'experiencias' | 'areasInteresse') {
    return async ({ acting, request }: V<typeof campo>) => {
      const id = await candidatoDa(db, demandaDono(request, acting));
      return id === undefined ? [] : (await store().readWhole(db, acting, id))[campo];
    };
  }

  /** Changes files of a record that stands. */
  async function mudaArquivos(
    acting: ExternalActing,
    request: FastifyRequest,
    muda: (antes: Record_) => Record<string, unknown>,
  ): Promise<void> {
    const contaId = demandaDono(request, acting);
    await demandaAceite(db, acting, contaId);
    await db.tx(async (tx) => {
      const id = await candidatoDa(tx, contaId);
      if (id === undefined) throw refuse.notFound();
      await demandaAindaDela(tx, contaId, id);
      const antes = await store().readWhole(tx, acting, id, true);
      await altera(tx, store(), acting, antes, muda(antes));
    });
  }
}
