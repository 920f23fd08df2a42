import { counted } from '#kit/br/text.ts';
import { type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { systemActing } from '#platform/session/session.server.ts';
import { avisaDasBuscas } from '../buscas/buscas-candidatos.server.ts';
import { LIBERA_BLOQUEIOS } from './atos.routes.server.ts';
import { apagaVencidos } from './retencao.server.ts';

/** What happens to candidates by itself: erasure when their time is over, the end of blocks, saved searches. */
export const tarefasDeCandidatos = (services: Services): TitledJobs => ({
  'candidatos.retencao': titled('Apagar candidatos cujo prazo venceu', async ({ signal }) => {
    const acessos = createAccessCache(services.db);
    const agindo = async (empresaId: number) => systemActing(await acessos(0, empresaId, 0), 'retencao');
    const apagados = await apagaVencidos(services.db, agindo, signal);
    return { mensagem: counted(apagados, 'cadastro ou conta apagado', 'cadastros e contas apagados') };
  }),
  'candidatos.bloqueios': titled('Encerrar bloqueios de candidatos', async () => {
    await services.db.query(LIBERA_BLOQUEIOS);
    return undefined;
  }),
  'candidatos.buscas': titled('Avisar de candidatos novos nas buscas salvas', avisaDasBuscas(services)),
});

export const horariosDeCandidatos: readonly Recurring[] = [
  { tipo: 'candidatos.bloqueios', dailyAt: '00:10' },
  { tipo: 'candidatos.retencao', dailyAt: '01:30' },
  { tipo: 'candidatos.buscas', dailyAt: '06:30' },
];
