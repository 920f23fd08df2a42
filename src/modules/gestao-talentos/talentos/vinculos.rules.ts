import { addDays, addMonths, formatDate } from '#kit/br/date.ts';

/** One employment of a person in a company: a record of talents. The last day, inclusive, is null while it goes on. */
export interface Periodo {
  dataAdmissao: string;
  dataDesligamento: string | null;
}

/** An employment for a form, if the user may see it. */
export interface Vinculo extends Periodo {
  id: number;
  nome: string;
  matricula: string | null;
  situacao: string;
}

/** What the law says of hiring somebody again, from the day after they have left until another. */
export interface AvisoDaReadmissao {
  depoisDe: string;
  ate: string;
  mensagem: string;
}

const ULTIMO_DIA = '9999-12-31';
const fimDe = ({ dataDesligamento }: Periodo) => dataDesligamento ?? ULTIMO_DIA;

const NAO_VE = 'Quem vê todas as áreas pode verificar o motivo.';

/**
 * A person's employments follow each other: none begins before the last one has ended, whose last day is worked. Yields the
 * faults of this one (`novo`: of a person without a record here yet); `outros` are the others of the CPF in the company, with
 * whether the actor sees them: an unseen one refuses, and the message does not say that it is one, running or over. Whoever opens talents and
 * reads documents is told so much by the door that knows people by their CPF (`/api/geral/pessoas/cpf`).
 */
export function* faltasDoPeriodo(este: Periodo & { novo?: boolean }, outros: readonly (Periodo & { visivel: boolean })[]) {
  const outro = outros.find((vinculo) => vinculo.dataAdmissao <= fimDe(este) && fimDe(vinculo) >= este.dataAdmissao);
  if (!outro) return;
  const continuam = este.dataDesligamento === null && outro.dataDesligamento === null;
  if (outro.dataAdmissao > este.dataAdmissao && !(este.novo && continuam))
    yield {
      field: 'dataDesligamento',
      message: outro.visivel
        ? `Esta pessoa foi readmitida em ${formatDate(outro.dataAdmissao)}: o desligamento deve ser anterior a essa data.`
        : `O desligamento não pode ser registrado com esta data. ${NAO_VE}`,
    };
  else if (!outro.visivel) yield { field: 'cpf', message: `A admissão deste CPF não pode ter esta data. ${NAO_VE}` };
  else if (outro.dataDesligamento === null) yield { field: 'cpf', message: 'Já existe um registro com este CPF' };
  else
    yield {
      field: 'dataAdmissao',
      message: `Esta pessoa trabalhou aqui até ${formatDate(outro.dataDesligamento)}: a admissão deve ser posterior a essa data.`,
    };
}

/**
 * Days after a dismissal without cause in which a new hire is presumed to be a fraud against the FGTS (Portaria MTP 671/2021,
 * which took over Portaria MTA 384/1992).
 */
const DIAS_DE_PRESUNCAO = 90;
/** Another fixed term within six months after the end of the last one has no fixed term (CLT, art. 452). */
const MESES_ENTRE_TERMOS = 6;

/** The legal warning about hiring somebody again who has left, which prevents nothing; `tipoDesligamento`: the kind of the confirmed dismissal. */
export function avisoDaReadmissao(
  depoisDe: Periodo['dataDesligamento'],
  tipoDesligamento: string | null,
): AvisoDaReadmissao | null {
  if (depoisDe === null) return null;
  if (tipoDesligamento === 'SEM_JUSTA_CAUSA') {
    const ate = addDays(depoisDe, DIAS_DE_PRESUNCAO);
    const mensagem = `A readmissão até ${formatDate(ate)}, dentro de 90 dias da dispensa sem justa causa, é presumida fraudulenta (Portaria MTP 671/2021).`;
    return { depoisDe, ate, mensagem };
  }
  if (tipoDesligamento === 'TERMINO_CONTRATO') {
    const ate = addMonths(depoisDe, MESES_ENTRE_TERMOS);
    const mensagem = `Até ${formatDate(ate)}, seis meses depois do término do contrato, um novo contrato por prazo determinado vale por prazo indeterminado (CLT, art. 452).`;
    return { depoisDe, ate, mensagem };
  }
  return null;
}

/** Whether it is about an admission on that day. */
export const valeEm = ({ depoisDe, ate }: AvisoDaReadmissao, dataAdmissao: string): boolean =>
  dataAdmissao > depoisDe && dataAdmissao <= ate;
