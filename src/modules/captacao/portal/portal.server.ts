import sql from 'sql-template-tag';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { portasDasAvaliacoes } from './avaliacoes.server.ts';
import { portasDoCadastro } from './cadastro.server.ts';
import { apagaComecos } from './comecos.server.ts';
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

/** Nothing stays of a friend to whom an ad was sent, of puzzles that nobody solved, nor of registrations that were left. */
export const tarefasDoPortal = ({ db }: Services): TitledJobs => ({
  [LIMPAR]: titled('Apagar cadastros do portal que ficaram pela metade', ({ signal }) =>
    faultsLast(signal, async (part) => {
      await apagaComecos(db, part);
      for (const quais of [
        sql`emails where tipo = ${anuncioParaAmigo.id} and (estado not in ('PENDENTE', 'RETIDO', 'ENVIANDO') or vale_ate < now())`,
        sql`identidades_externas i where not exists (select from contas_externas c where c.identidade_id = i.id)`,
        sql`desafios_externos where expira_em < now()`,
      ])
        await part(() => db.query(sql`delete from ${quais}`));
    }),
  ),
});

export const temposDoPortal: readonly Recurring[] = [{ tipo: LIMPAR, everyMinutes: 15 }];
