import sql from 'sql-template-tag';
import type { Visit } from '#kit/door/doors.server.ts';
import { contentDisposition } from '#kit/media/file-names.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { apagaDaConta } from '../candidatos/apagar.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { candidatoDa, demandaDono } from './cadastro.server.ts';
import type { portas } from './portas.ts';

/**
 * What HR keeps for itself, what only says how the record is kept, and what the program found by the CPF: whoever typed somebody else's would
 * learn of them by it. The CPF itself stands in the account.
 */
const DE_OUTROS = new Set([
  'observacaoRH',
  'motivoBloqueio',
  'bloqueado',
  'bloqueadoAte',
  'etiquetas',
  'acoes',
  'versao',
  'cpf',
  'jaFoiColaborador',
  'talento',
]);

/** The rights of the person whose data they are (Lei 13.709/2018, art. 18). */
export function portasDosDireitos({ db, store }: Services) {
  type V<N extends keyof typeof portas> = Visit<(typeof portas)[N]>;

  return {
    /** Everything that is stored of the person, under the names of the screen. */
    async meusDados({ acting, request, reply }: V<'meusDados'>) {
      const contaId = demandaDono(request, acting);
      const conta = await db.only<Record<string, unknown>>(
        sql`select nome, cpf, email, criada_em as "criadaEm" from contas_externas where id = ${contaId}`,
      );
      const id = await candidatoDa(db, contaId);
      const registro = id === undefined ? undefined : await store('captacao/candidatos').readWhole(db, acting, id);
      const cadastro =
        registro &&
        Object.fromEntries(
          Object.entries(registro)
            .filter(([nome, valor]) => !DE_OUTROS.has(nome) && valor !== null && !(Array.isArray(valor) && valor.length === 0))
            .map(([nome, valor]) => [candidatos.fields[nome as keyof typeof candidatos.fields]?.label ?? nome, valor]),
        );
      const candidaturas = await db.query<{ id: number }>(sql`
        select k.id, coalesce(a.titulo, 'Processo seletivo') as vaga, k.situacao, k.inscrita_em as "inscritaEm", k.encerrada_em as "encerradaEm", k.resposta_ate::text as "respostaAte"
        from candidaturas k left join lateral (select n.titulo from anuncios_vagas n where n.solicitacao_id = k.solicitacao_id order by n.id desc limit 1) a on true
        where k.candidato_id = ${id ?? null} order by k.id`);
      const historico = await db.query<{ id: number }>(sql`
        select h.id, h.data::text, e.nome as etapa, h.candidatura_id as candidatura from candidatos_historicos h
        left join etapas_seletivas e on e.id = h.etapa_seletiva_id where h.candidato_id = ${id ?? null} order by h.id`);
      const aceites = await db.query<{ finalidade: string }>(sql`
        select a.finalidade, a.versao, a.endereco, a.aceito_em as "aceitoEm", a.retirado_em as "retiradoEm", t.texto from aceites_privacidade a
        left join termos_privacidade t on t.empresa_id = ${acting.empresaId} and t.versao = a.versao where a.conta_id = ${contaId} order by a.id`);
      const rascunho = await db.one<{ dados: unknown }>(sql`select dados from rascunhos_externos where conta_id = ${contaId}`);
      reply.header('content-disposition', contentDisposition('attachment', 'meus-dados.json'));
      return {
        empresa: acting.empresaNome,
        emitidoEm: new Date().toISOString(),
        conta,
        cadastro: cadastro ?? null,
        cadastroComecado: rascunho?.dados ?? null,
        candidaturas,
        historico,
        consentimentos: aceites,
      };
    },

    /** Erases at once; the number is the receipt, which nobody can lead back to the person. */
    async apagar({ acting, request, reply, values }: V<'apagar'>) {
      const contaId = demandaDono(request, acting);
      if (!values.confirmo) throw refuse.invalid([{ field: 'confirmo', message: 'Confirme que quer apagar os seus dados.' }]);
      const { protocolo, atendidoEm } = await db.tx((tx) => apagaDaConta(tx, acting, contaId), { long: true });
      await request.server.external.close(request, reply);
      return { protocolo, atendidoEm: new Date(atendidoEm).toISOString() };
    },
  };
}
