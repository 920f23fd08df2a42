export { cotaPcd } from './cotas/cotas.rules.ts';
export { A_AVALIAR, periodoDoTalento, situacoes as situacoesDaExperiencia } from './experiencia/acompanhamento.registry.ts';
export { avaliacoesExperiencia } from './experiencia/avaliacoes-experiencia.registry.ts';
export {
  faltaDoModelo,
  pareceres,
  percentualDaExperiencia,
  resultadoDe,
  resultados,
} from './experiencia/experiencia.rules.ts';
export { EXPERIENCIA } from './experiencia/tipo-experiencia.ts';
export { nivelDe } from './indicadores/arvore.ts';
export { diasTrabalhados, MAXIMO_DE_MESES, type MesDoPeriodo, mesesDoPeriodo } from './indicadores/indicadores.rules.ts';
export {
  camposContato,
  camposDeficiencia,
  camposDocumentos,
  camposEndereco,
  camposFamilia,
  camposRaca,
  camposSocioEconomicos,
} from './pessoa/campos.ts';
export { camposExtras, extrasDe, nomesExtras } from './pessoa/campos-extras.ts';
export { sexos } from './pessoa/codigos.ts';
export { certificados, experiencias, formacoes, idiomas } from './pessoa/curriculo.ts';
export {
  type Certificado,
  type Experiencia,
  faltasDaExperiencia,
  faltasDoCertificado,
  faltasDoContato,
  faltasDosIdiomas,
  type Idioma,
  mudaOEndereco,
  nasLinhas,
  pedeParteDoEndereco,
} from './pessoa/pessoa.rules.ts';
export { VER_DEFICIENCIA, VER_DOCUMENTOS, VER_RACA, VER_SALARIO } from './pessoa/sensiveis.ts';
export { motivos, situacoes, tonsDaSituacao, vinculos } from './talentos/codigos.ts';
export { rotulosConfiguraveis } from './talentos/rotulos-configuraveis.ts';
export { dadosPessoais } from './talentos/secoes.ts';
export { talentos } from './talentos/talentos.registry.ts';
export { CONTAGEM_GUARDADA, GRANDES_GRUPOS, MENOR_GRUPO } from './transparencia/transparencia.rules.ts';
