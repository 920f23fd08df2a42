import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Visit } from '#kit/door/doors.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { countAttempt } from '#kit/http/throttle.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { joinedAccounts } from '#platform/externo/joined-accounts.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { mailboxOf } from '#platform/mail/mailbox.ts';
import { mayGo, strangersLetters } from '#platform/session/letters.server.ts';
import { anuncioAberto, anunciosAbertos } from '../anuncios/publico.server.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { inscreve, tiraDaSelecao } from '../candidaturas/inscreve.server.ts';
import { candidatoDa, demandaAindaDela } from './cadastro.server.ts';
import { anuncioParaAmigo } from './mensagens.ts';
import type { portas } from './portas.ts';
import { demandaAceite } from './termo.server.ts';
import type { MinhaCandidatura } from './vaga.ts';

const empresaDoEndereco = { empresaId: inQuery.id };

/** Stages of a company that each application tells; the one it is in is told in any case. */
const MAIS_ETAPAS = 100;

/** Interviews to come that each application tells: the next ones. An import may bring any number. */
const MAIS_ENTREVISTAS = 50;

interface Minha {
  id: number;
  empresa: { id: number; nome: string };
  solicitacaoId: number;
  titulo: string;
  anuncioId: number | null;
  situacao: string;
  inscritaEm: string;
  encerradaEm: string | null;
  respostaAte: string | null;
  recado: string | null;
  etapaId: number | null;
  etapaAtual: string | null;
  entrevistas: MinhaCandidatura['entrevistas'];
  passos: { etapa: string | null; data: string }[];
}

/** The outcome in words for the candidate; of what HR writes only the message to them (`recado`) is told besides. */
const DESFECHOS: Readonly<Record<string, string>> = {
  A: 'Em andamento',
  N: 'A seleção terminou, e desta vez não seguimos com você. Obrigado por participar.',
  D: 'Você desistiu desta candidatura.',
  C: 'Parabéns, você foi escolhido para a vaga!',
};

/** What a step `h` is called, of the application `k`, in the stage `e`: the one that ended it by the end. Over all steps of a candidate. */
export const nomeDoPasso = sql`case when k.situacao in ('D', 'N') and h.id = max(h.id) over (partition by k.id)
  then case k.situacao when 'D' then 'Desistência' else 'Encerramento' end else coalesce(e.nome, 'Inscrição') end`;

