import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { fold } from '#kit/br/text.ts';
import { containing } from '#kit/db/like.ts';
import { namesOf } from '#kit/fields/by-name.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, refTo, withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse, stillThere } from '#kit/refusal/refusal.ts';
import { type Record_, rowsOf } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { bodyOf } from '#kit/routes/routes.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { answered, answeredSave } from '#kit/store/stale.server.ts';
import { MEIOS, SEM_TEXTO, SITUACOES_DO_TEXTO } from '#kit/text/text.ts';
import { talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { VER_DOCUMENTOS } from '#modules/gestao-talentos/public.ts';
import { solicitacoesVisiveis } from '../solicitacoes/visiveis.server.ts';
import { trechosDe } from './busca.server.ts';
import { homonimosDe } from './homonimos.server.ts';
import { pendenciasDe } from './pendencias.server.ts';
import { abreCandidatos, candidatosVisiveis, candidatoVisivel } from './visiveis.server.ts';

const ROOT = '/api/captacao/candidatos';
const VER = 'ROLE_CAD_CANDIDATO';
const EDITAR = 'ROLE_CAD_CANDIDATO_EDITAR';
const EXCLUIR = 'ROLE_CAD_CANDIDATO_EXCLUIR';
const schema = { tags: ['Candidatos'] };

const escolhidos = z.object({ candidatosIds: z.array(z.int().positive()).min(1, 'Selecione ao menos um candidato').max(500) });
const pendentes = named.extend({ pendencias: z.array(z.string()) });

/** The candidate with the CPF, if the actor may see it. */
async function doCpf(db: Services['db'], acting: Acting, digitos: string) {
  const found = await db.one<{ id: number; nome: string; contratado: boolean }>(sql`
    select t.id, t.nome, t.contratado from candidatos t where ${candidatosVisiveis(acting)} and t.cpf = ${digitos}`);
  if (found) await tellHourly(db, acting, { table: 'candidatos', id: found.id, columns: ['CPF'] });
  return found;
}

/** CALL-075 to CALL-089: what the screens of a candidate ask. */
export function chamadasDeCandidatos(app: FastifyInstance, { db, store }: Services): void {
  const registros = store('captacao/candidatos');
  const record = recordRef(app, registros.registry);
  const open = { config: { authority: VER }, schema };
  const edit = { config: { authority: EDITAR }, schema };

  app.get(
    `${ROOT}/substituidos`,
    withAnswer({ config: { authority: 'ROLE_CAD_SOLICITACAO_PESSOAL' }, schema }, z.array(named)),
    (request) => {
      const { nome = '', incluirColaboradoresDesligados = false } = queryOf(request, {
        nome: inQuery.text.optional(),
        incluirColaboradoresDesligados: inQuery.flag.optional(),
      });
      const termo = containing(fold(nome));
      // `busca` finds by CPF and registration number too: it proposes, a name decides.
      return db.query(sql`
        select t.id, t.nome from talentos t
        where ${talentosVisiveis(request.acting)} and t.busca like ${termo} and (t.nome_ord like ${termo} or dobra(t.nome_social) like ${termo})
          and t.situacao <> 'C' and (${incluirColaboradoresDesligados} or t.situacao <> 'D')
        order by t.nome_ord, t.id limit 50`);
    },
  );

  app.get(`${ROOT}/:id/empresa/:empresaId/verificar-pendencias`, withAnswer(open, pendentes), async (request) => {
    queryOf(request, {});
    const { acting } = request;
    if (recordIdOf(request, 'empresaId') !== acting.empresaId) throw refuse.notFound();
    const { id } = await candidatoVisivel(db, acting, recordIdOf(request));
    const [candidato] = await pendenciasDe(db, acting, [id]);
    return candidato;
  });

  app.post(
    `${ROOT}/verificar-pendencias-em-lote`,
    withAnswer({ config: { authority: EXCLUIR }, schema }, z.array(pendentes)),
    (request) => {
      abreCandidatos(request.acting);
      return pendenciasDe(db, request.acting, demand(escolhidos, request.body).candidatosIds);
    },
  );

  app.post(
    `${ROOT}/remove-candidato-em-lote`,
    withoutContent({ config: { authority: EXCLUIR }, schema }),
    async (request, reply) => {
      const { acting } = request;
      abreCandidatos(acting);
      const ids = [...new Set(demand(escolhidos, request.body).candidatosIds)].sort((a, b) => a - b);
      await db.tx(
        async (tx) => {
          const todos = await pendenciasDe(tx, acting, ids);
          if (todos.length < ids.length) throw refuse.notFound();
          const ficam = todos.filter(({ pendencias }) => pendencias.length > 0);
          if (ficam.length > 0)
            throw new Refusal(
              'CANDIDATOS_COM_PENDENCIAS',
              ficam
                .slice(0, 3)
                .map(({ nome, pendencias }) => `${nome}: ${pendencias[0]}`)
                .join(' '),
              409,
            );
          for (const id of ids) await registros.remove(tx, acting, id);
        },
        { long: true },
      );
      return reply.status(204).send();
    },
  );

  const informacao = z.object({
    id: z.int(),
    nome: z.string(),
    idade: z.int().nullable(),
    cidade: z.string().nullable(),
    email: z.string().nullable(),
    celular: z.string().nullable(),
    disponivel: z.boolean(),
    contratado: z.boolean(),
    bloqueado: z.boolean(),
    atualizadoEm: z.iso.date().nullable(),
    candidaturas: z.int(),
    emAndamento: z.int(),
  });
  app.get(`${ROOT}/:id/informacao`, withAnswer(open, informacao), async (request) => {
    queryOf(request, {});
    const { id } = await candidatoVisivel(db, request.acting, recordIdOf(request));
    return stillThere(
      await db.one(sql`
      select t.id, coalesce(t.nome_social, t.nome) as nome, extract(year from age(hoje(), t.data_nascimento))::int as idade,
        g.nome as cidade, t.email, t.ddd_celular || t.fone_celular as celular, t.disponivel, t.contratado, t.bloqueado,
        t.atualizado_em as "atualizadoEm",
        n.candidaturas, n."emAndamento"
      from candidatos t left join cidades g on g.id = t.cidade_id cross join lateral (
        select count(*)::int as candidaturas, (count(*) filter (where k.situacao = 'A'))::int as "emAndamento"
        from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id
        where k.candidato_id = t.id and ${solicitacoesVisiveis(request.acting) ?? sql`true`}) n
      where t.id = ${id}`),
    );
  });

  // What the search knows of each CV, and why it knows nothing.
  app.get(
    `${ROOT}/:id/textos`,
    withAnswer(
      open,
      z.array(
        z.object({
          id: z.int(),
          nome: z.string(),
          situacao: z.enum(namesOf(SITUACOES_DO_TEXTO)),
          motivo: z.enum(namesOf(SEM_TEXTO)).nullable(),
          meio: z.enum(namesOf(MEIOS)).nullable(),
        }),
      ),
    ),
    async (request) => {
      queryOf(request, {});
      const { id } = await candidatoVisivel(db, request.acting, recordIdOf(request));
      return db.query(sql`
        select a.id, a.nome, coalesce(t.situacao, 'A') as situacao, t.motivo, t.meio from candidatos_candidato_curriculos c
        join arquivos a on a.id = c.curriculo_id left join textos_de_arquivos t on t.arquivo_id = a.id
        where c.registro_id = ${id} order by c.ordem`);
    },
  );

  app.get(`${ROOT}/:id/completo`, withAnswer(open, record), async (request) => {
    const { comCargos = true } = queryOf(request, { comCargos: inQuery.flag.optional() });
    const candidato = await registros.show(db, request.acting, recordIdOf(request));
    return comCargos ? candidato : { ...candidato, cargos: [] };
  });

  /** Changes some fields of a candidate, judged like a save of the whole record; what they become may follow from the locked record. */
  const muda = (request: { acting: Acting; body: unknown }, id: number, mudancas: (antes: Record_) => Record<string, unknown>) =>
    db.tx(async (tx) => {
      const antes = await registros.readWhole(tx, request.acting, id, true);
      const { confirma } = demand(z.object({ confirma: z.boolean('Valor inválido').default(false) }), request.body);
      const input = { ...inputOf(registros.registry, antes), ...mudancas(antes), confirma };
      return answeredSave(tx, request.acting, registros.registry, await registros.update(tx, request.acting, id, input));
    });

  const doOcr = z.object({
    ocrTexto: z.string('Informe o texto do currículo').trim().min(1, 'Informe o texto do currículo').max(100_000),
    ocrFile: z.int().positive().nullish(),
  });
  app.put(`${ROOT}/:id/ocr`, withAnswer(edit, record), (request) => {
    const { ocrTexto, ocrFile } = demand(doOcr, request.body);
    return muda(request, recordIdOf(request), ({ candidatoCurriculos }) => ({
      ocrTexto,
      ...(ocrFile ? { candidatoCurriculos: [...rowsOf(candidatoCurriculos), { curriculo: ocrFile, descricao: null }] } : {}),
    }));
  });

  const comCurriculos = z.looseObject({
    candidatoCurriculos: z.array(z.looseObject({})).min(1, 'Envie ao menos um currículo').max(20),
  });
  app.put(`${ROOT}/:id/candidato-curriculo`, withAnswer(edit, record), (request) => {
    const { candidatoCurriculos } = demand(comCurriculos, request.body);
    return muda(request, recordIdOf(request), () => ({ candidatoCurriculos }));
  });
  app.post(`${ROOT}/candidato-curriculo`, withAnswer(edit, record, { status: 201 }), async (request, reply) => {
    demand(comCurriculos, request.body);
    const { acting } = request;
    const body = bodyOf(request);
    const made = await db.tx((tx) =>
      createOnce(tx, acting, {
        key: request.headers[ONCE],
        path: `${ROOT}/candidato-curriculo`,
        body,
        create: async () => answeredSave(tx, acting, registros.registry, await registros.create(tx, acting, body)),
        read: async (id) => answered(registros.registry, await registros.show(tx, acting, id), acting),
      }),
    );
    return reply.status(201).send(made);
  });

  app.get(
    `${ROOT}/valida-cpf`,
    withAnswer(open, z.object({ valido: z.boolean(), existe: z.boolean(), candidato: named.nullable() })),
    async (request) => {
      const { cpf, candidatoId, contratado } = queryOf(request, {
        cpf: inQuery.text,
        candidatoId: inQuery.id.optional(),
        contratado: inQuery.flag.optional(),
      });
      const { acting } = request;
      if (!acting.can(VER_DOCUMENTOS)) throw refuse.forbidden();
      const digitos = CPF.normalize(cpf);
      if (!CPF.isValid(digitos)) return { valido: false, existe: false, candidato: null };
      const found = await doCpf(db, acting, digitos);
      const outro = found && found.id !== candidatoId && (contratado === undefined || found.contratado === contratado);
      return { valido: true, existe: Boolean(outro), candidato: outro ? { id: found.id, nome: found.nome } : null };
    },
  );

  app.get(
    `${ROOT}/candidato-cpf`,
    withAnswer(open, z.object({ existe: z.boolean(), candidato: named.nullable() })),
    async (request) => {
      const { cpf } = queryOf(request, { cpf: inQuery.text });
      const { acting } = request;
      if (!acting.can(VER_DOCUMENTOS)) throw refuse.forbidden();
      const found = await doCpf(db, acting, CPF.normalize(cpf));
      return { existe: found !== undefined, candidato: found ? { id: found.id, nome: found.nome } : null };
    },
  );

  app.get(
    `${ROOT}/candidatos-homonimos`,
    withAnswer(open, z.array(named.extend({ dataNascimento: z.iso.date().nullable(), cidade: z.string().nullable() }))),
    (request) => {
      const { nome } = queryOf(request, { nome: inQuery.text });
      return homonimosDe(db, request.acting, nome);
    },
  );

  app.get(`${ROOT}/verificaSeCurriculoHeImagem`, withAnswer(open, z.object({ imagem: z.boolean() })), async (request) => {
    const { nomeImg } = queryOf(request, { nomeImg: inQuery.text });
    return { imagem: /\.(png|jpe?g|webp|gif|bmp|tiff?|heic)$/i.test(nomeImg.trim()) };
  });

  app.get(`${ROOT}/:id/foto`, withAnswer(open, refTo('Arquivo')), async (request) => {
    queryOf(request, {});
    const { foto } = await registros.read(db, request.acting, recordIdOf(request));
    if (!foto) throw refuse.notFound();
    return foto;
  });

  const parte = z.object({ texto: z.string(), marcado: z.boolean() });
  app.get(
    `${ROOT}/trechos`,
    withAnswer(
      {
        config: { authority: VER, wide: true as const },
        schema: { ...schema, summary: 'Onde o texto está no currículo de cada um' },
      },
      z.array(z.object({ id: z.int(), partes: z.array(parte) })),
    ),
    async (request) => {
      const { texto, ids } = queryOf(request, { texto: inQuery.text, ids: inQuery.ids });
      const vistos = await db.query<{ id: number }>(sql`
        select t.id from candidatos t where t.id = any(${ids.slice(0, 100)}::bigint[]) and ${candidatosVisiveis(request.acting)}`);
      return trechosDe(
        db,
        vistos.map(({ id }) => id),
        texto,
      );
    },
  );
}
