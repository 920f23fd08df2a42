import type { RecordRow } from '#kit/registry/view.web.tsx';
import type { situacoesDeTabela } from './tabelas.lifecycle.ts';
import type { andamentos, tiposDeTabela } from './tabelas.registry.ts';

/** A realignment table as the wire gives it. */
export interface Planejamento extends RecordRow {
  nome: string;
  data: string;
  tipoReajuste: keyof typeof tiposDeTabela;
  situacao: keyof typeof situacoesDeTabela;
  andamento: keyof typeof andamentos;
  observacao: string | null;
  partes: string[];
  ehUltimo: boolean;
  existeHistoricoConfirmado: boolean;
  aguardaPessoal: boolean;
  colaboradoresAplicadosEm: string | null;
  faixasAplicadasEm: string | null;
  indicesAplicadosEm: string | null;
  canceladaEm: string | null;
}
