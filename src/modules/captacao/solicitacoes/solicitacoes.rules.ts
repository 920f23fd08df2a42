import { z } from 'zod';
import { formatDate, today } from '#kit/br/date.ts';
import { several } from '#kit/fields/reference.ts';
import { eachRule } from '#kit/form/check.ts';
import type { Context } from '#kit/form/form.ts';

/** Whoever lacks it sees the requests of the areas that they are responsible for. */
export const VER_TODAS = 'ROLE_VER_TODAS_SOLICITACOES';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** RUL-063: a new request, and the copy of another one, are of today; the save judges the copy anew. */
export const comoNova = (copiada?: Readonly<Record<string, unknown>>) => ({
  ...copiada,
  data: today(),
  ...(copiada ? { dataPrevisaoEncerramento: null } : {}),
});

/** RUL-157: the screen of the specification sends the row that is still to be filled in. */
export const talentosSubstituidos = z.preprocess(
  (value) => (Array.isArray(value) && value.length > 0 && isEmpty(value.at(-1)) ? value.slice(0, -1) : value),
  z
    .array(z.unknown(), 'Valor inválido')
    .refine((talentos) => !talentos.some(isEmpty), { message: 'Somente o último talento pode ficar vazio', abort: true })
    .pipe(several('Talentos substituídos', 0)),
);

/** RUL-148 to 151: required, unless the company makes them optional (matrix 35). */
export const pedidoPelaEmpresa = (_pedido: unknown, { settings }: Context): boolean =>
  settings.solPessoalCamposOpcionais !== true;

/** RUL-152, 153. */
export const comAmbienteEFuncao = (_pedido: unknown, { settings }: Context): boolean => settings.obrigarAmbienteFuncao === true;

/** RUL-154. */
export const complementar = (_pedido: unknown, { settings }: Context): boolean =>
  settings.solPessoalObrigarDadosComplementares === true;

/** RUL-065. */
export const comSalario = (_pedido: unknown, { settings }: Context): boolean => settings.solPessoalExibirSalario === true;
export const comSubstituidos = (_pedido: unknown, { settings }: Context): boolean =>
  settings.solPessoalExibirColabSubstituido === true;

interface Pedido {
  data: string;
  dataPrevisaoEncerramento: string | null;
  remuneracao: number | null;
  idadeMinima: number | null;
  idadeMaxima: number | null;
}

// Each reads only its own fields: a fault of another field does not silence it.
export const faltasDaSolicitacao = (pedido: Pedido) =>
  eachRule(
    // RUL-155
    function* remuneracao() {
      if (pedido.remuneracao !== null && pedido.remuneracao <= 0)
        yield { field: 'remuneracao', message: 'Remuneração deve ser um número positivo' };
    },
    function* idades() {
      const { idadeMinima, idadeMaxima } = pedido;
      if (idadeMinima !== null && idadeMaxima !== null && idadeMaxima < idadeMinima)
        yield { field: 'idadeMaxima', message: 'A idade máxima é menor que a mínima.' };
    },
    function* previsao() {
      const { data, dataPrevisaoEncerramento } = pedido;
      if (dataPrevisaoEncerramento !== null && dataPrevisaoEncerramento < data)
        yield { field: 'dataPrevisaoEncerramento', message: `A previsão é anterior à solicitação, de ${formatDate(data)}.` };
    },
  );

/** At 18 all work is allowed, and from 75 nobody is asked for: these ages restrict nothing. */
const MENOR = 18;
const MAIOR = 75;

export interface Criterios {
  sexo?: unknown;
  idadeMinima?: unknown;
  idadeMaxima?: unknown;
}

/** Whether sex or age would choose between people (CF 7º XXX, CLT 373-A, Lei 9.029/1995). */
export const restringe = ({ sexo, idadeMinima, idadeMaxima }: Criterios): boolean =>
  (sexo !== undefined && sexo !== null && sexo !== 'I') ||
  (typeof idadeMinima === 'number' && idadeMinima > MENOR) ||
  (typeof idadeMaxima === 'number' && idadeMaxima < MAIOR);

export const AVISO_LEGAL =
  'Escolher por sexo ou idade é proibido, salvo quando a natureza do trabalho o exige às claras (Constituição, art. 7º, XXX; CLT, art. 373-A; Lei 9.029/1995). Estes critérios não vão para o anúncio, nem filtram candidatos.';
