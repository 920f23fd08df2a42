import sql from 'sql-template-tag';
import { formatDate, today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { systemActing } from '#platform/session/session.server.ts';
import { selecaoDemorou, selecaoTerminou } from './candidaturas.messages.ts';
import { mandaCarta } from './cartas.server.ts';
import { tiraDaSelecao } from './inscreve.server.ts';
import { RESPONDE_SOZINHO, RESPONDE_TERMINO } from './termino.server.ts';

/** Each morning: those who were promised an answer until a day that has passed. */
export const RESPONDE_PRAZOS = 'captacao.responde-prazos';

/** A promise that is older is not excused any more: whoever turns the setting on does not write to people of last year. */
const DIAS = 30;

interface Devida {
  id: number;
  empresaId: number;
  prazo: string;
}

/**
 * What candidates are told without anybody having to write. Each letter in a transaction of its own: the application is locked and
 * looked at again, so that whoever was answered meanwhile is not written to, and one that fails holds up no other.
 */
export function respostasJobs({ db }: Services): TitledJobs {
  const agindo = async (empresaId: number) => systemActing(await createAccessCache(db)(0, empresaId, 0), 'respostas');

  return {
    [RESPONDE_PRAZOS]: titled('Responder a candidatos cujo prazo passou', async ({ signal }) => {
      const devidas = await db.query<Devida>(sql`
        select c.id, c.empresa_id as "empresaId", c.resposta_ate::text as prazo from candidaturas c
        join solicitacoes_pessoal s on s.id = c.solicitacao_id join empresas e on e.id = c.empresa_id join candidatos p on p.id = c.candidato_id
        where c.situacao = 'A' and c.resposta_ate between ${today()}::date - ${DIAS}::int and ${today()}::date - 1
          and s.situacao in ('A', 'S') and e.ativo and p.email is not null and ${RESPONDE_SOZINHO}
          and not exists (select from candidaturas_emails x where x.candidatura_id = c.id and x.tipo = ${selecaoDemorou.id})
        order by c.id`);
      let avisados = 0;
      await faultsLast(signal, async (part) => {
        for (const { id, empresaId, prazo } of devidas) {
          const avisa = async () => {
            const acting = await agindo(empresaId);
            return db.tx(async (tx) => {
              const ainda = await tx.one(sql`select 1 from candidaturas where id = ${id} and situacao = 'A' for update`);
              return ainda !== undefined && mandaCarta(tx, acting, selecaoDemorou, id, { prazo: formatDate(prazo) });
            });
          };
          if (await part(avisa)) avisados++;
        }
      });
      return { mensagem: counted(avisados, 'candidato avisado', 'candidatos avisados') };
    }),

    [RESPONDE_TERMINO]: {
      title: 'Responder a candidatos de uma vaga que terminou',
      // Nobody asks for it a second time.
      attempts: 20,
      run: async ({ dados, signal }) => {
        const vaga = await db.one<{ id: number; empresaId: number; situacao: string }>(sql`
          select s.id, s.empresa_id as "empresaId", s.situacao from solicitacoes_pessoal s join empresas e on e.id = s.empresa_id
          where s.id = ${Number(dados.solicitacaoId)} and s.situacao in ('E', 'C') and e.ativo and ${RESPONDE_SOZINHO}`);
        if (!vaga) return undefined;
        const acting = await agindo(vaga.empresaId);
        const todas = await db.query<{ id: number }>(
          sql`select id from candidaturas where solicitacao_id = ${vaga.id} and situacao = 'A' order by id`,
        );
        const motivo = vaga.situacao === 'E' ? 'A vaga foi encerrada.' : 'A vaga foi cancelada.';
        await faultsLast(signal, async (part) => {
          for (const { id } of todas) {
            const encerra = () =>
              db.tx(async (tx) => {
                const fechada = await tx.one(
                  sql`select 1 from solicitacoes_pessoal where id = ${vaga.id} and situacao in ('E', 'C') for share`,
                );
                // Whoever refuses the candidate at the same moment is waited for: nobody after them goes unanswered.
                if (!fechada || !(await tx.one(sql`select 1 from candidaturas where id = ${id} and situacao = 'A' for update`)))
                  return;
                await tiraDaSelecao(tx, acting, id, motivo);
                await mandaCarta(tx, acting, selecaoTerminou, id);
              });
            await part(encerra);
          }
        });
        return { mensagem: counted(todas.length, 'candidatura encerrada', 'candidaturas encerradas') };
      },
    },
  };
}
