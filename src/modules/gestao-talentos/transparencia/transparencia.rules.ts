import { addDays, addMonths } from '#kit/br/date.ts';
import { FEWEST } from '#kit/indicator/indicator.ts';

/** Lei 14.611/2023: private companies with at least so many employees publish the report. */
export const EMPREGADOS_QUE_OBRIGAM = 100;

/** Fewest women and fewest men behind a ratio that is shown. */
export const MENOR_GRUPO = FEWEST;
/**
 * The text for a withheld count, on the screen and on paper; it is the same for small groups and for those withheld to protect
 * them.
 */
export const CONTAGEM_GUARDADA = 'não informado';
export const RAZAO_GUARDADA = 'não mostrada';

/** Major groups of the occupations table (CBO 2002). */
export const GRANDES_GRUPOS = {
  '0': 'Forças armadas, policiais e bombeiros militares',
  '1': 'Dirigentes e gerentes',
  '2': 'Profissionais das ciências e das artes',
  '3': 'Técnicos de nível médio',
  '4': 'Trabalhadores de serviços administrativos',
  '5': 'Trabalhadores dos serviços e vendedores do comércio',
  '6': 'Trabalhadores agropecuários, florestais e da pesca',
  '7': 'Trabalhadores da produção de bens e serviços industriais',
  '8': 'Trabalhadores da produção de bens e serviços industriais (processos contínuos)',
  '9': 'Trabalhadores de reparação e manutenção',
} as const;

export type Semestre = '1' | '2';

/** The half-year whose report is due: the first until June, the second from July on. */
export const cicloDe = (dia: string): { ano: number; semestre: Semestre } => ({
  ano: Number(dia.slice(0, 4)),
  semestre: dia.slice(5, 7) <= '06' ? '1' : '2',
});

const ETAPAS = ['dadosConferidosEm', 'declaracaoEnviadaEm', 'relatorioBaixadoEm', 'publicadoEm', 'enderecoInformadoEm'] as const;
export type EtapaId = (typeof ETAPAS)[number];

/** The days of a cycle as stored in its record. */
export type Ciclo = Readonly<Record<EtapaId, string | null>> & { prazoPublicacao: string | null };

export interface Etapa {
  id: EtapaId;
  titulo: string;
  orientacao: string;
  prazo: string;
  concluidaEm: string | null;
  estado: 'concluida' | 'atrasada' | 'proxima' | 'futura';
}

/** So many days before its end, a step is shown as next. */
const AVISO = 30;

const TEXTOS: Readonly<Record<EtapaId, readonly [titulo: string, orientacao: string]>> = {
  dadosConferidosEm: [
    'Conferir os dados',
    'CBO, sexo, raça e salários enviados ao eSocial são a base do relatório do Ministério.',
  ],
  declaracaoEnviadaEm: [
    'Preencher o Portal Emprega Brasil',
    'Critérios de remuneração e promoção, contratação de mulheres e apoio à parentalidade.',
  ],
  relatorioBaixadoEm: ['Baixar o relatório do Ministério', 'Liberado em meados de março e de setembro.'],
  publicadoEm: ['Publicar o relatório', 'No site e nas redes da empresa, em lugar visível.'],
  enderecoInformadoEm: ['Informar o endereço da publicação', 'Desde 2025 o endereço é informado ao Ministério.'],
};

/** The steps of a cycle with their days; legal dates move, so the day of publishing may be another one. */
export function etapasDe(ano: number, semestre: Semestre, ciclo: Ciclo | null, hoje: string): Etapa[] {
  const mes = `${String(ano).padStart(4, '0')}-${semestre === '1' ? '02' : '08'}-01`;
  const publicar = ciclo?.prazoPublicacao ?? addDays(addMonths(mes, 2), -1);
  const prazos: Readonly<Record<EtapaId, string>> = {
    dadosConferidosEm: addDays(mes, -1),
    declaracaoEnviadaEm: addDays(addMonths(mes, 1), -1),
    relatorioBaixadoEm: addDays(addMonths(mes, 1), 19),
    publicadoEm: publicar,
    enderecoInformadoEm: publicar,
  };
  return ETAPAS.map((id) => {
    const prazo = prazos[id];
    const concluidaEm = ciclo?.[id] ?? null;
    const estado =
      concluidaEm !== null ? 'concluida' : prazo < hoje ? 'atrasada' : addDays(hoje, AVISO) >= prazo ? 'proxima' : 'futura';
    const [titulo, orientacao] = TEXTOS[id];
    return { id, titulo, orientacao, prazo, concluidaEm, estado };
  });
}
