export { devolveDocumentosDoCandidato, recebeDocumentosDoCandidato } from './documentos-anexos/documentos-anexos.server.ts';
export { recebePercentual } from './experiencia/experiencia.server.ts';
export { arvoreDe, naFatia, nomeDaFatia } from './indicadores/arvore.server.ts';
export { absenteismoPorMes, type Faltas } from './indicadores/faltas.server.ts';
export { type Movimento, movimentoPorMes, type Taxa, turnoverPorMes } from './indicadores/movimento.server.ts';
export {
  confirmado,
  desligamentoDoTalento,
  geracaoDoTalento,
  nomeComMatricula,
  nomeDaGeracao,
  posicaoEm,
  quadroEm,
  recebeSalario,
  trabalhaEm,
} from './indicadores/posicao.server.ts';
export { abertoAoProprio } from './talentos/aberto-pelo-cpf.server.ts';
export { anulaHistoricos } from './talentos/anulacao.server.ts';
export { atualizaAtuais, atualizaPelaFaixa, atualizaPeloIndice, travaTalentos } from './talentos/atuais.server.ts';
export { contaCarta } from './talentos/carta.server.ts';
export { daLinha } from './talentos/da-linha.server.ts';
export { doColaborador } from './talentos/do-colaborador.server.ts';
export { respondeHistoricos } from './talentos/historicos-integracao.server.ts';
export { aosOlhosDe, type LimiteDoCargo, limiteDoCargo, lugares, respeitaLimite } from './talentos/limite.server.ts';
export { duvidasDoPlanejado } from './talentos/mudancas.server.ts';
export {
  COM_EMAIL,
  DESTE,
  dispensaQuemSaiu,
  lideradosPor,
  meusVinculos,
  pessoaDe,
  pessoaDoQuiosque,
  pessoasDoUsuario,
  recusaSiMesmo,
  souEu,
  souUmDeles,
  TRABALHA,
  talentoDoUsuario,
  temMeuCpf,
  trabalha,
  trabalhaAqui,
} from './talentos/quem.server.ts';
export { aplicaReajusteDeTalentos, desfazReajusteDeTalentos } from './talentos/reajuste.server.ts';
export { exigeOutroPeriodo } from './talentos/vinculos.server.ts';
export { deTalentosVisiveis, deTalentosVisiveisEm, talentosVisiveis, talentoVisivel } from './talentos/visiveis.server.ts';
export { naTransparencia } from './transparencia/razoes.server.ts';
export { guardadas } from './transparencia/sigilo.server.ts';
export { soDeQuemVeTodos } from './usos.server.ts';
