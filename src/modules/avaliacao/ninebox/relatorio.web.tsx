import { ReportPage } from '#kit/report/report-page.web.tsx';
import { nineBoxDocumento } from './ninebox.report.ts';

const relatorios = [nineBoxDocumento];

/** `/avaliacao/ninebox/relatorio`, where the spec puts the screen of REP-042. */
export const RelatorioNineBox = () => <ReportPage module="avaliacao" reports={relatorios} />;
