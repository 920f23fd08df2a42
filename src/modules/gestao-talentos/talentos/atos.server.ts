import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Acting, entering } from '#kit/acting/acting.server.ts';
import { formatDate, isDate } from '#kit/br/date.ts';
import { add, mul, round } from '#kit/br/decimal.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import type { Fields } from '#kit/fields/field.ts';
import { hide } from '#kit/fields/sensitive.ts';
import { accepted } from '#kit/form/accepted.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import type { AnyForm } from '#kit/form/form.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { SERVES } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Row } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { bodyOf } from '#kit/routes/routes.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import type { Record_ } from '#kit/store/store.server.ts';
import { VER_SALARIO } from '../pessoa/sensiveis.ts';
import { type AtoDoHistorico, atosDoTalento, formasDosAtos } from './atos.ts';
import { daLinha } from './da-linha.server.ts';
import { mudancasDe } from './mudancas.server.ts';
import { type Lancamento, lancamentosDe, previaDe, vigenteEm } from './previa.server.ts';
import { talentos as registro } from './talentos.registry.ts';

const ROOT = '/api/gestao-talentos/talentos';
const schema = { tags: ['Talentos'] };

const faixaPaga = z.object({ nome: z.string(), valor: z.number().nullable() });
const previa = z.object({
  mudancas: z.array(z.object({ campo: z.string(), de: z.string().nullable(), para: z.string().nullable() })),
  salario: z.object({ de: z.number().nullable(), para: z.number().nullable(), faixa: faixaPaga }).nullable(),
  passos: z.array(z.object({ data: z.iso.date(), de: z.number().nullable(), para: z.number().nullable() })),
  confirmar: z.array(z.string()),
  avisos: z.array(z.string()),
  futura: z.boolean(),
});

/** The preview of a deed, with the entry that it would write. */
const comLancamento = previa.extend({ lancamento: z.looseObject({ data: z.iso.date() }) });

type Pedido = Readonly<Record<string, unknown>> & { data?: unknown };

/** The motive of the entry that a deed writes. */
const motivoDe: Record<AtoDoHistorico, string> = { promover: 'P', transferir: 'T', reajustar: 'R' };

/** What the deed changes of the entry that it follows; an absent value keeps what was. */
async function mudadoPor(tx: Tx, ato: AtoDoHistorico, pedido: Pedido, anterior: Lancamento, data: string): Promise<Row> {
  if (ato === 'promover') {
    const { faixaSalarial, tipoSalario, indice, quantidadeIndice, salario, motivo } = pedido;
    const pagamento = tipoSalario === undefined ? {} : { tipoSalario, indice, quantidadeIndice, salario };
    return { ...(faixaSalarial ? { faixaSalarial } : {}), ...pagamento, ...(motivo ? { motivo } : {}) };
  }
  if (ato === 'transferir') {
    const { areaOrganizacional, estabelecimento } = pedido;
    return {
      ...(areaOrganizacional ? { areaOrganizacional } : {}),
      ...(estabelecimento === undefined ? {} : { estabelecimento }),
    };
  }
  const { por, percentual, salario } = pedido;
  const valor = por === '2' ? salario : await comPercentual(tx, anterior, data, percentual);
  return typeof valor === 'number' ? { tipoSalario: '3', indice: null, quantidadeIndice: null, salario: valor } : {};
}

/** What the entry before pays on the day, with the percentage; to the cent, half away from zero. */
async function comPercentual(tx: Tx, anterior: Lancamento, data: string, percentual: unknown): Promise<number | undefined> {
  if (typeof percentual !== 'number') return undefined;
  const [mudanca] = await mudancasDe(tx, [{ ...anterior, data }]);
  const pago = mudanca?.para ?? null;
  return pago === null ? undefined : Number(round(mul(mul(pago, add('100', percentual)), '0.01'), 2));
}

const semEntrada = (talento: Record_) => {
  const primeira = lancamentosDe(talento)[0]?.data;
  const desde = primeira === undefined ? '' : `: o histórico começa em ${formatDate(primeira)}`;
  return refuse.invalid([{ field: 'data', message: `Escolha um dia posterior${desde}.` }]);
};

/** The entry that a deed would write: the one in force before its day, with what the deed changes. */
async function lancamentoDe(tx: Tx, ato: AtoDoHistorico, talento: Record_, pedido: Pedido, data: string): Promise<Lancamento> {
  const anterior = vigenteEm(talento, data);
  if (!anterior) throw semEntrada(talento);
  const { id: _id, ate: _ate, status: _status, tabelaReajuste: _tabela, ...mantida } = anterior;
  return { ...mantida, motivo: motivoDe[ato], ...(await mudadoPor(tx, ato, pedido, anterior, data)), data };
}

/** A reader of salaries, for what the server itself copies from the entry before: the copy is nobody's reading. */
const copiando = (acting: Acting): Acting => ({ ...acting, can: (right) => right === VER_SALARIO || acting.can(right) });

