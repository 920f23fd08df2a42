import sql from 'sql-template-tag';
import { type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { apagaConta } from '../candidatos/apagar.server.ts';
import { temPassado } from '../candidatos/contas.server.ts';
import { portasDasAvaliacoes } from './avaliacoes.server.ts';
import { portasDoCadastro } from './cadastro.server.ts';
import { portasDosDireitos } from './direitos.server.ts';
import { portasDosDocumentos } from './documentos.server.ts';
import { anuncioParaAmigo } from './mensagens.ts';
import { portasDeOutraEmpresaAbertas } from './outra-empresa.server.ts';
import { portasDaSelecao } from './selecao.server.ts';

/** What the portal's doors answer. */
export const portasDoPortal = (services: Services) => ({
  ...portasDoCadastro(services),
  ...portasDaSelecao(services),
  ...portasDosDireitos(services),
  ...portasDosDocumentos(services),
  ...portasDasAvaliacoes(services),
  ...portasDeOutraEmpresaAbertas(services),
});

const LIMPAR = 'captacao.limpar-portal';

/** Days after which a registration that nobody goes on with is gone, and with it the account: its CPF may be anybody's. */
const DIAS_DE_UM_COMECO = 15;
const POR_VEZ = 200;

async function apagaComecos(db: Services['db'], signal: AbortSignal): Promise<void> {
  const velhas = sql`not exists (select from candidatos_contas l where l.conta_id = c.id) and not ${temPassado}
    and greatest(c.criada_em, (select r.salvo_em from rascunhos_externos r where r.conta_id = c.id), (select max(s.vista_em) from sessoes_externas s where s.conta_id = c.id))
      < now() - make_interval(days => ${DIAS_DE_UM_COMECO})`;
  const contas = await db.query<{ id: number }>(
    sql`select c.id from contas_externas c where ${velhas} order by c.id limit ${POR_VEZ}`,
  );
  for (const { id } of contas) {
    signal.throwIfAborted();
    await db.tx(async (tx) => {
      if (await tx.one(sql`select 1 from contas_externas c where c.id = ${id} and ${velhas} for update`))
        await apagaConta(tx, id);
    });
  }
}

/** Nothing stays of a friend to whom an ad was sent, of puzzles that nobody solved, nor of registrations that were left. */
export const tarefasDoPortal = ({ db }: Services): TitledJobs => ({
  [LIMPAR]: titled('Apagar cadastros do portal que ficaram pela metade', async ({ signal }) => {
    await apagaComecos(db, signal);
    await db.query(sql`
      delete from emails where tipo = ${anuncioParaAmigo.id} and (estado not in ('PENDENTE', 'RETIDO', 'ENVIANDO') or vale_ate < now())`);
    await db.query(sql`
      delete from identidades_externas i where not exists (select from contas_externas c where c.identidade_id = i.id)`);
    await db.query(sql`delete from desafios_externos where expira_em < now()`);
    return undefined;
  }),
});

export const temposDoPortal: readonly Recurring[] = [{ tipo: LIMPAR, everyMinutes: 15 }];
