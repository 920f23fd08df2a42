// What the form of a talent shares with that of a candidate. Apart from `public.web.tsx`, so that no list loads forms.
export { type Anexos, documentosDe } from './documentos-anexos/documentos-anexos.web.tsx';
export {
  CertificadosInput,
  ExperienciasInput,
  FormacoesInput,
  IdiomasInput,
  PrimeiroEmpregoInput,
} from './pessoa/curriculo.web.tsx';
export { RacaInput } from './talentos/raca-input.web.tsx';