/** The deeds that write the history: each adds one entry, through the save of the whole talent. */
export function atosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const talentos = store('gestao-talentos/talentos');

  for (const ato of namesOf(formasDosAtos)) {
    const form: AnyForm = formasDosAtos[ato];
    const deed = atosDoTalento[ato];
    const [authority, ...tambem] = [deed.authority].flat();
    const config = { authority: authority ?? registro.authority };
    const exige = ({ acting }: FastifyRequest) => {
      if (!tambem.every(acting.can)) throw refuse.forbidden();
    };

    app.post(
      `${ROOT}/:id/${ato}/previa`,
      { config, schema: { ...schema, summary: `${deed.label}: o que mudaria`, response: answers(comLancamento) } },
      async (request) => {
        exige(request);
        const { acting } = request;
        // It shows the history, so the authority to write it is not enough.
        if (!acting.can(registro.authority)) throw refuse.forbidden();
        const pedido = accepted(form.fields, bodyOf(request)) as Pedido;
        const data = typeof pedido.data === 'string' && isDate(pedido.data) ? pedido.data : acting.today;
        return db.tx(async (tx) => {
          const talento = await talentos.readWhole(tx, acting, recordIdOf(request));
          const nova = await lancamentoDe(tx, ato, talento, pedido, data);
          const previa = await previaDe(tx, acting, talento, nova);
          return { ...previa, lancamento: hide(registro.fields.historicos.fields ?? {}, { ...nova }, acting.can) };
        });
      },
    );

    const feitoAnswer = answers(z.object({ id: z.int(), versao: z.int() }), { status: 201 });
    app.post(
      `${ROOT}/:id/${ato}`,
      { config, schema: { ...schema, summary: deed.label, response: feitoAnswer } },
      async (request, reply) => {
        exige(request);
        const { acting } = request;
        const id = recordIdOf(request);
        const body = bodyOf(request);
        const feito = await db.tx((tx) =>
          createOnce(tx, acting, {
            key: request.headers[ONCE],
            path: request.url,
            body,
            create: () => faz(tx, acting, ato, id, body),
            read: async () => ({ id, versao: (await talentos.read(tx, acting, id)).versao }),
          }),
        );
        return reply.status(201).send(feito);
      },
    );
  }

  async function faz(tx: Tx, acting: Acting, ato: AtoDoHistorico, id: number, body: Record<string, unknown>) {
    const talento = await talentos.readWhole(tx, acting, id, true);
    const resumo = { id, versao: talento.versao };
    if (body.versao !== undefined && body.versao !== null && body.versao !== talento.versao) throw refuse.stale(resumo);
    if (!atosDoTalento[ato].when(talento))
      throw refuse.invalid([{ field: '', message: 'Só vale para quem trabalha na empresa e não tem data de desligamento.' }]);
    const pedido: Pedido = demandForm<Fields>(formasDosAtos[ato], body, acting);
    const data = String(pedido.data);
    const nova = await lancamentoDe(tx, ato, talento, pedido, data);
    const linhas = lancamentosDe(talento);
    if (linhas.some((linha) => linha.data === data))
      throw refuse.invalid([
        { field: 'data', message: 'Já existe um histórico nesta data: escolha outro dia, ou altere-o no cadastro.' },
      ]);
    const ve = acting.can(VER_SALARIO);
    const saved = await daLinha(
      talentos.update(tx, entering(ve ? acting : copiando(acting)), id, {
        ...inputOf(registro, talento),
        historicos: [...linhas, nova],
        // Nobody is asked about a salary that they do not see, and that the deed only copies.
        confirma: ve ? body.confirma : true,
      }),
    );
    return { id: saved.id, versao: saved.versao };
  }

  // What an entry of the history would change, for the screens that edit entries and lines of plans.
  app.post(
    `${ROOT}/:id/historicos/previa`,
    {
      config: { authority: SERVES.users },
      schema: { ...schema, summary: 'O que um histórico mudaria', response: answers(previa) },
    },
    async (request) => {
      const { acting } = request;
      if (!VEEM.some(acting.can)) throw refuse.forbidden();
      const { historico: de } = demand(z.object({ historico: z.int().positive().nullish() }), request.body);
      const pedido = accepted(registro.fields.historicos.fields ?? {}, bodyOf(request)) as Pedido;
      return db.tx(async (tx) => {
        const talento = await talentos.readWhole(tx, acting, recordIdOf(request));
        const data = typeof pedido.data === 'string' ? pedido.data : acting.today;
        const base = vigenteEm(talento, data) ?? lancamentosDe(talento)[0];
        if (!base) throw semEntrada(talento);
        const dados = Object.fromEntries(CAMPOS.flatMap((nome) => (pedido[nome] === undefined ? [] : [[nome, pedido[nome]]])));
        return previaDe(tx, acting, talento, { ...base, ...dados, data }, de ?? undefined);
      });
    },
  );
}

const VEEM = [registro.authority, 'ROLE_CAD_HISTORICO_COLABORADOR', 'ROLE_CAD_REAJUSTE_COLABORADOR'];
const CAMPOS = [
  'areaOrganizacional',
  'faixaSalarial',
  'estabelecimento',
  'tipoSalario',
  'indice',
  'quantidadeIndice',
  'salario',
] as const;
