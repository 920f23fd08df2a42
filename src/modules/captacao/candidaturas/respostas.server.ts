import sql, { type Sql } from 'sql-template-tag';
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
  prazo: string;
}

/** Over an application `c`: a promised day that has passed. */
const prometidaEmVao = (): Sql =>
  sql`c.situacao = 'A' and c.resposta_ate between ${today()}::date - ${DIAS}::int and ${today()}::date - 1`;

/** Who waits in a company. Whether the program answers is found once for each request, and not again for each candidate. */
const devidasDe = (empresaId: number): Sql => sql`
  with vagas as materialized (
    select s.id from solicitacoes_pessoal s join empresas e on e.id = s.empresa_id
    where s.empresa_id = ${empresaId} and s.situacao in ('A', 'S') and ${RESPONDE_SOZINHO}
      and exists (select from candidaturas c where c.solicitacao_id = s.id and ${prometidaEmVao()}))
  select c.id, c.resposta_ate::text as prazo from vagas v join candidaturas c on c.solicitacao_id = v.id join candidatos p on p.id = c.candidato_id
  where ${prometidaEmVao()} and p.email is not null
    and not exists (select from candidaturas_emails x where x.candidatura_id = c.id and x.tipo = ${selecaoDemorou.id})
  order by c.id`;

/**
 * What candidates are told without anybody having to write. Each letter in a transaction of its own: the application is locked and
 * looked at again, so that whoever was answered meanwhile is not written to, and one that fails holds up no other.
 */
export function respostasJobs({ db }: Services): TitledJobs {
  const agindo = async (empresaId: number) => systemActing(await createAccessCache(db)(0, empresaId, 0), 'respostas');

  return {
    [RESPONDE_PRAZOS]: titled('Responder a candidatos cujo prazo passou', async ({ signal }) => {
      const empresas = await db.query<{ id: number }>(sql`select id from empresas where ativo order by id`);
      let avisados = 0;
      await faultsLast(signal, async (part) => {
        for (const { id: empresaId } of empresas) {
          const devidas = (await part(() => db.query<Devida>(devidasDe(empresaId)))) ?? [];
          const acting = devidas.length > 0 ? await part(() => agindo(empresaId)) : undefined;
          if (!acting) continue;
          for (const { id, prazo } of devidas) {
            const avisa = () =>
              db.tx(async (tx) => {
                const ainda = await tx.one(sql`select 1 from candidaturas where id = ${id} and situacao = 'A' for update`);
                return ainda !== undefined && mandaCarta(tx, acting, selecaoDemorou, id, { prazo: formatDate(prazo) });
              });
            if (await part(avisa)) avisados++;
          }
        }
      });
      return { mensagem: counted(avisados, 'candidato avisado', 'candidatos avisados') };
    }),

    [RESPONDE_TERMINO]: {
      title: 'Responder a candidatos de uma vaga que terminou',
      places: 1,
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
