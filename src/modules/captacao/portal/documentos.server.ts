import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { ExternalActing } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Visit } from '#kit/door/doors.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { leCurriculo } from '../curriculos/sugestao.server.ts';
import { candidatoDa, demandaAindaDela, demandaDono } from './cadastro.server.ts';
import type { portas } from './portas.ts';
import { demandaAceite } from './termo.server.ts';

interface Documento {
  id: number;
  descricao: string;
  data: string | null;
  observacao: string | null;
  url: string | null;
  versao: number;
  anexo: { id: number; nome: string; tamanho: number; tipo: string } | null;
}

/** Documents that a candidate may have: few enough to be read by a person. */
const MAXIMO = 50;

/** The documents of a candidate whose file this account sent, the newest first. */
export const meusDocumentos = (db: Queryable, candidato: number, { externo }: Pick<ExternalActing, 'externo'>, id?: number) =>
  db.query<Documento>(sql`
    select d.id, d.descricao, d.data::text, d.observacao, d.url, d.versao,
      case when a.id is not null then json_build_object('id', a.id, 'nome', a.nome, 'tamanho', a.tamanho, 'tipo', a.tipo) end as anexo
    from documentos_candidatos d join arquivos a on a.id = d.anexo_id and a.externo = ${externo}
    where d.candidato_id = ${candidato} and (${id ?? null}::bigint is null or d.id = ${id ?? null}) order by d.id desc limit ${MAXIMO}`);

/** Counts with the one just saved; those saved at once come one after the other. */
async function demandaLugar(tx: Tx, candidato: number, { externo }: Pick<ExternalActing, 'externo'>): Promise<void> {
  const { total } = await tx.only<{ total: number }>(sql`
    select count(*)::int as total from documentos_candidatos d join arquivos a on a.id = d.anexo_id and a.externo = ${externo}
    where d.candidato_id = ${candidato}`);
  if (total > MAXIMO) throw new Refusal('MUITOS_ARQUIVOS', `São permitidos no máximo ${MAXIMO} documentos.`);
}

/** CALL-064 to CALL-069: the documents that a candidate attaches, and what their CV suggests. What HR attached to the same record is not told. */
export function portasDosDocumentos({ db, store }: Services) {
  type V<N extends keyof typeof portas> = Visit<(typeof portas)[N]>;
  const documentos = () => store('captacao/documentos-candidatos');

  async function meu(tx: Queryable, acting: ExternalActing, request: FastifyRequest) {
    const candidato = await candidatoDa(tx, demandaDono(request, acting));
    const [documento] =
      candidato === undefined ? [] : await meusDocumentos(tx, candidato, acting, recordIdOf(request, 'documento'));
    if (!documento || candidato === undefined) throw refuse.notFound();
    return { ...documento, candidato };
  }

  return {
    async lerCurriculo({ acting, request }: V<'lerCurriculo'>) {
      demandaDono(request, acting);
      return leCurriculo(db, acting, recordIdOf(request, 'arquivo'));
    },

    async documentos({ acting, request }: V<'documentos'>) {
      queryOf(request, {});
      const candidato = await candidatoDa(db, demandaDono(request, acting));
      return candidato === undefined ? [] : meusDocumentos(db, candidato, acting);
    },

    async verDocumento({ acting, request }: V<'verDocumento'>) {
      const { candidato: _, ...documento } = await meu(db, acting, request);
      return documento;
    },

    async incluirDocumento({ acting, request, values, save }: V<'incluirDocumento'>) {
      const contaId = demandaDono(request, acting);
      await demandaAceite(db, acting, contaId);
      const candidato = await candidatoDa(db, contaId);
      if (candidato === undefined)
        throw new Refusal('CADASTRO_INCOMPLETO', 'Conclua o seu cadastro antes de anexar documentos.', 409);
      return save(documentos(), { ...values, anexo: { id: values.anexo }, candidato: { id: candidato } }, async (tx) => {
        await demandaAindaDela(tx, contaId, candidato);
        await demandaLugar(tx, candidato, acting);
      });
    },

    async editarDocumento({ acting, request, values }: V<'editarDocumento'>) {
      return db.tx(async (tx) => {
        const { id, candidato, anexo } = await meu(tx, acting, request);
        await demandaAindaDela(tx, acting.pessoa.id, candidato);
        const antes = await documentos().readWhole(tx, acting, id, true);
        await documentos().update(tx, acting, id, {
          ...values,
          tipoDocumento: antes.tipoDocumento,
          etapaSeletiva: antes.etapaSeletiva,
          anexo: values.anexo === null ? anexo : { id: values.anexo },
          candidato: { id: candidato },
        });
        return { id };
      });
    },

    async excluirDocumento({ acting, request, reply }: V<'excluirDocumento'>) {
      await db.tx(async (tx) => {
        const { id } = await meu(tx, acting, request);
        await documentos().remove(tx, acting, id);
      });
      return reply.status(204).send();
    },

    async baixarDocumento({ acting, request, reply }: V<'baixarDocumento'>) {
      const { anexo } = await meu(db, acting, request);
      if (!anexo) throw refuse.notFound();
      return reply.redirect(`/api/externo/arquivos/${anexo.id}`);
    },
  };
}
