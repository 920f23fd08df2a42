import { namesOf } from '#kit/fields/by-name.ts';
import {
  camposContato,
  camposDeficiencia,
  camposDocumentos,
  camposEndereco,
  camposSocioEconomicos,
  dadosPessoais,
  nomesExtras,
} from '#modules/gestao-talentos/public.ts';

/** The sections of a candidate's record (SCR-353). */
export const secoes = [
  { ...dadosPessoais, fields: [...dadosPessoais.fields, 'contaNoPortal', 'mesmoCpf'] },
  {
    title: 'O que procura',
    fields: [
      'cargos',
      'areasInteresse',
      'conhecimentos',
      'colocacao',
      'pretencaoSalarial',
      'comoFicouSabendoVaga',
      'etiquetas',
      'disponivel',
      'outrasVagas',
      'contratado',
      'jaFoiColaborador',
      'talento',
      'atualizadoEm',
    ],
  },
  { title: 'Contato', fields: [...namesOf(camposContato), ...namesOf(camposEndereco)] },
  {
    title: 'Currículo',
    fields: [
      'candidatoCurriculos',
      'formacoes',
      'idiomas',
      'primeiroEmprego',
      'experiencias',
      'certificados',
      'cursos',
      'ocrTexto',
    ],
  },
  { title: 'Documentos', fields: namesOf(camposDocumentos) },
  {
    title: 'Família',
    fields: [
      'mae',
      'profissaoMae',
      'pai',
      'profissaoPai',
      'conjuge',
      'profissaoConjuge',
      'qtdFilhos',
      'possuiParentes',
      'parentesAmigos',
      'indicadoPor',
    ],
  },
  { title: 'Inclusão', fields: namesOf(camposDeficiencia) },
  {
    title: 'Outros',
    fields: [
      ...namesOf(camposSocioEconomicos),
      ...nomesExtras,
      'observacao',
      'observacaoRH',
      'bloqueado',
      'bloqueadoAte',
      'motivoBloqueio',
    ],
  },
] as const;
