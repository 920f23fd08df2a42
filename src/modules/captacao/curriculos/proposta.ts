import { experienciasEm } from './experiencias.ts';
import { linhasDe, type Secao } from './folha.ts';
import { formacoesEm } from './formacoes.ts';
import { idiomasEm } from './idiomas.ts';
import { cpfEm, emailEm, nomeEm, telefonesEm } from './pessoa.ts';
import type { Proposta } from './proposto.ts';

/** Characters that are read: what a candidate says of themselves stands before. */
const MOST = 30_000;
const MOST_ENTRIES = 20;
/** Lines of one section: each is looked through for periods, levels and names. */
const MOST_OF_SECTION = 150;

/**
 * What the text of a CV says of a candidate, for the fields of their record; `hoje` is today's civil date. It rather proposes nothing than something wrong:
 * a job only with company, position and period, a course only where its level or its school is known.
 */
export function proposeFromCv(text: string, hoje: string): Proposta {
  const linhas = linhasDe(text.slice(0, MOST));
  const suas = linhas.filter(({ secao }) => secao !== 'referencias');
  const daSecao = (qual: Secao) => linhas.filter(({ secao, titulo }) => secao === qual && !titulo).slice(0, MOST_OF_SECTION);
  const nome = nomeEm(suas);
  const email = emailEm(suas);
  const cpf = cpfEm(suas);
  return {
    ...(nome ? { nome } : {}),
    ...(email ? { email } : {}),
    ...(cpf ? { cpf } : {}),
    telefones: telefonesEm(suas),
    formacoes: formacoesEm(daSecao('formacao'), hoje).slice(0, MOST_ENTRIES),
    experiencias: experienciasEm(daSecao('experiencia'), hoje).slice(0, MOST_ENTRIES),
    idiomas: idiomasEm(linhas),
  };
}
