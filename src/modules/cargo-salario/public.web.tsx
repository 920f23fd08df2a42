export { aoEsvaziar, formularioDe } from './niveis-competencia/config-form.web.tsx';
export { MatrizInput } from './niveis-competencia/matriz-input.web.tsx';
export { RadarDeCompetencias } from './niveis-competencia/radar.web.tsx';
