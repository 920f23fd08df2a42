import { acompanhamentos } from './acompanhamentos.registry.ts';

/** Screens and addresses of a trial. */
export const ACOMPANHAMENTO = `avaliacao/${acompanhamentos.id}`;
export const doTalento = (id: number): string => `/${ACOMPANHAMENTO}/talentos/${id}`;
export const responder = (id: number, modelo: number): string => `${doTalento(id)}/responder/${modelo}`;
export const decidir = (colaborador: number, periodo: number, avaliacao: number | null): string =>
  avaliacao === null
    ? `/gestao-talentos/colaboradores-periodos-experienciais-avaliacoes/new?colaborador=${colaborador}&periodo=${periodo}`
    : `/gestao-talentos/colaboradores-periodos-experienciais-avaliacoes/${avaliacao}`;
