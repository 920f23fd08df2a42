import { ReportPage } from '#kit/report/report-page.web.tsx';
import { talentoCertificado } from './talento-certificado.report.ts';

const certificados = [talentoCertificado];

/** `/gestao-talentos/relatorios/certificadoTalento`, as the spec spells the screen of the call `talento-certificado`. */
export const CertificadoTalento = () => <ReportPage module="gestao-talentos" reports={certificados} />;
