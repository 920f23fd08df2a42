import { ReportPage } from '#kit/report/report-page.web.tsx';
import { analiseEtapasSeletivas } from './selecao.report.ts';

const relatorios = [analiseEtapasSeletivas];

/** `/captacao/relatorios/analise-etapa-seletiva`, as the spec spells the screen of the call `analise-etapas-seletivas`. */
export const AnaliseEtapaSeletiva = () => <ReportPage module="captacao" reports={relatorios} />;
