export { aoEsvaziar, formularioDe, MatrizDaFaixa } from './niveis/config-form.web.tsx';
export { MatrizInput } from './niveis/matriz-input.web.tsx';
export { RadarDeCompetencias } from './niveis/radar.web.tsx';