export function portasDaSelecao({ db }: Services) {
  type V<N extends keyof typeof portas> = Visit<(typeof portas)[N]>;

  return {
    anuncios({ acting, request }: V<'anuncios'>) {
      queryOf(request, empresaDoEndereco);
      return anunciosAbertos(db, acting.empresaId);
    },

    async anuncio({ acting, request }: V<'anuncio'>) {
      queryOf(request, empresaDoEndereco);
      const anuncio = await anuncioAberto(db, acting.empresaId, recordIdOf(request));
      if (!anuncio) throw refuse.notFound();
      return anuncio;
    },

    /** Mails the ad once; the friend's address is kept no longer than the mail takes (`captacao.limpar-portal`). */
    async enviarAmigo({ acting, request, reply, values }: V<'enviarAmigo'>) {
      const anuncio = await anuncioAberto(db, acting.empresaId, recordIdOf(request));
      if (!anuncio) throw refuse.notFound();
      const { nome, email, nomeAmigo, emailAmigo, recaptcha } = values;
      const cifra = (endereco: string) => createHash('sha256').update(mailboxOf(endereco)).digest('hex').slice(0, 32);
      const [amigo, remetente] = [cifra(emailAmigo), cifra(email)];
      // Before the counts: whoever solves nothing shuts nobody out.
      await request.server.robots.demand(recaptcha);
      await countAttempt(db, [
        { key: `amigo:${amigo}`, limit: 2 },
        { key: `de-amigo:${remetente}`, limit: 5 },
      ]);
      await db.tx(async (tx) => {
        if (!(await mayGo(tx, strangersLetters('outra', emailAmigo)))) return;
        await queueMail(tx, anuncioParaAmigo, {
          para: emailAmigo,
          empresaId: acting.empresaId,
          hours: 24,
          values: {
            nome,
            email,
            nomeAmigo,
            titulo: anuncio.titulo,
            empresa: acting.empresaNome,
            id: String(anuncio.id),
            empresaId: String(acting.empresaId),
          },
        });
      });
      return reply.status(204).send();
    },

    async candidaturas({ acting, request }: V<'candidaturas'>) {
      queryOf(request, {});
      const ligadas = await joinedAccounts(db, request.conta);
      const contas = [acting.pessoa.id, ...ligadas.map(({ id }) => id)];
      // Of every company that the one login serves: whoever is here is told of their own, and each company of its own.
      const minhas = await db.query<Minha>(sql`
        select k.id, json_build_object('id', p.id, 'nome', p.nome) as empresa, k.solicitacao_id as "solicitacaoId", ${tituloParaCandidatos} as titulo, a.id as "anuncioId", k.situacao,
          k.inscrita_em as "inscritaEm", k.encerrada_em as "encerradaEm", k.resposta_ate::text as "respostaAte", k.recado, k.etapa_seletiva_id as "etapaId", t.nome as "etapaAtual",
          (select coalesce(json_agg(json_build_object('id', v.id, 'data', v.data, 'hora', left(v.hora, 5), 'local', v.local, 'endereco', v.endereco) order by v.data, v.hora, v.id), '[]')
            from (select * from candidaturas_entrevistas where candidatura_id = k.id and k.situacao = 'A' and situacao = 'M' and avisar_candidato and data >= hoje()
              order by data, hora, id limit ${MAIS_ENTREVISTAS}) v) as entrevistas,
          (select coalesce(json_agg(json_build_object('etapa', p.nome, 'data', p.data) order by p.data, p.id), '[]') from (
            select distinct on (h.etapa_seletiva_id) h.id, e.nome, h.data::text from candidatos_historicos h
            left join etapas_seletivas e on e.id = h.etapa_seletiva_id where h.candidatura_id = k.id order by h.etapa_seletiva_id, h.id) p) as passos
        from candidaturas k join solicitacoes_pessoal s on s.id = k.solicitacao_id join empresas p on p.id = k.empresa_id
        left join etapas_seletivas t on t.id = k.etapa_seletiva_id
        left join lateral (select n.id from anuncios_vagas n where n.solicitacao_id = s.id order by n.exibir_modulo_externo desc, n.id desc limit 1) a on true
        where k.candidato_id in (select l.candidato_id from candidatos_contas l where l.conta_id = any(${contas}::bigint[]))
        order by k.inscrita_em desc, k.id desc limit 200`);
      const empresas = [...new Set(minhas.map(({ empresa }) => empresa.id))];
      const daEmpresa = new Map<number, { id: number; nome: string }[]>(empresas.map((id) => [id, []]));
      for (const { empresaId, ...etapa } of await db.query<{ id: number; nome: string; empresaId: number }>(sql`
        select e.id, e.nome, p.id as "empresaId" from unnest(${empresas}::bigint[]) p(id)
        cross join lateral (select id, nome, ordem from etapas_seletivas where empresa_id = p.id order by ordem, id limit ${MAIS_ETAPAS}) e
        order by p.id, e.ordem, e.id`))
        daEmpresa.get(empresaId)?.push(etapa);
      return minhas.map(({ solicitacaoId, etapaId, etapaAtual, ...minha }) => {
        const etapas = (daEmpresa.get(minha.empresa.id) ?? []).map(({ id, nome }) => ({ nome, atual: id === etapaId }));
        if (etapaAtual !== null && !etapas.some(({ atual }) => atual)) etapas.push({ nome: etapaAtual, atual: true });
        return { ...minha, solicitacao: { id: solicitacaoId }, desfecho: DESFECHOS[minha.situacao] ?? '', etapas };
      });
    },

    async candidatar({ acting, request }: V<'candidatar'>) {
      const { solicitacaoId, fonte } = queryOf(request, {
        solicitacaoId: inQuery.id,
        fonte: inQuery.text.pipe(z.string().max(60, 'Valor inválido')).optional(),
      });
      await demandaAceite(db, acting, acting.pessoa.id);
      return db.tx(async (tx) => {
        const candidatoId = await candidatoDa(tx, acting.pessoa.id);
        if (candidatoId === undefined)
          throw new Refusal('CADASTRO_INCOMPLETO', 'Conclua o seu cadastro antes de se candidatar.', 409);
        const id = await inscreve(tx, acting, { solicitacaoId, candidatoId, origem: 'P', fonte: fonte ?? null });
        await demandaAindaDela(tx, acting.pessoa.id, candidatoId);
        return { id };
      });
    },

    async desistir({ acting, request, reply, values }: V<'desistir'>) {
      const id = recordIdOf(request);
      await db.tx(async (tx) => {
        const candidatoId = await candidatoDa(tx, acting.pessoa.id);
        const minha =
          candidatoId !== undefined &&
          (await tx.one(sql`select 1 from candidaturas where id = ${id} and candidato_id = ${candidatoId} for update`));
        if (!minha) throw refuse.notFound();
        await demandaAindaDela(tx, acting.pessoa.id, candidatoId);
        await tiraDaSelecao(tx, acting, id, values.motivo ?? 'Desistiu pelo portal.');
      });
      return reply.status(204).send();
    },

    async historico({ acting, request }: V<'historico'>) {
      queryOf(request, {});
      const id = await candidatoDa(db, acting.pessoa.id);
      if (id === undefined) return [];
      return db.query<{ id: number }>(sql`
        select h.id, h.data::text, ${nomeDoPasso} as etapa, ${tituloParaCandidatos} as titulo, h.candidatura_id as "candidaturaId"
        from candidatos_historicos h left join candidaturas k on k.id = h.candidatura_id left join etapas_seletivas e on e.id = h.etapa_seletiva_id
        left join solicitacoes_pessoal s on s.id = h.solicitacao_id
        where h.candidato_id = ${id} order by h.data desc, h.id desc limit 500`);
    },
  };
}
