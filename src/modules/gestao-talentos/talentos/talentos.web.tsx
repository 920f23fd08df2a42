import type { RegistryView } from '#kit/registry/view.web.tsx';
import { imprimirFicha, imprimirFichas } from '../relatorios/ficha-talento.web.tsx';
import { imprimirOrdemServico } from '../relatorios/ordem-servico.web.tsx';
import { atosNaTela } from './atos.web.tsx';
import { respostasDoPessoal } from './integracao.web.tsx';
import { SituacaoCell } from './situacao-cell.web.tsx';
import { transferirVarios } from './transferir-varios.web.tsx';

export const talentosView: RegistryView = {
  bulkActions: [transferirVarios, imprimirFichas],
  rowActions: (row) => [imprimirFicha(row), ...imprimirOrdemServico(row), ...respostasDoPessoal(row)],
  deeds: atosNaTela,
  cells: { situacao: SituacaoCell },
  record: () => import('./registro.web.tsx').then((m) => m.registro),
};
